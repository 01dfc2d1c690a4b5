import { dashboardStats, type Activity } from '@portal/contract/dashboard';
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, type Api } from '../support/api.ts';
import { heading, visit } from '../support/page.ts';
import { newPatient, readyUser } from '../support/records.ts';
import { answer, hold, withoutPushedActivities } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

/** Labels of the tiles, in this order. */
const EVERYBODY = ['Active Patients', 'Pending Orders', 'New Messages', 'Documents Today'];
const ADMINISTRATORS = ['Total Users', ...EVERYBODY, 'System Status'];

/** Entries of the menu, in this order. */
const PAPERS = ['Medical Orders', 'Phone Messages', 'Documents'];
const STAFF_MENU = ['Dashboard', 'Patients', ...PAPERS, 'Timecard'];
const ASSISTANT_MENU = ['Dashboard', 'Patients', 'Dictations', ...PAPERS, 'Timecard'];
const PROVIDER_MENU = ['Dashboard', 'Patients', 'Dictations', ...PAPERS, 'Pill Count', 'Timecard'];
const OFFICE = ['Dashboard', 'Users', 'Patients', 'Offices', 'Dictations', ...PAPERS];
const REPORTS = ['Timecard', 'Timecard Reports', 'Schedule Management', 'Audit Logs'];
const TEMPLATES = ['Template Management', 'Billing Codes', 'Title Management', 'Dictation Management'];
const ADMIN_MENU = [...OFFICE, ...REPORTS, ...TEMPLATES];
const SUPERADMIN_MENU = [
  ...OFFICE,
  'Pill Count',
  ...REPORTS,
  'Role Permissions',
  'User Permissions',
  'Permission Audit',
  ...TEMPLATES,
];

const tiles = (page: Page) => page.getByRole('list', { name: 'Figures' }).getByRole('listitem');
const tile = (page: Page, label: string) => tiles(page).filter({ hasText: label });
const panel = (page: Page) => page.getByRole('region', { name: 'Recent Activity' });
const activities = (page: Page) => panel(page).getByRole('listitem');
const status = (page: Page, text: string) => panel(page).getByText(text, { exact: true });
/** Opens the dashboard and waits for the live connection. */
async function openLive(page: Page): Promise<void> {
  await page.goto('/');
  await expect(status(page, 'Live')).toBeVisible();
}
/** Signs a new user in, which the feed tells administrators; nothing else in it has this text. */
async function signSomebodyIn(api: Api): Promise<string> {
  const { user, userName, password } = await readyUser(api);
  await api.signIn(userName, password);
  return `Robin ${user.lastName} signed in`;
}

const anActivity = (icon: Activity['icon'], at: number): Activity => ({
  id: `0000000${at}-0000-4000-8000-000000000000`,
  description: `Something with ${icon}`,
  timestamp: '2026-01-05T20:04:00.000Z',
  color: 'primary',
  icon,
  entityType: 'User',
  entityId: null,
});

const ROLES = [
  {
    account: 'superadmin',
    name: 'Margaret Okafor',
    role: 'SuperAdmin',
    office: 'Harborview Spine & Pain',
    labels: ADMINISTRATORS,
    menu: SUPERADMIN_MENU,
  },
  {
    account: 'admin',
    name: 'Daniel Reyes',
    role: 'Admin',
    office: 'Harborview Spine & Pain',
    labels: ADMINISTRATORS,
    menu: ADMIN_MENU,
  },
  {
    account: 'physician',
    name: 'Priya Raman',
    role: 'ProviderPhysician',
    office: 'Harborview Spine & Pain',
    labels: EVERYBODY,
    menu: PROVIDER_MENU,
  },
  {
    account: 'midlevel',
    name: 'Thomas Whitaker',
    role: 'ProviderMidLevel',
    office: 'Harborview Annapolis',
    labels: EVERYBODY,
    menu: PROVIDER_MENU,
  },
  {
    account: 'assistant',
    name: 'Keisha Boyd',
    role: 'MedicalAssistant',
    office: 'Harborview Annapolis',
    labels: EVERYBODY,
    menu: ASSISTANT_MENU,
  },
  {
    account: 'staff',
    name: 'Elena Martinez',
    role: 'Staff',
    office: 'Harborview Spine & Pain',
    labels: EVERYBODY,
    menu: STAFF_MENU,
  },
] as const;

