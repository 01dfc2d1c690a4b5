import { describe, expect, inject, it } from 'vitest';
import { client, heading, openAs, openPage, PASSWORD, useBrowser } from '../run/page.ts';
import { readyUser, superToken } from '../run/records.ts';
import { answer, hold } from '../run/requests.ts';
import { NOTHING_STORED, signInOn, stored } from '../run/sign-in.ts';

useBrowser();

describe('sign-in screen /login', () => {
  it('spec 1 §2.2 is a centred card with the product title and the secure-system notice', async () => {
    const { page } = await openPage();
    await page.goto('/login');
    await page
      .getByText(
        'This is a secure system. Unauthorized access is prohibited. All activities are monitored and logged.',
      )
      .waitFor();
    await page.getByText('Medical Portal').first().waitFor();
    const card = await page.locator('form').boundingBox();
    const middle = (card?.x ?? 0) + (card?.width ?? 0) / 2;
    expect(Math.abs(middle - 720)).toBeLessThan(5);
    await page.getByText('Contact your administrator to reset your password').waitFor();
  });

  it('spec 1 §5 asks for username and password on submit, and again on change', async () => {
    const { page } = await openPage();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Username is required').waitFor();
    await page.getByText('Password is required').waitFor();
    await page.getByLabel('Username').fill('x');
    await page.getByText('Username is required').waitFor({ state: 'detached' });
    await page.getByLabel('Username').fill('');
    await page.getByText('Username is required').waitFor();
  });

  it('spec 1 §2.2 the password can be shown and hidden', async () => {
    const { page } = await openPage();
    await page.goto('/login');
    const password = page.getByRole('textbox', { name: 'Password' }).or(page.locator('input[type=password]'));
    await password.fill('secret');
    await page.getByRole('button', { name: /show password/i }).click();
    await expect.poll(() => page.locator('input[type=password]').count()).toBe(0);
    await page.getByRole('button', { name: /hide password/i }).click();
    await expect.poll(() => page.locator('input[type=password]').count()).toBe(1);
  });

  it('spec 1 §2.2, §8 a failed sign-in shows an alert above the form; it is gone when the screen is entered again', async () => {
    const { page } = await openPage();
    await page.goto('/login');
    await page.getByLabel('Username').fill('staff');
    await page.locator('input[type=password]').fill('not the password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Invalid username or password').waitFor();
    const [above, form] = [await alert.boundingBox(), await page.getByLabel('Username').boundingBox()];
    expect(above?.y ?? 0).toBeLessThan(form?.y ?? 0);
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('staff');
    await page.reload();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    await expect.poll(() => page.getByText('Invalid username or password').count()).toBe(0);
  });

  it('spec 1 §2.2 the button shows a spinner and is disabled while loading', async () => {
    const { page } = await openPage();
    await page.goto('/login');
    const { release } = await hold(page, '**/api/auth/login');
    await signInOn(page, { userName: 'staff', password: PASSWORD });
    await page.getByRole('progressbar', { name: 'Signing in' }).waitFor();
    await expect.poll(() => page.locator('button[type=submit]').isDisabled()).toBe(true);
    await release();
    await page.waitForURL('/');
  });

  it('spec 1 §4, §8 says "Login failed" when the server said nothing', async () => {
    const { page } = await openPage();
    await page.goto('/login');
    await answer(page, '**/api/auth/login', { status: 500 });
    await signInOn(page, { userName: 'staff', password: PASSWORD });
    await page.getByRole('alert').getByText('Login failed').waitFor();
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  it('decisions 16 five failures slow an account down, and an administrator clears it', async () => {
    const user = await readyUser();
    const wrong = { username: user.userName, password: 'not the password' };
    for (let count = 0; count < 5; count += 1) await client().send('POST', '/auth/login', { body: wrong });
    const { page } = await openPage();
    await page.clock.install();
    await page.goto('/login');
    await signInOn(page, user);

    await page.getByText('Too many failed sign-in attempts. Please wait and try again.').waitFor();
    await page.getByText(/You can try again in \d+ seconds\./).waitFor();
    await page.clock.fastForward('00:31');
    await page.getByText('You can try again now.').waitFor();
    const unlocked = await client().send('POST', `/user/${user.user.id}/unlock`, {
      token: await superToken(),
    });
    expect(unlocked.status).toBe(200);
    await signInOn(page, user);
    await page.waitForURL('/');
  });

  it('spec 1 §2.2 the context menu is disabled', async () => {
    const { page } = await openPage();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    const prevented = await page.evaluate(() => {
      const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
      document.querySelector('form')?.dispatchEvent(event);
      return event.defaultPrevented;
    });
    expect(prevented).toBe(true);
  });

  it('spec 1 §2.2, §7, §9 signing in stores token and user and opens the dashboard; log-out removes both', async () => {
    const { page } = await openPage();
    await page.goto('/login');
    await page.getByLabel('Username').fill('staff');
    await page.locator('input[type=password]').fill(PASSWORD);
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

  it('spec 1 §2.2 an already signed-in user is redirected to /', async () => {
    const { page } = await openAs('staff');
    await page.goto('/login');
    await page.waitForURL('/');
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

describe('access guard', () => {
  it('spec 1 §2.3 an unauthenticated visitor to a protected route is sent to /login, history replaced', async () => {
    const { page } = await openPage();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    await page.goto('/offices');
    await page.waitForURL('**/login');
    await page.goBack();
    await page.waitForURL('**/login');
    expect(page.url()).toBe(`${inject('portalUrl')}/login`);
  });

  it('spec 1 §2.3 a missing permission or role shows the access-denied text', async () => {
    const { page } = await openAs('staff');
    for (const path of ['/offices', '/users']) {
      await page.goto(path);
      await page.getByText('Access Denied: You do not have permission to view this page.').waitFor();
    }
  });

  it('decisions 37 an unknown address shows a not-found screen', async () => {
    const { page } = await openAs('staff');
    await page.goto('/no/such/page');
    await heading(page, 'Page not found');
  });
});
