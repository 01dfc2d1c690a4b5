import type { Page, Request } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { client, heading, openAs, openPage, PASSWORD, useBrowser, visit } from '../run/page.ts';
import { OWN_PASSWORD, readyUser } from '../run/records.ts';
import { cutOff } from '../run/requests.ts';
import { logOut, NOTHING_STORED, signInOn, stored } from '../run/sign-in.ts';

useBrowser();

const WARNING = 'Are you still there?';
const EXPIRED = 'You were signed out because of inactivity. Please sign in again.';

const isBeat = (request: Request) => request.url().endsWith('/api/auth/heartbeat');

describe('spec 1 §9 inactivity', () => {
  it('removes the token after 15 minutes and goes to /login; decisions 14 warns two minutes before', async () => {
    const { page } = await openAs('staff');
    await page.clock.install();
    await page.goto('/profile');
    await heading(page, 'Profile');
    await page.clock.fastForward('12:45');
    await expect.poll(() => page.getByText(WARNING).count()).toBe(0);
    await page.clock.fastForward('00:20');
    await page.getByRole('alertdialog', { name: WARNING }).waitFor();
    await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^1:[0-5]\d$/);
    await page.clock.fastForward('01:45');
    expect((await stored(page)).token).not.toBeNull();
    await page.clock.fastForward('00:15');
    await page.waitForURL('**/login');
    await page.getByText(EXPIRED).waitFor();
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  it('decisions 14 "Stay signed in" keeps the session', async () => {
    const { page } = await openAs('staff');
    await page.clock.install();
    await page.goto('/profile');
    await heading(page, 'Profile');
    await page.clock.fastForward('14:00');
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.clock.fastForward('12:00');
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    expect((await stored(page)).token).not.toBeNull();
    await page.clock.fastForward('02:00');
    await page.getByRole('alertdialog', { name: WARNING }).getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  it('says two minutes before the twelve hours are over that it ends, and when', async () => {
    const { page } = await openAs('staff');
    await page.clock.install({ time: Date.now() + (11 * 60 + 57) * 60_000 });
    await page.goto('/profile');
    await heading(page, 'Profile');
    await page.clock.fastForward('01:30');
    const dialog = page.getByRole('alertdialog', { name: 'Your session ends soon' });
    await dialog.getByText(/Your session ends at \d{1,2}:\d\d [AP]M, 12 hours after you signed in/).waitFor();
    await dialog.getByRole('button', { name: 'Keep working' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.clock.fastForward('02:00');
    await page.waitForURL('**/login');
    await page.getByText('Your session ended 12 hours after you signed in. Please sign in again.').waitFor();
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  it('any mouse down, mouse move, key press, scroll or touch restarts the time', async () => {
    const { page } = await openAs('staff');
    await page.clock.install();
    await page.goto('/profile');
    await page.getByRole('heading', { name: 'Permissions' }).waitFor();
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
    await expect.poll(() => page.getByText(WARNING).count()).toBe(0);
    await page.clock.fastForward('01:30');
    await page.getByRole('alertdialog', { name: WARNING }).waitFor();
  });

  it('decisions 14 activity in one tab counts for all tabs, and all end together', async () => {
    const { page, context } = await openAs('staff');
    await context.clock.install();
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/profile');
      await heading(tab, 'Profile');
    }
    await context.clock.fastForward('12:00');
    await other.keyboard.press('Shift');
    await context.clock.fastForward('04:00');
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    expect((await stored(page)).token).not.toBeNull();
    expect(new URL(page.url()).pathname).toBe('/profile');
    await context.clock.fastForward('15:00');
    await Promise.all([page.waitForURL('**/login'), other.waitForURL('**/login')]);
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  it('decisions 13 typing without calling sends a heartbeat at most once a minute', async () => {
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

  it('decisions 14 after the end the same user is back on the page, with what was typed', async () => {
    const user = await readyUser({ role: 'MedicalAssistant' });
    const { page } = await openAs(user);
    await page.clock.install();
    await page.goto('/patients/new');
    await page.getByLabel('First Name').fill('Winifred');
    await page.clock.fastForward('16:00');
    await page.waitForURL('**/login');
    await expect.poll(() => page.getByText('Winifred').count()).toBe(0);
    await signInOn(page, user);
    await heading(page, 'New Patient');
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Winifred');
    await page.getByText('What you had not saved is here again.').waitFor();
  });
});

const everythingStored = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const stores = [localStorage, sessionStorage].map((storage) => Object.entries(storage));
    return JSON.stringify([stores, history.state, databases]);
  });

/** Somebody types into a form, is away until the session has ended, and the sign-in screen is loaded anew. */
async function typeAndExpire() {
  const user = await readyUser({ role: 'MedicalAssistant' });
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
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  expect(await everythingStored(page)).not.toContain('Winifred');
  return { page, user };
}

describe('a reload of the sign-in screen after a session has ended', () => {
  it('keeps the page and the form for the same user, unreadable until then', async () => {
    const { page, user } = await typeAndExpire();
    await signInOn(page, user);
    await page.waitForURL('**/patients/new?from=front');
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Winifred');
    await page.getByText('What you had not saved is here again.').waitFor();
    await expect.poll(() => everythingStored(page)).not.toContain('unsaved');
  });

  it('gives nothing of it to anybody else, and removes it', async () => {
    const { page, user } = await typeAndExpire();
    const other = await readyUser({ role: 'MedicalAssistant' });
    await signInOn(page, other);
    await page.waitForURL(`${inject('portalUrl')}/`);
    await expect.poll(() => everythingStored(page)).not.toContain('unsaved');
    await logOut(page);
    await signInOn(page, user);
    await page.waitForURL(`${inject('portalUrl')}/`);
    await visit(page, '/patients/new?from=front');
    await heading(page, 'New Patient');
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('');
  });
});

/** A token as the browser reads one: only its claims count. */
const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

describe('spec 1 §4, §5, §8 the stored session', () => {
  const UserId = '11111111-1111-4111-8111-111111111111';

  it.each([
    ['whose expiry time has passed', tokenOf({ UserId, exp: 1_700_000_000 })],
    ['without an expiry claim', tokenOf({ UserId })],
  ])('spec 1 §5 a token %s is removed together with the user', async (_which, expired) => {
    const { page } = await openPage();
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
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
    expect(calls).toEqual([]);
  });

  it('spec 1 §3, §4 without a stored user the token tells who it is', async () => {
    const { token: real } = await client().signIn('physician');
    const { page } = await openPage();
    await page.goto('/login');
    await page.evaluate((text) => localStorage.setItem('token', text), real);
    await page.goto('/profile');
    await page.getByRole('banner').getByText('Priya Raman').waitFor();
    expect(JSON.parse((await stored(page)).user ?? '')).toMatchObject({
      username: 'physician',
      roles: ['ProviderPhysician'],
    });
  });

  it('spec 1 §8 a 401 removes the token and goes to /login; decisions 14 the same user is led back', async () => {
    const { page, token: real } = await openAs('midlevel');
    await page.goto('/patients?search=smith');
    await heading(page, 'Patients');
    // Without the live connection nothing but the next call tells.
    await cutOff(page, '**/api/auth/live-ticket');
    await page.reload();
    await heading(page, 'Patients');
    await client().send('POST', '/auth/logout', { token: real });
    await page.getByRole('button', { name: 'MRN', exact: true }).click();
    await page.waitForURL('**/login');
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
    await signInOn(page, { userName: 'midlevel', password: PASSWORD });
    await page.waitForURL('**/patients?search=smith**');
    await heading(page, 'Patients');
  });

  it('decisions 14 another user is not led to the page of the one before', async () => {
    const { page, token: real } = await openAs('midlevel');
    await page.goto('/patients');
    await heading(page, 'Patients');
    await client().send('POST', '/auth/logout', { token: real });
    await page.waitForURL('**/login');
    await signInOn(page, { userName: 'staff', password: PASSWORD });
    await page.waitForURL(`${inject('portalUrl')}/`);
  });

  it('decisions 14 a link opened before signing in leads there afterwards', async () => {
    const { page } = await openPage();
    await page.goto('/patients?search=smith');
    await page.waitForURL('**/login');
    await signInOn(page, { userName: 'staff', password: PASSWORD });
    await page.waitForURL('**/patients?search=smith');
    await heading(page, 'Patients');
  });

  it('decisions 21 when the server cannot be reached the token is kept and a retry screen shows nothing else', async () => {
    const { page } = await openAs('staff');
    await page.goto('/profile');
    await heading(page, 'Profile');
    await cutOff(page, '**/api/**');
    await page.goto('/patients');
    await heading(page, 'The server cannot be reached');
    expect((await stored(page)).token).not.toBeNull();
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Patients');
  });

  it('spec 1 §7, §9 logging out tells the server, clears both keys, and signs the other tabs out', async () => {
    const { page, context, token: real } = await openAs('staff');
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/profile');
      await heading(tab, 'Profile');
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
    expect((await client().send('GET', '/auth/permissions', { token: real })).status).toBe(401);
  });
});

describe('decisions 19 active sessions and preferences', () => {
  it('lists them; another one can be signed out and is gone at once', async () => {
    const user = await readyUser();
    const [here, there] = [await openAs(user), await openAs(user)];
    await there.page.goto('/patients');
    await heading(there.page, 'Patients');
    await here.page.goto('/profile');
    const sessions = here.page.getByRole('region', { name: 'Active sessions' });
    const own = sessions.getByRole('listitem').filter({ hasText: 'This session' });
    await own.waitFor();
    await expect.poll(() => own.getByRole('button').count()).toBe(0);
    await sessions.getByRole('button', { name: 'Sign out' }).last().waitFor();
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

  it('landing page and rows per page are chosen in the profile', async () => {
    const user = await readyUser();
    const { page } = await openAs(user);
    await page.goto('/profile');
    const preferences = page.getByRole('region', { name: 'Preferences' });
    await preferences.getByLabel('Page after signing in').click();
    await page.getByRole('option', { name: 'Patients' }).click();
    await preferences.getByLabel('Rows per page').click();
    await page.getByRole('option', { name: '10 rows' }).click();
    await preferences.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your preferences were saved.').first().waitFor();
    await logOut(page);
    await signInOn(page, { userName: user.userName, password: OWN_PASSWORD });
    await page.waitForURL('**/patients');
    await page.getByText('1–10 of ', { exact: false }).first().waitFor();
  });
});
