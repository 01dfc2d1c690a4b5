import type { Page, Route } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { patientGet, patientUpdate } from '@portal/contract/patients';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import type { Api } from '../support/api.ts';
import { newPatient, readyUser } from '../support/records.ts';
import { cutOff, intercept } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { logOut, NOTHING_STORED, signInOn, stored } from '../support/sign-in.ts';
import { expect, test, type OpenAs } from '../support/test.ts';

const WARNING = 'Are you still there?';
const EXPIRED = 'You were signed out because of inactivity. Please sign in again.';

/** Scrolls and waits for the scroll event, which fires with the next frame, after the position has changed. */
const scrollTo = (page: Page, top: number) =>
  page.evaluate(
    (to) =>
      new Promise((resolve) => {
        document.addEventListener('scroll', resolve, { once: true });
        window.scrollTo(0, to);
      }),
    top,
  );

/** User actions that count as activity. */
const ACTIVITIES: readonly ((page: Page) => Promise<unknown>)[] = [
  async (page) => {
    await page.mouse.down();
    await page.mouse.up();
  },
  (page) => page.mouse.move(600, 400),
  (page) => page.keyboard.press('Shift'),
  async (page) => {
    await scrollTo(page, 300);
    // Scroll back, because content that loads above would otherwise move the page and count as another scroll.
    await scrollTo(page, 0);
  },
  (page) => page.evaluate(() => void document.body.dispatchEvent(new Event('touchstart', { bubbles: true }))),
];

test.describe('inactivity', () => {
  test('ends the session after 15 minutes without mouse, key, scroll or touch, unless the user chooses to stay', async ({
    openAs,
  }) => {
    const { page } = await openAs('staff');
    await page.clock.install();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Permissions' })).toBeVisible();
    for (const act of ACTIVITIES) {
      await page.clock.fastForward('12:00');
      await act(page);
    }
    await page.clock.fastForward('12:45');
    await expect(page.getByText(WARNING)).toHaveCount(0);
    await page.clock.fastForward('00:20');
    const warning = page.getByRole('alertdialog', { name: WARNING });
    await expect(warning).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^1:[0-5]\d$/);
    await warning.getByRole('button', { name: 'Stay signed in' }).click();
    await page.clock.fastForward('12:00');
    await expect(page.getByRole('alertdialog')).toBeHidden();

    await page.clock.fastForward('02:45');
    await expect(warning).toBeVisible();
    expect((await stored(page)).token).not.toBeNull();
    await page.clock.fastForward('00:20');
    await page.waitForURL('**/login');
    await expect(page.getByText(EXPIRED)).toBeVisible();
    await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
  });

  test('warns two minutes before the twelve hours are over, with the end time', async ({ openAs, api }) => {
    // The session that tests share may be minutes old.
    const { page } = await openAs(await readyUser(api));
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
});

const everythingStored = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const stores = [localStorage, sessionStorage].map((storage) => Object.entries(storage));
    return JSON.stringify([stores, history.state, databases]);
  });

/** A user types into a form and is then inactive until the session has ended. */
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
  await expect(page.getByText('Winifred')).toHaveCount(0);
  return { page, user };
}

/** Reloads the sign-in screen: the input is kept, but not readable. */
async function reloadSignIn(page: Page): Promise<void> {
  await expect.poll(() => everythingStored(page)).toContain('unsaved');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect.poll(() => everythingStored(page)).not.toContain('Winifred');
}

