import { dashboardStats } from '@portal/contract/dashboard';
import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { heading, visit } from '../support/page.ts';
import { newPatient, readyUser } from '../support/records.ts';
import { answer, intercept, withoutPushedActivities } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

/** Labels of the tiles, in order. */
const EVERYBODY = ['Active Patients', 'Pending Orders', 'New Messages', 'Documents Today'];
const ADMINISTRATORS = ['Total Users', ...EVERYBODY, 'System Status'];

const STAFF_MENU = ['Dashboard', 'Patients', 'Medical Orders', 'Phone Messages', 'Documents', 'Timecard'];

const tiles = (page: Page) => page.getByRole('list', { name: 'Statistics' }).getByRole('listitem');
const tile = (page: Page, label: string) => tiles(page).filter({ hasText: label });
const panel = (page: Page) => page.getByRole('region', { name: 'Recent Activity' });
const activities = (page: Page) => panel(page).getByRole('listitem');
const status = (page: Page, text: string) => panel(page).getByText(text, { exact: true });

/** Opens the dashboard and waits for the live connection. */
async function openLive(page: Page): Promise<void> {
  await page.goto('/');
  await expect(status(page, 'Live')).toBeVisible();
}
/** Signs in a new user, which appears in the administrators' feed with a unique text. */
async function signSomebodyIn(api: Api): Promise<string> {
  const { user, userName, password } = await readyUser(api);
  await api.signIn(userName, password);
  return `Robin ${user.lastName} signed in`;
}

test('an administrator sees the server’s statistics, retries a failed one, and opens the page of each tile', async ({
  openAs,
  api,
  complaints,
}) => {
  const { page } = await openAs('admin');
  complaints.allow(/^Dashboard figures:/);
  const failure = await answer(page, '**/api/dashboard/stats', { status: 500 });
  await page.goto('/');
  await expect(heading(page, 'Welcome, Daniel Reyes')).toBeVisible();
  await expect(page.getByText('Admin - Harborview Spine & Pain', { exact: true })).toBeVisible();
  await expect(tiles(page)).toHaveText(ADMINISTRATORS.map((label) => new RegExp(`^${label}`)));
  const retry = page.getByRole('button', { name: 'Retry Total Users' });
  await expect(retry).toBeVisible();
  const label = await tile(page, 'Total Users').getByText('Total Users', { exact: true }).boundingBox();
  const mark = await retry.boundingBox();
  expect((label?.x ?? 0) + (label?.width ?? Infinity)).toBeLessThanOrEqual(mark?.x ?? 0);
  failure.end();
  await retry.click();
  await expect(tile(page, 'System Status').getByText(/^(Healthy|Degraded|Down)$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);

  const { totalUsers, activePatients } = await api.succeed(dashboardStats, {}, await api.superToken());
  for (const [name, figure, title] of [
    ['Total Users', totalUsers, 'User Management'],
    ['Active Patients', activePatients, 'Patients'],
  ] as const) {
    const text = (figure ?? 0).toLocaleString('en-US');
    await expect(tile(page, name).getByText(text, { exact: true })).toBeVisible();
    await tile(page, name).getByRole('link').click();
    await expect(heading(page, title)).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'Welcome, Daniel Reyes')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Search Patients' }).click();
  await page.waitForURL('**/patients/search');
  await expect(heading(page, 'Patients')).toBeVisible();
});

test.describe('recent activity', () => {
  test('shows other users’ activities immediately, newest first and at most 5, and never names a patient', async ({
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
    await expect(activities(page).first()).toHaveText(/, and \d+ earlier sign-ins and sign-outs$/);
    await expect(activities(page).nth(1)).toHaveText(/patient/i);
    for (let count = 0; count < 4; count += 1) await newPatient(api);
    await expect(activities(page).locator('time')).toHaveText(
      Array.from({ length: 5 }, () => /^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M$/),
    );
    await expect(panel(page)).not.toContainText('Secretname');
    await expect(panel(page)).not.toContainText(patient.lastName);
  });

  test('uses one connection, without the session token in the URL, and respects permissions', async ({
    openAs,
    api,
  }) => {
    const { page, token } = await openAs('staff');
    const pushed: string[] = [];
    const opened = page.waitForEvent('websocket');
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => pushed.push(String(payload))),
    );
    await openLive(page);
    const socket = await opened;
    expect(new URL(socket.url()).pathname).toBe('/hubs/activity');
    expect(socket.url()).not.toContain(token);
    await expect(tiles(page)).toHaveText(EVERYBODY.map((label) => new RegExp(`^${label}`)));
    // An entry may have a badge with a number.
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(
      STAFF_MENU.map((entry) => new RegExp(`^${entry}(\\d|$)`)),
    );
    let others = 0;
    page.on('websocket', () => (others += 1));
    await visit(page, '/patients');
    await expect(heading(page, 'Patients')).toBeVisible();
    await visit(page, '/');
    await expect(status(page, 'Live')).toBeVisible();
    const signIn = await signSomebodyIn(api);
    const { id } = await newPatient(api);
    await expect.poll(() => pushed.join('\n')).toContain(id);
    await expect(activities(page).first()).toHaveText(/patient/i);
    expect(pushed.join('\n')).not.toContain(signIn);
    await expect(panel(page).getByText(/signed in/)).toHaveCount(0);
    expect([socket.isClosed(), others]).toEqual([false, 0]);
  });

  test('uses server-sent events without WebSockets', async ({ openAs, api }) => {
    const { page } = await openAs('admin');
    await page.addInitScript(() => Reflect.deleteProperty(window, 'WebSocket'));
    await openLive(page);
    await expect(activities(page).first()).toContainText(await signSomebodyIn(api));
  });

  test('retries a failed connection after 1, 2, 4, 8 and 16 seconds, then only on request', async ({
    openAs,
    complaints,
  }) => {
    const { page } = await openAs('staff');
    await page.clock.install();
    await withoutPushedActivities(page);
    await answer(page, '**/api/activity/recent?count=20', { json: [] });
    let tries = 0;
    let fail: (() => Promise<void>) | undefined;
    const outage = await intercept(page, '**/hubs/activity/negotiate**', async (route) => {
      tries += 1;
      if (tries === 1) fail = () => route.abort('connectionrefused');
      else await route.abort('connectionrefused');
    });
    const failures = () => complaints.texts.filter((text) => text.startsWith('Live connection:')).length;
    await page.goto('/');
    await expect.poll(() => fail).toBeDefined();
    await expect(status(page, 'Connecting...')).toBeVisible();
    await expect(panel(page).locator('.MuiSkeleton-root').first()).toBeVisible();
    await expect(panel(page).getByText('No recent activity')).toHaveCount(0);
    // From here on, the clock is paused except for these steps.
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
    outage.end();
    await page.clock.resume();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await expect(status(page, 'Live')).toBeVisible();
    await expect(panel(page).getByText('No recent activity', { exact: true })).toBeVisible();
  });
});
