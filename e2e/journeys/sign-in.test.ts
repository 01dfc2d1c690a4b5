import { heading } from '../support/page.ts';
import { DEMO_PASSWORD } from '../support/api.ts';
import { readyUser } from '../support/records.ts';
import { answer, hold } from '../support/requests.ts';
import { NOTHING_STORED, signInOn, stored } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test.describe('sign-in screen /login', () => {
  test('is a centred card with the product title and the secure-system notice', async ({ openPage }) => {
    const { page } = await openPage();
    await page.goto('/login');
    await expect(
      page.getByText(
        'This is a secure system. Unauthorized access is prohibited. All activities are monitored and logged.',
      ),
    ).toBeVisible();
    await expect(page.getByText('Medical Portal').first()).toBeVisible();
    const card = await page.locator('form').boundingBox();
    const middle = (card?.x ?? 0) + (card?.width ?? 0) / 2;
    expect(Math.abs(middle - 720)).toBeLessThan(5);
    await expect(page.getByText('Contact your administrator to reset your password')).toBeVisible();
  });

  test('asks for username and password on submit, and again on change', async ({ openPage }) => {
    const { page } = await openPage();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Username is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await page.getByLabel('Username').fill('x');
    await expect(page.getByText('Username is required')).toBeHidden();
    await page.getByLabel('Username').fill('');
    await expect(page.getByText('Username is required')).toBeVisible();
  });

  test('the password can be shown and hidden', async ({ openPage }) => {
    const { page } = await openPage();
    await page.goto('/login');
    const password = page.getByRole('textbox', { name: 'Password' }).or(page.locator('input[type=password]'));
    await password.fill('secret');
    await page.getByRole('button', { name: /show password/i }).click();
    await expect(page.locator('input[type=password]')).toHaveCount(0);
    await page.getByRole('button', { name: /hide password/i }).click();
    await expect(page.locator('input[type=password]')).toHaveCount(1);
  });

  test('a failed sign-in shows an alert above the form; it is gone when the screen is entered again', async ({
    openPage,
  }) => {
    const { page } = await openPage();
    await page.goto('/login');
    await page.getByLabel('Username').fill('staff');
    await page.locator('input[type=password]').fill('not the password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    const alert = page.getByRole('alert');
    await expect(alert.getByText('Invalid username or password')).toBeVisible();
    const [above, form] = [await alert.boundingBox(), await page.getByLabel('Username').boundingBox()];
    expect(above?.y ?? 0).toBeLessThan(form?.y ?? 0);
    await expect(page.getByLabel('Username')).toHaveValue('staff');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText('Invalid username or password')).toHaveCount(0);
  });

  test('the button shows a spinner and is disabled while loading', async ({ openPage }) => {
    const { page } = await openPage();
    await page.goto('/login');
    const { release } = await hold(page, '**/api/auth/login');
    await signInOn(page, { userName: 'staff', password: DEMO_PASSWORD });
    await expect(page.getByRole('progressbar', { name: 'Signing in' })).toBeVisible();
    await expect(page.locator('button[type=submit]')).toBeDisabled();
    await release();
    await page.waitForURL('/');
  });

  test('says "Login failed" when the server said nothing', async ({ openPage }) => {
    const { page } = await openPage();
    await page.goto('/login');
    await answer(page, '**/api/auth/login', { status: 500 });
    await signInOn(page, { userName: 'staff', password: DEMO_PASSWORD });
    await expect(page.getByRole('alert').getByText('Login failed')).toBeVisible();
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  test('five failures slow an account down, and an administrator clears it', async ({ openPage, api }) => {
    const user = await readyUser(api);
    const wrong = { username: user.userName, password: 'not the password' };
    for (let count = 0; count < 5; count += 1) await api.send('POST', '/auth/login', { body: wrong });
    const { page } = await openPage();
    await page.clock.install();
    await page.goto('/login');
    await signInOn(page, user);

    await expect(
      page.getByText('Too many failed sign-in attempts. Please wait and try again.'),
    ).toBeVisible();
    await expect(page.getByText(/You can try again in \d+ seconds\./)).toBeVisible();
    await page.clock.fastForward('00:31');
    await expect(page.getByText('You can try again now.')).toBeVisible();
    const unlocked = await api.send('POST', `/user/${user.user.id}/unlock`, {
      token: await api.superToken(),
    });
    expect(unlocked.status).toBe(200);
    await signInOn(page, user);
    await page.waitForURL('/');
  });

  test('the context menu is disabled', async ({ openPage }) => {
    const { page } = await openPage();
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    const prevented = await page.evaluate(() => {
      const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
      document.querySelector('form')?.dispatchEvent(event);
      return event.defaultPrevented;
    });
    expect(prevented).toBe(true);
  });

  test('signing in stores token and user and opens the dashboard; log-out removes both', async ({
    openPage,
  }) => {
    const { page } = await openPage();
    await page.goto('/login');
    await page.getByLabel('Username').fill('staff');
    await page.locator('input[type=password]').fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('/');
    const { token, user } = await stored(page);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(JSON.parse(user ?? '')).toMatchObject({ username: 'staff', roles: ['Staff'] });
    await page.getByRole('button', { name: /account/i }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  test('an already signed-in user is redirected to /', async ({ openAs }) => {
    const { page } = await openAs('staff');
    await page.goto('/login');
    await expect(page).toHaveURL('/');
  });
});

test.describe('access guard', () => {
  test('an unauthenticated visitor to a protected route is sent to /login, history replaced', async ({
    openPage,
    portalUrl,
  }) => {
    const { page } = await openPage();
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await page.goto('/offices');
    await page.waitForURL('**/login');
    await page.goBack();
    await page.waitForURL('**/login');
    expect(page.url()).toBe(`${portalUrl}/login`);
  });

  test('a missing permission or role shows the access-denied text', async ({ openAs }) => {
    const { page } = await openAs('staff');
    for (const path of ['/offices', '/users']) {
      await page.goto(path);
      await expect(
        page.getByText('Access Denied: You do not have permission to view this page.'),
      ).toBeVisible();
    }
  });

  test('an unknown address shows a not-found screen', async ({ openAs }) => {
    const { page } = await openAs('staff');
    await page.goto('/no/such/page');
    await expect(heading(page, 'Page not found')).toBeVisible();
  });
});