test.describe('unsaved input when a session ends', () => {
  test('is restored for the same user, even after a reload, and encrypted until then', async ({
    api,
    openAs,
  }) => {
    const { page, user } = await typeAndExpire(openAs, api);
    const signInAgain = async () => {
      await signInOn(page, user);
      await page.waitForURL('**/patients/new?from=front');
      await expect(heading(page, 'New Patient')).toBeVisible();
      await expect(page.getByLabel('First Name')).toHaveValue('Winifred');
      await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
    };
    const prepared = page.waitForResponse(/\/form-key$/);
    await signInAgain();
    await prepared;
    await page.clock.fastForward('16:00');
    await page.waitForURL('**/login');
    await reloadSignIn(page);
    await signInAgain();
    await expect.poll(() => everythingStored(page)).not.toContain('unsaved');
  });

  test('is merged with what a colleague has saved since, and can be saved', async ({ api, openAs }) => {
    const superToken = await api.superToken();
    const patient = await newPatient(api);
    const user = await readyUser(api, { role: 'MedicalAssistant' });
    const { page } = await openAs(user);
    await page.clock.install();
    const prepared = page.waitForResponse(/\/form-key$/);
    await page.goto(`/patients/${patient.id}/edit`);
    await page.getByLabel('Address', { exact: true }).fill('12 Quill Lane');
    await prepared;
    await page.clock.fastForward('16:00');
    await page.waitForURL('**/login');
    const current = await api.succeed(patientGet, { params: { id: patient.id }, query: {} }, superToken);
    const { firstName, lastName, dateOfBirth, version } = current;
    const body = { firstName, lastName, dateOfBirth, city: 'Oslo', version };
    await api.succeed(patientUpdate, { params: { id: patient.id }, body }, superToken);
    await signInOn(page, user);
    await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
    await expect(page.getByLabel('City')).toHaveValue('Oslo');
    // By keyboard, because a notice about the colleague can appear at this moment and move the button.
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.waitForURL(`**/patients/${patient.id}`);
    const saved = await api.succeed(patientGet, { params: { id: patient.id }, query: {} }, superToken);
    expect([saved.address, saved.city]).toEqual(['12 Quill Lane', 'Oslo']);
  });

  test('is not restored for another user, and is removed', async ({ api, portalUrl, openAs }) => {
    const { page, user } = await typeAndExpire(openAs, api);
    await reloadSignIn(page);
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

test.describe('the stored session', () => {
  test('is checked before anything is shown; if the server is unreachable, it is kept for a retry', async ({
    openPage,
    api,
  }) => {
    const { token } = await api.signIn('physician');
    const { page } = await openPage();
    await page.goto('/login');
    // Without a stored user, the user comes from the token.
    await page.evaluate((text) => localStorage.setItem('token', text), token);
    const check = Promise.withResolvers<Route>();
    const permissions = await intercept(page, '**/api/auth/permissions', (route) => check.resolve(route));
    await page.goto('/patients');
    const loader = page.getByText('Loading Medical Portal...', { exact: true });
    await expect(loader).toBeVisible();
    await expect
      .poll(() => page.locator('main').boundingBox())
      .toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const outage = await cutOff(page, '**/api/**');
    await (await check.promise).abort('connectionrefused');
    await expect(heading(page, 'The server cannot be reached')).toBeVisible();
    expect((await stored(page)).token).toBe(token);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    permissions.end();
    outage.end();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page, 'Patients')).toBeVisible();
    await expect(loader).toHaveCount(0);
    await expect(page.getByRole('banner').getByText('Priya Raman')).toBeVisible();
    expect(JSON.parse((await stored(page)).user ?? '')).toMatchObject({
      username: 'physician',
      roles: ['ProviderPhysician'],
    });
  });

  test('a 401 removes it and goes to /login; the same user returns to the page, another one does not', async ({
    openAs,
    api,
    portalUrl,
  }) => {
    const { page } = await openAs('midlevel');
    // Without the live connection, only the next call reveals the end.
    await cutOff(page, '**/api/auth/live-ticket');
    await page.goto('/patients?inactive=true');
    const endSession = async () => {
      await expect(heading(page, 'Patients')).toBeVisible();
      await settled(page);
      await api.send('POST', '/auth/logout', { token: (await stored(page)).token ?? '' });
      await page.getByRole('button', { name: 'MRN', exact: true }).click();
      await page.waitForURL('**/login');
      await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
      await expect.poll(() => stored(page)).toEqual(NOTHING_STORED);
    };
    await endSession();
    await signInOn(page, { userName: 'midlevel', password: DEMO_PASSWORD });
    await page.waitForURL('**/patients?inactive=true**');
    await endSession();
    await signInOn(page, { userName: 'staff', password: DEMO_PASSWORD });
    await page.waitForURL(`${portalUrl}/`);
  });
});

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test.describe('active sessions and preferences', () => {
  test('lists sessions; another one can be signed out and disappears immediately', async ({
    openAs,
    api,
  }) => {
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
    // Includes the session in which the first password was chosen.
    const before = await sessions.getByRole('listitem').count();
    while ((await sessions.getByRole('button', { name: 'Sign out' }).count()) > 0) {
      const count = await sessions.getByRole('listitem').count();
      await sessions.getByRole('button', { name: 'Sign out' }).first().click();
      await expect.poll(() => sessions.getByRole('listitem').count()).toBeLessThan(count);
    }
    expect(before).toBeGreaterThanOrEqual(2);
    await there.page.waitForURL('**/login');
  });

  test('theme, landing page and rows per page are saved with the account; the theme matches the system by default', async ({
    openAs,
    openPage,
    api,
  }) => {
    const user = await readyUser(api);
    const { page } = await openAs(user, { colorScheme: 'dark' });
    await page.goto('/profile');
    const preferences = page.getByRole('region', { name: 'Preferences' });
    await expect(preferences).toBeVisible();
    const dark = await background(page);
    await page.getByRole('button', { name: 'Theme', exact: true }).click();
    const saved = page.waitForResponse('**/api/user/preferences');
    await page.getByRole('menuitemradio', { name: 'Light', exact: true }).click();
    await expect.poll(() => background(page)).not.toBe(dark);
    expect((await saved).status()).toBe(200);
    await preferences.getByLabel('Landing page').click();
    await page.getByRole('option', { name: 'Patients', exact: true }).click();
    await preferences.getByLabel('Rows per page').click();
    await page.getByRole('option', { name: '10 rows' }).click();
    await preferences.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your preferences were saved.').first()).toBeVisible();

    const other = await openPage({ colorScheme: 'dark' });
    await other.page.goto('/login');
    await signInOn(other.page, user);
    await other.page.waitForURL('**/patients');
    await expect(other.page.getByText('1–10 of ', { exact: false }).first()).toBeVisible();
    await expect.poll(() => background(other.page)).toBe(await background(page));
  });
});
