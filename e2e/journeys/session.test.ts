import type { Page, Request } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { DEMO_PASSWORD, type Api } from '../support/api.ts';
import { OWN_PASSWORD, readyUser } from '../support/records.ts';
import { cutOff } from '../support/requests.ts';
import { logOut, NOTHING_STORED, signInOn, stored } from '../support/sign-in.ts';
import { expect, test, type OpenAs } from '../support/test.ts';

const WARNING = 'Are you still there?';
const EXPIRED = 'You were signed out because of inactivity. Please sign in again.';

const isBeat = (request: Request) => request.url().endsWith('/api/auth/heartbeat');

test.describe('inactivity', () => {
  test('removes the token after 15 minutes and goes to /login; warns two minutes before', async ({
    openAs,
  }) => {
    const { page } = await openAs('staff');
    await page.clock.install();
    await page.goto('/profile');
    await expect(heading(page, 'Profile')).toBeVisible();
    await page.clock.fastForward('12:45');
    await expect(page.getByText(WARNING)).toHaveCount(0);
    await page.clock.fastForward('00:20');
    await expect(page.getByRole('alertdialog', { name: WARNING })).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^1:[0-5]\d$/);
    await page.clock.fastForward('01:45');
    expect((await stored(page)).token).not.toBeNull();
    await page.clock.fastForward('00:15');
    await page.waitForURL('**/login');
    await expect(page.getByText(EXPIRED)).toBeVisible();
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  test('"Stay signed in" keeps the session', async ({ openAs }) => {
    const { page } = await openAs('staff');
    await page.clock.install();
    await page.goto('/profile');
    await expect(heading(page, 'Profile')).toBeVisible();
    await page.clock.fastForward('14:00');
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.clock.fastForward('12:00');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    expect((await stored(page)).token).not.toBeNull();
    await page.clock.fastForward('02:00');
    await page.getByRole('alertdialog', { name: WARNING }).getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  test('says two minutes before the twelve hours are over that it ends, and when', async ({ openAs }) => {
    const { page } = await openAs('staff');
    await page.clock.install({ time: Date.now() + (11 * 60 + 57) * 60_000 });
    await page.goto('/profile');
    await expect(heading(page, 'Profile')).toBeVisible();
    await page.clock.fastForward('01:30');
    const dialog = page.getByRole('alertdialog', { name: 'Your session ends soon' });
    await expect(
      dialog.getByText(/Your session ends at \d{1,2}:\d\d [AP]M, 12 hours after you signed in/),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep working' }).click();
    await expect(dialog).toBeHidden();
    await page.clock.fastForward('02:00');
    await page.waitForURL('**/login');
    await expect(
      page.getByText('Your session ended 12 hours after you signed in. Please sign in again.'),
    ).toBeVisible();
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  test('any mouse down, mouse move, key press, scroll or touch restarts the time', async ({ openAs }) => {
    const { page } = await openAs('staff');
    await page.clock.install();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Permissions' })).toBeVisible();
    // The event comes with the next picture, later than the position, so it is what to wait for.
    const scrollTo = (top: number) =>
      page.evaluate(
        (to) =>
          new Promise((resolve) => {
            document.addEventListener('scroll', resolve, { once: true });
            window.scrollTo(0, to);
          }),
        top,
      );
    const activities = [
      async () => {
        await page.mouse.down();
        await page.mouse.up();
      },
      () => page.mouse.move(600, 400),
      () => page.keyboard.press('Shift'),
      async () => {
        await scrollTo(300);
        // Not left there: whatever loads above would move the page, which is a scroll again.
        await scrollTo(0);
      },
      () => page.evaluate(() => void document.body.dispatchEvent(new Event('touchstart', { bubbles: true }))),
    ];
    for (const act of activities) {
      await page.clock.fastForward('12:00');
      await act();
    }
    await page.clock.fastForward('12:00');
    await expect(page.getByText(WARNING)).toHaveCount(0);
    await page.clock.fastForward('01:30');
    await expect(page.getByRole('alertdialog', { name: WARNING })).toBeVisible();
  });

  test('activity in one tab counts for all tabs, and all end together', async ({ openAs }) => {
    const { page, context } = await openAs('staff');
    await context.clock.install();
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/profile');
      await expect(heading(tab, 'Profile')).toBeVisible();
    }
    await context.clock.fastForward('12:00');
    await other.keyboard.press('Shift');
    await context.clock.fastForward('04:00');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    expect((await stored(page)).token).not.toBeNull();
    await expect(page).toHaveURL('/profile');
    await context.clock.fastForward('15:00');
    await Promise.all([page.waitForURL('**/login'), other.waitForURL('**/login')]);
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  test('typing without calling sends a heartbeat at most once a minute', async ({ openAs }) => {
    const { page } = await openAs('staff');
    await page.clock.install();
    let beats = 0;
    const first = page.waitForRequest(isBeat);
    await page.goto('/patients/new');
    await first;
    page.on('request', (request) => {
      if (isBeat(request)) beats += 1;
    });
    await page.getByLabel('First Name').click();
    for (let step = 0; step < 9; step += 1) {
      await page.clock.fastForward('00:20');
      await page.keyboard.type('a');
    }
    await expect.poll(() => beats).toBeGreaterThanOrEqual(2);
    expect(beats).toBeLessThanOrEqual(3);
  });

  test('after the end the same user is back on the page, with what was typed', async ({ openAs, api }) => {
    const user = await readyUser(api, { role: 'MedicalAssistant' });
    const { page } = await openAs(user);
    await page.clock.install();
    await page.goto('/patients/new');
    await page.getByLabel('First Name').fill('Winifred');
    await page.clock.fastForward('16:00');
    await page.waitForURL('**/login');
    await expect(page.getByText('Winifred')).toHaveCount(0);
    await signInOn(page, user);
    await expect(heading(page, 'New Patient')).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveValue('Winifred');
    await expect(page.getByText('What you had not saved is here again.')).toBeVisible();
  });
});

const everythingStored = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const stores = [localStorage, sessionStorage].map((storage) => Object.entries(storage));
    return JSON.stringify([stores, history.state, databases]);
  });

/** Somebody types into a form, is away until the session has ended, and the sign-in screen is loaded anew. */
async function typeAndExpire(openAs: OpenAs, api: Api) {
  const user = await readyUser(api, { role: 'MedicalAssistant' });
  const { page } = await openAs(user);
  await page.clock.install();
  const prepared = page.waitForResponse(/\/form-key$/);
  await page.goto('/patients/new?from=front');
  await page.getByLabel('First Name').fill('Winifred');
  await prepared;
  await page.clock.fastForward('16:00');
  await page.waitForURL('**/login');
  await expect.poll(() => everythingStored(page)).toContain('unsaved');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect.poll(() => everythingStored(page)).not.toContain('Winifred');
  return { page, user };
}

test.describe('a reload of the sign-in screen after a session has ended', () => {
  test('keeps the page and the form for the same user, unreadable until then', async ({ api, openAs }) => {
    const { page, user } = await typeAndExpire(openAs, api);
    await signInOn(page, user);
    await page.waitForURL('**/patients/new?from=front');
    await expect(page.getByLabel('First Name')).toHaveValue('Winifred');
    await expect(page.getByText('What you had not saved is here again.')).toBeVisible();
    await expect.poll(() => everythingStored(page)).not.toContain('unsaved');
  });

  test('gives nothing of it to anybody else, and removes it', async ({ api, portalUrl, openAs }) => {
    const { page, user } = await typeAndExpire(openAs, api);
    const other = await readyUser(api, { role: 'MedicalAssistant' });
    await signInOn(page, other);
    await page.waitForURL(`${portalUrl}/`);
    await expect.poll(() => everythingStored(page)).not.toContain('unsaved');
    await logOut(page);
    await signInOn(page, user);
    await page.waitForURL(`${portalUrl}/`);
    await visit(page, '/patients/new?from=front');
    await expect(heading(page, 'New Patient')).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveValue('');
  });
});

/** A token as the browser reads one: only its claims count. */
const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

test.describe('the stored session', () => {
  const UserId = '11111111-1111-4111-8111-111111111111';

  for (const [which, expired] of [
    ['whose expiry time has passed', tokenOf({ UserId, exp: 1_700_000_000 })],
    ['without an expiry claim', tokenOf({ UserId })],
  ] as const) {
    test(`removes a token ${which} together with the user`, async ({ page }) => {
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/')) calls.push(request.url());
      });
      await page.goto('/login');
      await page.evaluate((text) => {
        localStorage.setItem('token', text);
        localStorage.setItem('user', '{"username":"somebody"}');
      }, expired);
      await page.goto('/patients');
      await page.waitForURL('**/login');
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
      await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
      expect(calls).toEqual([]);
    });
  }

  test('without a stored user the token tells who it is', async ({ openPage, api }) => {
    const { token: real } = await api.signIn('physician');
    const { page } = await openPage();
    await page.goto('/login');
    await page.evaluate((text) => localStorage.setItem('token', text), real);
    await page.goto('/profile');
    await expect(page.getByRole('banner').getByText('Priya Raman')).toBeVisible();
    expect(JSON.parse((await stored(page)).user ?? '')).toMatchObject({
      username: 'physician',
      roles: ['ProviderPhysician'],
    });
  });

  test('a 401 removes the token and goes to /login; the same user is led back', async ({ openAs, api }) => {
    const { page, token: real } = await openAs('midlevel');
    await page.goto('/patients?search=smith');
    await expect(heading(page, 'Patients')).toBeVisible();
    // Without the live connection nothing but the next call tells.
    await cutOff(page, '**/api/auth/live-ticket');
    await page.reload();
    await expect(heading(page, 'Patients')).toBeVisible();
    await api.send('POST', '/auth/logout', { token: real });
    await page.getByRole('button', { name: 'MRN', exact: true }).click();
    await page.waitForURL('**/login');
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
    await signInOn(page, { userName: 'midlevel', password: DEMO_PASSWORD });
    await page.waitForURL('**/patients?search=smith**');
    await expect(heading(page, 'Patients')).toBeVisible();
  });

  test('another user is not led to the page of the one before', async ({ openAs, api, portalUrl }) => {
    const { page, token: real } = await openAs('midlevel');
    await page.goto('/patients');
    await expect(heading(page, 'Patients')).toBeVisible();
    await api.send('POST', '/auth/logout', { token: real });
    await page.waitForURL('**/login');
    await signInOn(page, { userName: 'staff', password: DEMO_PASSWORD });
    await page.waitForURL(`${portalUrl}/`);
  });

  test('a link opened before signing in leads there afterwards', async ({ openPage }) => {
    const { page } = await openPage();
    await page.goto('/patients?search=smith');
    await page.waitForURL('**/login');
    await signInOn(page, { userName: 'staff', password: DEMO_PASSWORD });
    await page.waitForURL('**/patients?search=smith');
    await expect(heading(page, 'Patients')).toBeVisible();
  });

  test('when the server cannot be reached the token is kept and a retry screen shows nothing else', async ({
    openAs,
  }) => {
    const { page } = await openAs('staff');
    await page.goto('/profile');
    await expect(heading(page, 'Profile')).toBeVisible();
    await cutOff(page, '**/api/**');
    await page.goto('/patients');
    await expect(heading(page, 'The server cannot be reached')).toBeVisible();
    expect((await stored(page)).token).not.toBeNull();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page, 'Patients')).toBeVisible();
  });

  test('logging out tells the server, clears both keys, and signs the other tabs out', async ({
    openAs,
    api,
  }) => {
    const { page, context, token: real } = await openAs('staff');
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/profile');
      await expect(heading(tab, 'Profile')).toBeVisible();
    }
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage)
          .filter((key) => !key.startsWith('mui-'))
          .toSorted(),
      ),
    ).toEqual(['token', 'user']);
    await logOut(page);
    await other.waitForURL('**/login');
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
    expect((await api.send('GET', '/auth/permissions', { token: real })).status).toBe(401);
  });
});

