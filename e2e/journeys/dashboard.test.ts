import { dashboardStats, type Activity } from '@portal/contract/dashboard';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, usePage, visit } from '../run/page.ts';
import { newPatient, readyUser, superToken } from '../run/records.ts';
import { answer, hold, withoutPushedActivities } from '../run/requests.ts';

useBrowser();

/** Spec 1 §2.5, §9, in this order. */
const EVERYBODY = ['Active Patients', 'Pending Orders', 'New Messages', 'Documents Today'];
const ADMINISTRATORS = ['Total Users', ...EVERYBODY, 'System Status'];

/** Spec 1 §2.1, in this order; those whose page is built. */
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
const labelsOf = async (page: Page) => (await tiles(page).allInnerTexts()).map((text) => text.split('\n')[0]);

const anActivity = (icon: Activity['icon'], at: number): Activity => ({
  id: `0000000${at}-0000-4000-8000-000000000000`,
  description: `Something with ${icon}`,
  timestamp: '2026-01-05T20:04:00.000Z',
  color: 'primary',
  icon,
  entityType: 'User',
  entityId: null,
});

describe('spec 1 §2.1, §2.5 what each role sees', () => {
  it.each([
    [
      'superadmin',
      'Margaret Okafor',
      'SuperAdmin',
      'Harborview Spine & Pain',
      ADMINISTRATORS,
      SUPERADMIN_MENU,
    ],
    ['admin', 'Daniel Reyes', 'Admin', 'Harborview Spine & Pain', ADMINISTRATORS, ADMIN_MENU],
    ['physician', 'Priya Raman', 'ProviderPhysician', 'Harborview Spine & Pain', EVERYBODY, PROVIDER_MENU],
    ['midlevel', 'Thomas Whitaker', 'ProviderMidLevel', 'Harborview Annapolis', EVERYBODY, PROVIDER_MENU],
    ['assistant', 'Keisha Boyd', 'MedicalAssistant', 'Harborview Annapolis', EVERYBODY, ASSISTANT_MENU],
    ['staff', 'Elena Martinez', 'Staff', 'Harborview Spine & Pain', EVERYBODY, STAFF_MENU],
  ] as const)('%s', async (userName, name, role, office, expected, entries) => {
    const { page } = await openAs(userName);
    await page.goto('/');
    await heading(page, `Welcome, ${name}`);
    await page.getByText(`${role} - ${office}`, { exact: true }).waitFor();
    await expect.poll(() => labelsOf(page)).toEqual(expected);
    const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    // An entry may have a number beside its name.
    await expect
      .poll(async () => (await menu.allInnerTexts()).map((text) => text.split('\n')[0]))
      .toEqual(entries);
    await page
      .getByRole('region', { name: 'Quick Actions' })
      .getByRole('link', { name: 'Search Patients' })
      .waitFor();
  });

  it('roles are joined by commas, and nothing follows when the user has no office', async () => {
    const { page } = await openAs(await readyUser({ role: 'Admin', also: 'MedicalAssistant' }));
    await page.goto('/');
    await page.getByText('Admin, MedicalAssistant', { exact: true }).waitFor();
  });

  it('a permission that is gone takes its tile and quick action away', async () => {
    const { page } = await openAs('staff');
    await answer(page, '**/api/auth/permissions', { json: [] });
    await page.goto('/');
    await heading(page, 'Welcome, Elena Martinez');
    await expect.poll(() => tiles(page).count()).toBe(0);
    await expect.poll(() => page.getByText('Search Patients').count()).toBe(0);
  });
});