test.describe('what each role sees', () => {
  for (const { account, name, role, office, labels, menu } of ROLES) {
    test(`${role}: greeting, tiles, menu and quick actions`, async ({ openAs }) => {
      const { page } = await openAs(account);
      await page.goto('/');
      await expect(heading(page, `Welcome, ${name}`)).toBeVisible();
      await expect(page.getByText(`${role} - ${office}`, { exact: true })).toBeVisible();
      await expect(tiles(page)).toHaveText(labels.map((label) => new RegExp(`^${label}`)));
      // An entry may have a number beside its name.
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(
        menu.map((entry) => new RegExp(`^${entry}(\\d|$)`)),
      );
      await expect(
        page.getByRole('region', { name: 'Quick Actions' }).getByRole('link', { name: 'Search Patients' }),
      ).toBeVisible();
    });
  }

  test('joins several roles by commas, and names no office when the user has none', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs(await readyUser(api, { role: 'Admin', also: 'MedicalAssistant' }));
    await page.goto('/');
    await expect(page.getByText('Admin, MedicalAssistant', { exact: true })).toBeVisible();
  });

  test('a permission that is gone takes its tile and quick action away', async ({ openAs }) => {
    const { page } = await openAs('staff');
    await answer(page, '**/api/auth/permissions', { json: [] });
    await page.goto('/');
    await expect(heading(page, 'Welcome, Elena Martinez')).toBeVisible();
    await expect(tiles(page)).toHaveCount(0);
    await expect(page.getByText('Search Patients')).toHaveCount(0);
  });
});

test.describe('tiles and quick actions', () => {
  test.use({ account: 'admin' });

  test('show the figures of the server and lead on when clicked', async ({ page, api }) => {
    await page.goto('/');
    await expect(heading(page, 'Welcome, Daniel Reyes')).toBeVisible();
    const { totalUsers, activePatients } = await api.succeed(dashboardStats, {}, await api.superToken());
    const numbers = new Intl.NumberFormat('en-US');
    await expect(
      tile(page, 'Total Users').getByText(numbers.format(totalUsers ?? 0), { exact: true }),
    ).toBeVisible();
    await expect(
      tile(page, 'Active Patients').getByText(numbers.format(activePatients ?? 0), { exact: true }),
    ).toBeVisible();
    await expect(tile(page, 'System Status').getByText(/^(Healthy|Degraded|Down)$/)).toBeVisible();
    for (const [label, title] of [
      ['Total Users', 'User Management'],
      ['Active Patients', 'Patients'],
    ] as const) {
      await tile(page, label).getByRole('link').click();
      await expect(heading(page, title)).toBeVisible();
      await page.goBack();
      await expect(heading(page, 'Welcome, Daniel Reyes')).toBeVisible();
    }
    await page.getByRole('link', { name: 'Search Patients' }).click();
    await page.waitForURL('**/patients/search');
    await expect(heading(page, 'Patients')).toBeVisible();
  });

  test('say "Loading..." for the system status while loading', async ({ page }) => {
    const { release } = await hold(page, '**/api/dashboard/stats');
    await page.goto('/');
    await expect(tile(page, 'System Status').getByText('Loading...', { exact: true })).toBeVisible();
    await release();
    await expect(tile(page, 'System Status').getByText(/^(Healthy|Degraded|Down)$/)).toBeVisible();
  });

  test('show 0 or "Unknown" and a retry mark after a failure, which is only logged', async ({
    page,
    complaints,
  }) => {
    complaints.allow(/^Dashboard figures:/);
    await answer(page, '**/api/dashboard/stats', { status: 500 });
    await page.goto('/');
    await expect(tile(page, 'Total Users').getByText('0', { exact: true })).toBeVisible();
    await expect(tile(page, 'System Status').getByText('Unknown', { exact: true })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect.poll(() => complaints.texts.join('\n')).toContain('Dashboard figures: SERVER_ERROR');
    const retry = page.getByRole('button', { name: 'Retry Total Users' });
    await expect(retry).toBeVisible();
    const label = await tile(page, 'Total Users').getByText('Total Users', { exact: true }).boundingBox();
    const mark = await retry.boundingBox();
    expect((label?.x ?? 0) + (label?.width ?? Infinity)).toBeLessThanOrEqual(mark?.x ?? 0);
    await page.unrouteAll();
    await retry.click();
    await expect(tile(page, 'System Status').getByText(/^(Healthy|Degraded|Down)$/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  });
});

test.describe('recent activity', () => {
  test('shows at once what others do, newest first and at most 5, and never names a patient', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs('admin');
    await openLive(page);
    await expect(activities(page).first()).toContainText(await signSomebodyIn(api));
    const patient = await newPatient(api, { firstName: 'Secretname' });
    await expect(activities(page).first()).toHaveText(/patient/i);
    for (let count = 0; count < 4; count += 1) await api.signIn('midlevel');
    await expect(activities(page).first()).toHaveText(/Thomas Whitaker signed in/);
    await expect(activities(page).locator('time')).toHaveText(
      Array.from({ length: 5 }, () => /^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M$/),
    );
    await expect(activities(page).last()).toHaveText(/patient/i);
    await expect(panel(page)).not.toContainText('Secretname');
    await expect(panel(page)).not.toContainText(patient.lastName);
  });

  test('each reader gets only what their permissions allow', async ({ openAs, api }) => {
    const { page } = await openAs('staff');
    const pushed: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => pushed.push(String(payload))),
    );
    await openLive(page);
    const signIn = await signSomebodyIn(api);
    const { id } = await newPatient(api);
    await expect.poll(() => pushed.join('\n')).toContain(id);
    await expect(activities(page).first()).toHaveText(/patient/i);
    expect(pushed.join('\n')).not.toContain(signIn);
    await expect(panel(page).getByText(/signed in/)).toHaveCount(0);
  });

  test('shows icon, description and a time like "Jan 5, 3:04 PM"', async ({ openAs }) => {
    const { page } = await openAs('staff');
    const icons = [
      'Login',
      'Security',
      'People',
      'LocalHospital',
      'Description',
      'Assignment',
      'Mic',
      'Default',
    ] as const;
    const shapes: (string | null)[] = [];
    await withoutPushedActivities(page);
    for (const some of [icons.slice(0, 5), icons.slice(5)]) {
      await answer(page, '**/api/activity/recent?count=20', { json: some.map(anActivity) });
      await page.goto('/');
      await expect(activities(page)).toHaveText(
        some.map((icon) => new RegExp(`^Something with ${icon}\\s*Jan 5, 3:04 PM$`)),
      );
      shapes.push(
        ...(await activities(page)
          .locator('svg path')
          .evaluateAll((all) => all.map((path) => path.getAttribute('d')))),
      );
    }
    expect(new Set(shapes).size).toBeGreaterThanOrEqual(icons.length);
  });

  test('says "No recent activity" when there is none and the connection is live', async ({ openAs }) => {
    const { page } = await openAs('staff');
    await withoutPushedActivities(page);
    await answer(page, '**/api/activity/recent?count=20', { json: [] });
    await page.goto('/');
    await expect(panel(page).getByText('No recent activity', { exact: true })).toBeVisible();
    await expect(status(page, 'Live')).toBeVisible();
  });

  test('shows placeholders and "Connecting..." when there is none and no connection yet', async ({
    openAs,
  }) => {
    const { page } = await openAs('staff');
    await withoutPushedActivities(page);
    await answer(page, '**/api/activity/recent?count=20', { json: [] });
    const { release } = await hold(page, '**/hubs/activity/negotiate**');
    await page.goto('/');
    await expect(status(page, 'Connecting...')).toBeVisible();
    await expect(panel(page).locator('.MuiSkeleton-root').first()).toBeVisible();
    await expect(panel(page).getByText('No recent activity')).toHaveCount(0);
    await release();
    await expect(status(page, 'Live')).toBeVisible();
    await expect(panel(page).getByText('No recent activity', { exact: true })).toBeVisible();
  });
});

