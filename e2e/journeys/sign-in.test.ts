import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { heading } from '../support/page.ts';
import { readyUser } from '../support/records.ts';
import { logOut, NOTHING_STORED, signInOn, stored } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('shows a wrong password above the form; the correct one stores token, user and permissions until sign-out', async ({
  openPage,
  api,
}) => {
  const { page } = await openPage();
  await page.goto('/login');
  const card = await page.locator('form').boundingBox();
  const middle = (card?.x ?? 0) + (card?.width ?? 0) / 2;
  expect(Math.abs(middle - 720)).toBeLessThan(5);

  await signInOn(page, { userName: 'staff', password: 'not the password' });
  const alert = page.getByRole('alert');
  await expect(alert.getByText('Invalid username or password')).toBeVisible();
  const [above, form] = [await alert.boundingBox(), await page.getByLabel('Username').boundingBox()];
  expect(above?.y ?? 0).toBeLessThan(form?.y ?? 0);
  await expect(page.getByLabel('Username')).toHaveValue('staff');
  await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText('Invalid username or password')).toHaveCount(0);

  await signInOn(page, { userName: 'staff', password: DEMO_PASSWORD });
  await page.waitForURL('/');
  const { token, user } = await stored(page);
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(JSON.parse(user ?? '')).toMatchObject({ username: 'staff', roles: ['Staff'] });
  const storedKeys = async () =>
    (await page.evaluate(() => Object.keys(localStorage)))
      .filter((key) => !key.startsWith('mui-'))
      .toSorted();
  expect(await storedKeys()).toEqual(['permissions', 'token', 'user']);
  await page.goto('/login');
  await expect(page).toHaveURL('/');
  await logOut(page);
  await expect.poll(storedKeys).toEqual([]);
  expect((await api.send('GET', '/auth/permissions', { token: token ?? '' })).status).toBe(401);
});

test('five failures delay sign-in to an account, and an administrator clears the delay', async ({
  openPage,
  api,
}) => {
  const user = await readyUser(api);
  const wrong = { username: user.userName, password: 'not the password' };
  for (let count = 0; count < 5; count += 1) await api.send('POST', '/auth/login', { body: wrong });
  const { page } = await openPage();
  await page.clock.install();
  await page.goto('/login');
  await signInOn(page, user);

  await expect(page.getByText('Too many failed sign-in attempts. Please wait and try again.')).toBeVisible();
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

test('a link opened before sign-in is replaced with /login, and opens after sign-in', async ({
  openPage,
  portalUrl,
}) => {
  const { page } = await openPage();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.goto('/patients?inactive=true');
  await page.waitForURL('**/login');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(page.url()).toBe(`${portalUrl}/login`);
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(page.url()).toBe(`${portalUrl}/login`);
  await signInOn(page, { userName: 'staff', password: DEMO_PASSWORD });
  await page.waitForURL('**/patients?inactive=true');
  await expect(heading(page, 'Patients')).toBeVisible();
});

test('nothing moves under the pointer when the name of the practice and the fonts arrive', async ({
  openPage,
  portalUrl,
}) => {
  const { page } = await openPage();
  const held = Promise.withResolvers<void>();
  await page.route(/\.woff2$|\/practice\/mark$/u, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${portalUrl}/login`, { waitUntil: 'commit' });
  const places = () =>
    Promise.all(
      [page.getByLabel('Username'), page.getByRole('button', { name: 'Sign In', exact: true })].map(
        async (each) => Math.round((await each.boundingBox())?.y ?? 0),
      ),
    );
  await page.getByLabel('Username').waitFor();
  const before = await places();
  held.resolve();
  await expect(page.locator('main [translate=no]')).not.toBeEmpty();
  await page.evaluate(() => document.fonts.ready);
  expect(await places()).toEqual(before);
});