describe('spec 1 §2.5 tiles and quick actions', () => {
  const shared = usePage('admin');

  it('show the figures of the server and lead on when clicked', async () => {
    const page = shared();
    await page.goto('/');
    await heading(page, 'Welcome, Daniel Reyes');
    const { totalUsers, activePatients } = await client().succeed(dashboardStats, {}, await superToken());
    const numbers = new Intl.NumberFormat('en-US');
    await tile(page, 'Total Users')
      .getByText(numbers.format(totalUsers ?? 0), { exact: true })
      .waitFor();
    await tile(page, 'Active Patients')
      .getByText(numbers.format(activePatients ?? 0), { exact: true })
      .waitFor();
    await tile(page, 'System Status')
      .getByText(/^(Healthy|Degraded|Down)$/)
      .waitFor();
    for (const [label, title] of [
      ['Total Users', 'User Management'],
      ['Active Patients', 'Patients'],
    ] as const) {
      await tile(page, label).getByRole('link').click();
      await heading(page, title);
      await page.goBack();
      await heading(page, 'Welcome, Daniel Reyes');
    }
    await page.getByRole('link', { name: 'Search Patients' }).click();
    await page.waitForURL('**/patients/search');
    await heading(page, 'Patients');
  });

  it('spec 1 §3 say "Loading..." for the system status while loading', async () => {
    const page = shared();
    const { release } = await hold(page, '**/api/dashboard/stats');
    await page.goto('/');
    await tile(page, 'System Status').getByText('Loading...', { exact: true }).waitFor();
    await release();
    await tile(page, 'System Status')
      .getByText(/^(Healthy|Degraded|Down)$/)
      .waitFor();
  });

  it('spec 1 §8, decisions 34 show 0 or "Unknown" and a retry mark after a failure, which is only logged', async () => {
    const { page, complaints } = await openAs('admin');
    await answer(page, '**/api/dashboard/stats', { status: 500 });
    await page.goto('/');
    await tile(page, 'Total Users').getByText('0', { exact: true }).waitFor();
    await tile(page, 'System Status').getByText('Unknown', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    expect(complaints.splice(0).join('\n')).toContain('Dashboard figures: SERVER_ERROR');
    const title = await tile(page, 'Total Users').getByText('Total Users', { exact: true }).boundingBox();
    const retry = await page.getByRole('button', { name: 'Retry Total Users' }).boundingBox();
    expect((title?.x ?? 0) + (title?.width ?? Infinity)).toBeLessThanOrEqual(retry?.x ?? 0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry Total Users' }).click();
    await tile(page, 'System Status')
      .getByText(/^(Healthy|Degraded|Down)$/)
      .waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
  });
});

describe('spec 1 §2.5 recent activity', () => {
  it('is live: what somebody else does comes to the front at once; the latest 5 are shown', async () => {
    const { page } = await openAs('admin');
    await page.goto('/');
    await status(page, 'Live').waitFor();
    const patient = await newPatient({ firstName: 'Secretname' });
    await expect.poll(() => activities(page).first().innerText()).toMatch(/patient/i);
    await client().signIn('assistant');
    await activities(page).first().filter({ hasText: 'Keisha Boyd signed in' }).waitFor();
    for (let count = 0; count < 4; count += 1) await client().signIn('midlevel');
    await activities(page).first().filter({ hasText: 'Thomas Whitaker signed in' }).waitFor();
    await expect.poll(() => activities(page).count()).toBe(5);
    const times = await activities(page).locator('time').allInnerTexts();
    expect(times).toHaveLength(5);
    for (const text of times) expect(text).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M$/);
    // Decisions 35: never a patient's name.
    await expect.poll(() => panel(page).innerText()).not.toContain('Secretname');
    await expect.poll(() => panel(page).innerText()).not.toContain(patient.lastName);
  });

  it('decisions 35 each reader gets only what their permissions allow', async () => {
    const { page } = await openAs('staff');
    await page.goto('/');
    await status(page, 'Live').waitFor();
    await client().signIn('assistant');
    const before = await activities(page).count();
    await newPatient();
    await expect.poll(() => activities(page).count()).toBeGreaterThanOrEqual(Math.min(5, before + 1));
    expect(
      await panel(page)
        .getByText(/signed in/)
        .count(),
    ).toBe(0);
  });

  it('shows icon, description and a time like "Jan 5, 3:04 PM"', async () => {
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
      await activities(page).first().waitFor();
      await expect
        .poll(() => activities(page).allInnerTexts())
        .toEqual(
          some.map((icon) => expect.stringMatching(new RegExp(`^Something with ${icon}\\s+Jan 5, 3:04 PM$`))),
        );
      shapes.push(
        ...(await activities(page)
          .locator('svg path')
          .evaluateAll((all) => all.map((path) => path.getAttribute('d')))),
      );
    }
    expect(new Set(shapes).size).toBeGreaterThanOrEqual(icons.length);
  });

  it('"No recent activity" when there is none and the connection is live', async () => {
    const { page } = await openAs('staff');
    await withoutPushedActivities(page);
    await answer(page, '**/api/activity/recent?count=20', { json: [] });
    await page.goto('/');
    await panel(page).getByText('No recent activity', { exact: true }).waitFor();
    await status(page, 'Live').waitFor();
  });

  it('placeholders when there is none and no connection: "Connecting..."', async () => {
    const { page } = await openAs('staff');
    await withoutPushedActivities(page);
    await answer(page, '**/api/activity/recent?count=20', { json: [] });
    const { release } = await hold(page, '**/hubs/activity/negotiate**');
    await page.goto('/');
    await status(page, 'Connecting...').waitFor();
    await panel(page).locator('.MuiSkeleton-root').first().waitFor();
    await expect.poll(() => panel(page).getByText('No recent activity').count()).toBe(0);
    await release();
    await status(page, 'Live').waitFor();
    await panel(page).getByText('No recent activity', { exact: true }).waitFor();
  });
});