test.describe('active sessions and preferences', () => {
  test('lists them; another one can be signed out and is gone at once', async ({ openAs, api }) => {
    const user = await readyUser(api);
    const [here, there] = [await openAs(user), await openAs(user)];
    await there.page.goto('/patients');
    await expect(heading(there.page, 'Patients')).toBeVisible();
    await here.page.goto('/profile');
    const sessions = here.page.getByRole('region', { name: 'Active sessions' });
    const own = sessions.getByRole('listitem').filter({ hasText: 'This session' });
    await expect(own).toBeVisible();
    await expect(own.getByRole('button')).toHaveCount(0);
    await expect(sessions.getByRole('button', { name: 'Sign out' }).last()).toBeVisible();
    // The one made for choosing the first password is among them.
    const before = await sessions.getByRole('listitem').count();
    while ((await sessions.getByRole('button', { name: 'Sign out' }).count()) > 0) {
      const count = await sessions.getByRole('listitem').count();
      await sessions.getByRole('button', { name: 'Sign out' }).first().click();
      await expect.poll(() => sessions.getByRole('listitem').count()).toBeLessThan(count);
    }
    expect(before).toBeGreaterThanOrEqual(2);
    await there.page.waitForURL('**/login');
  });

  test('landing page and rows per page are chosen in the profile', async ({ openAs, api }) => {
    const user = await readyUser(api);
    const { page } = await openAs(user);
    await page.goto('/profile');
    const preferences = page.getByRole('region', { name: 'Preferences' });
    await preferences.getByLabel('Page after signing in').click();
    await page.getByRole('option', { name: 'Patients' }).click();
    await preferences.getByLabel('Rows per page').click();
    await page.getByRole('option', { name: '10 rows' }).click();
    await preferences.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your preferences were saved.').first()).toBeVisible();
    await logOut(page);
    await signInOn(page, { userName: user.userName, password: OWN_PASSWORD });
    await page.waitForURL('**/patients');
    await expect(page.getByText('1–10 of ', { exact: false }).first()).toBeVisible();
  });
});