test.describe('the live connection', () => {
  test('opens once, never with the session’s token in the address, and stays open on other pages', async ({
    openAs,
  }) => {
    const { page, token } = await openAs('staff');
    const opened = page.waitForEvent('websocket');
    await openLive(page);
    const socket = await opened;
    expect(new URL(socket.url()).pathname).toBe('/hubs/activity');
    expect(socket.url()).not.toContain(token);
    let count = 0;
    page.on('websocket', () => (count += 1));
    await visit(page, '/patients');
    await expect(heading(page, 'Patients')).toBeVisible();
    await visit(page, '/');
    await expect(status(page, 'Live')).toBeVisible();
    expect([socket.isClosed(), count]).toEqual([false, 0]);
  });

  test('uses server-sent events where there are no WebSockets', async ({ openAs, api }) => {
    const { page } = await openAs('admin');
    await page.addInitScript(() => Reflect.deleteProperty(window, 'WebSocket'));
    await openLive(page);
    await expect(activities(page).first()).toContainText(await signSomebodyIn(api));
  });

  test('is tried again after 1, 2, 4, 8 and 16 seconds, then given up as "Offline"', async ({
    openAs,
    complaints,
  }) => {
    const { page } = await openAs('staff');
    await page.clock.install();
    let tries = 0;
    let fail: (() => Promise<void>) | undefined;
    await page.route('**/hubs/activity/negotiate**', async (route) => {
      tries += 1;
      if (tries === 1) fail = () => route.abort('connectionrefused');
      else await route.abort('connectionrefused');
    });
    const failures = () => complaints.texts.filter((text) => text.startsWith('Live connection:')).length;
    await page.goto('/');
    await expect.poll(() => fail).toBeDefined();
    // From here on time stands still but for these steps.
    await page.clock.pauseAt(Date.now() + 60_000);
    await fail?.();
    for (const [index, seconds] of [1, 2, 4, 8, 16].entries()) {
      await expect.poll(failures).toBe(index + 1);
      await page.clock.runFor(seconds * 1000 - 1);
      await expect(status(page, 'Connecting...')).toBeVisible();
      expect(tries).toBe(index + 1);
      await page.clock.runFor(1);
      await expect.poll(() => tries).toBe(index + 2);
    }
    await expect(status(page, 'Offline')).toBeVisible();
    await page.clock.runFor(60_000);
    expect(tries).toBe(6);
    await page.unrouteAll();
    await page.clock.resume();
    await page.getByRole('button', { name: 'Connect again' }).click();
    await expect(status(page, 'Live')).toBeVisible();
  });

  test('a session that ends closes it and leads to the sign-in screen', async ({ openAs, api }) => {
    const { page, token } = await openAs({ userName: 'staff', password: DEMO_PASSWORD });
    await openLive(page);
    await api.send('POST', '/auth/logout', { token });
    await page.waitForURL('**/login');
  });
});