describe('spec 1 §4, §7, §9 the live connection', () => {
  it('opens once, never with the session’s token in the address, and stays open on other pages', async () => {
    const { page, token } = await openAs('staff');
    const opened = page.waitForEvent('websocket');
    await page.goto('/');
    const socket = await opened;
    await status(page, 'Live').waitFor();
    expect(new URL(socket.url()).pathname).toBe('/hubs/activity');
    expect(socket.url()).not.toContain(token);
    let count = 0;
    page.on('websocket', () => (count += 1));
    await visit(page, '/patients');
    await heading(page, 'Patients');
    await visit(page, '/');
    await status(page, 'Live').waitFor();
    expect([socket.isClosed(), count]).toEqual([false, 0]);
  });

  it('does without WebSockets by server-sent events', async () => {
    const { page } = await openAs('staff');
    await page.addInitScript(() => Reflect.deleteProperty(window, 'WebSocket'));
    await page.goto('/');
    await status(page, 'Live').waitFor();
    await newPatient();
    await expect.poll(() => activities(page).first().innerText()).toMatch(/patient/i);
  });

  it('spec 1 §9 is tried again after 1, 2, 4, 8 and 16 seconds, then gives up: Offline', async () => {
    const { page, complaints } = await openAs('staff');
    await page.clock.install();
    let tries = 0;
    let fail: (() => Promise<void>) | undefined;
    await page.route('**/hubs/activity/negotiate**', async (route) => {
      tries += 1;
      if (tries === 1) fail = () => route.abort('connectionrefused');
      else await route.abort('connectionrefused');
    });
    const failures = () => complaints.filter((text) => text.startsWith('Live connection:')).length;
    await page.goto('/');
    await expect.poll(() => fail).toBeDefined();
    // From here on time stands still but for these steps.
    await page.clock.pauseAt(Date.now() + 60_000);
    await fail?.();
    for (const [index, seconds] of [1, 2, 4, 8, 16].entries()) {
      await expect.poll(failures).toBe(index + 1);
      await page.clock.runFor(seconds * 1000 - 1);
      expect(tries).toBe(index + 1);
      await expect.poll(() => status(page, 'Connecting...').isVisible()).toBe(true);
      await page.clock.runFor(1);
      await expect.poll(() => tries).toBe(index + 2);
    }
    await status(page, 'Offline').waitFor();
    await page.clock.runFor(60_000);
    expect(tries).toBe(6);
    complaints.length = 0;
    await page.unrouteAll();
    await page.clock.resume();
    await page.getByRole('button', { name: 'Connect again' }).click();
    await status(page, 'Live').waitFor();
  });

  it('decisions 13 a session that ends closes it and leads to the sign-in screen', async () => {
    const { page, token } = await openAs('staff');
    await page.goto('/');
    await status(page, 'Live').waitFor();
    await client().send('POST', '/auth/logout', { token });
    await page.waitForURL('**/login');
  });
});
