import type { Page } from '@playwright/test';
import { columnHeaders } from '../support/table.ts';
import { cutOff, hold, answer } from '../support/requests.ts';
import { DESKTOP, heading, PHONE, visit } from '../support/page.ts';
import { newOffice, newPatient, newUser, readyUser } from '../support/records.ts';
import { toast, underToast } from '../support/toasts.ts';
import { expect, test } from '../support/test.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const entries = (page: Page) => menu(page).getByRole('link');
const account = (page: Page) => page.getByRole('button', { name: /Account menu/ });
const DENIED = 'Access Denied: You do not have permission to view this page.';

test.describe('the shell', () => {
  test.use({ account: 'superadmin' });
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
  });

  test('has a permanent side menu of 240 px on a wide screen', async ({ page }) => {
    await page.goto('/users');
    await expect(heading(page, 'User Management')).toBeVisible();
    const drawer = page.locator('.MuiDrawer-paper').filter({ visible: true });
    await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, width: 240 });
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
  });

  test('names the product and its tagline', async ({ page }) => {
    await expect(menu(page).getByText('Medical Portal', { exact: true })).toBeVisible();
    await expect(menu(page).getByText('HIPAA Compliant Management System')).toBeVisible();
  });

  test('the top bar and the tab say where one is, the menu highlights the entry of the current path', async ({
    page,
  }) => {
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    for (const [name, title, entry] of [
      ['Users', 'User Management', ['Users']],
      ['Add User', 'Add User', ['Users']],
      ['Patients', 'Patients', ['Patients']],
      ['Add Patient', 'New Patient', ['Patients']],
      ['Offices', 'Office Management', ['Offices']],
      ['Add Office', 'Add Office', ['Offices']],
    ] as const) {
      await link(name).click();
      await expect(heading(page, title)).toBeVisible();
      await expect(page.getByRole('banner').getByText(title, { exact: true })).toBeVisible();
      await expect(page).toHaveTitle(`${title} | Medical Portal`);
      const current = menu(page).locator('[aria-current="page"]');
      await expect(current).toHaveText(entry);
      await expect(current).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    }
  });

  test("shows the user's first and last name and an avatar with initials", async ({ page }) => {
    await expect(page.getByRole('banner').getByText('Margaret Okafor', { exact: true })).toBeVisible();
    await expect(page.locator('.MuiAvatar-root')).toHaveText('MO');
  });

  test('offers Profile and Logout in the account menu', async ({ page }) => {
    await account(page).click();
    const items = page.getByRole('menuitem');
    await expect(items.first()).toBeVisible();
    await expect(items).toHaveText(['Profile', 'Logout']);
    await items.filter({ hasText: 'Profile' }).click();
    await expect(heading(page, 'Profile')).toBeVisible();
    await expect(menu(page).locator('[aria-current="page"]')).toHaveCount(0);
  });

  test('moves the focus to the heading of a new page, and the skip link over the menu', async ({ page }) => {
    await page.goto('/profile');
    await expect(heading(page, 'Profile')).toBeVisible();
    await entries(page).filter({ hasText: 'Users' }).click();
    await expect(heading(page, 'User Management')).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('User Management');
    await page.reload();
    await expect(heading(page, 'User Management')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  });

  test('has a dark blue primary and an orange secondary colour', async ({ page }) => {
    const hues = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return ['primary', 'secondary'].map((name) => {
        const probe = document.createElement('i');
        probe.style.color = style.getPropertyValue(`--mui-palette-${name}-main`);
        document.body.append(probe);
        const [r = 0, g = 0, b = 0] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
        probe.remove();
        return { r, g, b };
      });
    });
    const [blue, orange] = hues;
    if (blue === undefined || orange === undefined) throw new Error('A color is missing');
    expect(blue.b).toBeGreaterThan(blue.g);
    expect(blue.g).toBeGreaterThan(blue.r);
    expect(blue.r + blue.g + blue.b).toBeLessThan(300);
    expect(orange.r).toBeGreaterThan(orange.g);
    expect(orange.g).toBeGreaterThan(orange.b);
    expect(orange.r).toBeGreaterThan(150);
    expect(orange.b).toBeLessThan(60);
  });
});

test.describe('the shell on a phone', () => {
  test('has its menu in a temporary drawer of 240 px that a choice or Escape closes', async ({ openAs }) => {
    const { page } = await openAs('admin', { viewport: PHONE });
    await page.goto('/patients');
    await expect(heading(page, 'Patients')).toBeVisible();
    await expect(menu(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu(page)).toBeVisible();
    const drawer = page.getByRole('dialog', { name: 'Menu' }).or(page.locator('.MuiDrawer-paper:visible'));
    await expect.poll(() => drawer.first().boundingBox()).toMatchObject({ x: 0, width: 240 });
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await entries(page).filter({ hasText: 'Users' }).click();
    await expect(heading(page, 'User Management')).toBeVisible();
    await expect(menu(page)).toBeHidden();
  });
});

test.describe('the shell on a phone', () => {
  test('shows who is signed in, and row menus large enough for a finger', async ({ openAs, api }) => {
    const user = await readyUser(api, { role: 'Admin', firstName: 'Josephine' });
    const { page } = await openAs(user, { viewport: PHONE });
    await page.goto('/patients');
    await expect(
      page.getByRole('banner').getByText(`Josephine ${user.user.lastName}`).filter({ visible: true }).first(),
    ).toBeVisible();
    const rowMenu = page.getByRole('button', { name: /^Actions for / }).first();
    await expect(rowMenu).toBeVisible();
    const { width, height } = (await rowMenu.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  });
});

test.describe('toasts', () => {
  for (const viewport of [DESKTOP, PHONE]) {
    test(`a long one is cut, and shown whole on request, at ${viewport.width} px`, async ({ openAs }) => {
      const { page } = await openAs('staff', { viewport });
      const message = `Please complete the following required fields: ${'Duration of pain, '.repeat(20)}Sedation`;
      await answer(page, '**/api/user/preferences', { status: 400, json: { message, code: 'VALIDATION' } });
      await page.goto('/patients');
      await expect(heading(page, 'Patients')).toBeVisible();
      await page.getByRole('button', { name: 'Theme', exact: true }).click();
      await page.getByRole('menuitemradio', { name: 'Like the system' }).click();
      await expect(toast(page, message)).toBeVisible();
      await expect.poll(() => underToast(page)).toEqual([]);
      const isCut = () => toast(page, message).evaluate((text) => text.scrollHeight > text.clientHeight);
      await expect.poll(isCut).toBe(true);
      await page.getByRole('button', { name: 'Whole message' }).click();
      await expect.poll(isCut).toBe(false);
      await expect.poll(() => underToast(page)).toEqual([]);
    });
  }
});

test.describe('route guards', () => {
  test('role Admin and Admin.ManageOffices keep everybody else out of users and offices', async ({
    openAs,
    api,
  }) => {
    const [{ user }, office, { page }] = await Promise.all([
      newUser(api),
      newOffice(api),
      openAs('physician'),
    ]);
    await page.goto('/users');
    await expect(page.getByText(DENIED)).toBeVisible();
    for (const path of [
      '/users/new',
      `/users/${user.id}`,
      `/users/${user.id}/edit`,
      `/users/${user.id}/reset-password`,
      '/offices',
      '/offices/new',
      `/offices/${office.id}/edit`,
      `/offices/${office.id}/ip-whitelist`,
    ]) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click();
      await expect(heading(page, 'Patients')).toBeVisible();
      await visit(page, path);
      await expect(page.getByText(DENIED)).toBeVisible();
      await expect(page.getByText(user.lastName)).toHaveCount(0);
      await expect(page.getByText(office.name)).toHaveCount(0);
    }
  });

  test('Patient.View, Patient.Create and Patient.Edit guard the patients, each its own screens', async ({
    openAs,
    api,
  }) => {
    const [patient, { page }] = await Promise.all([newPatient(api), openAs('staff')]);
    let held = [{ name: 'Patient.View' }];
    await page.route('**/api/auth/permissions', (route) => route.fulfill({ json: held }));
    await page.goto('/patients/new');
    await expect(page.getByText(DENIED)).toBeVisible();
    await page.goto(`/patients/${patient.id}/edit`);
    await expect(page.getByText(DENIED)).toBeVisible();
    await page.goto('/patients');
    await expect(heading(page, 'Patients')).toBeVisible();
    await expect(columnHeaders(page, 'Patients').filter({ hasText: 'Actions' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add Patient' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(0);
    held = [];
    await page.reload();
    for (const path of ['/patients', '/patients/search', `/patients/${patient.id}`]) {
      await visit(page, path);
      await page.waitForURL(`**${path}`);
      await expect(page.getByText(DENIED)).toBeVisible();
      await expect(entries(page)).toHaveText(['Dashboard']);
    }
    await page.goto(`/patients/${patient.id}/print`);
    await expect(page.getByText(DENIED)).toBeVisible();
  });

  test('a 403 is logged to the console, shown, and the permissions are read again', async ({
    openAs,
    complaints,
  }) => {
    const { page } = await openAs('staff');
    await page.goto('/patients');
    await expect(heading(page, 'Patients')).toBeVisible();
    const again = page.waitForRequest('**/api/auth/permissions');
    await answer(page, '**/api/patient?*', {
      status: 403,
      json: { message: 'You do not have permission to do this.', code: 'FORBIDDEN' },
    });
    await page.getByRole('button', { name: 'MRN', exact: true }).click();
    await expect(page.getByText(DENIED)).toBeVisible();
    await expect(page.getByText('You do not have permission to do this.').first()).toBeVisible();
    await again;
    expect(complaints.texts).toContain('403 GET /patient');
  });
});

test.describe('the start-up check', () => {
  test('a full-screen loader reads "Loading Medical Portal..." while it runs, and nothing protected is shown', async ({
    openAs,
  }) => {
    const { page } = await openAs('staff');
    const { release } = await hold(page, '**/api/auth/permissions');
    await page.goto('/patients');
    const loader = page.getByText('Loading Medical Portal...', { exact: true });
    await expect(loader).toBeVisible();
    await expect
      .poll(() => page.locator('main').boundingBox())
      .toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
    await expect(menu(page)).toHaveCount(0);
    await release();
    await expect(heading(page, 'Patients')).toBeVisible();
    await expect(loader).toHaveCount(0);
  });
});

test.describe('the theme', () => {
  test('follows the system until one is chosen, which the account keeps', async ({
    openAs,
    openPage,
    api,
  }) => {
    const user = await readyUser(api);
    const { page } = await openAs(user, { colorScheme: 'dark' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto('/profile');
    await expect(heading(page, 'Profile')).toBeVisible();
    const dark = await background();
    await page.getByRole('button', { name: 'Theme' }).click();
    const saved = page.waitForResponse('**/api/user/preferences');
    await page.getByRole('menuitemradio', { name: 'Light', exact: true }).click();
    await expect.poll(background).not.toBe(dark);
    expect((await saved).status()).toBe(200);

    const other = await openPage({ colorScheme: 'dark' });
    await other.page.goto('/login');
    await other.page.getByLabel('Username').fill(user.userName);
    await other.page.locator('input[type=password]').fill(user.password);
    await other.page.getByRole('button', { name: 'Sign In' }).click();
    await other.page.waitForURL('/');
    await expect
      .poll(() => other.page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .toBe(await background());
  });
});

test.describe('what goes wrong around pages', () => {
  test('a page whose code is gone after an update says so; the menu still works', async ({
    openAs,
    complaints,
  }) => {
    const { page } = await openAs('admin');
    await page.goto('/profile');
    await expect(heading(page, 'Profile')).toBeVisible();
    complaints.allow(/TypeError/);
    await cutOff(page, '**/assets/UsersPage-*.js');
    await entries(page).filter({ hasText: 'Users' }).click();
    await expect(heading(page, 'The portal was updated')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await entries(page).filter({ hasText: 'Patients' }).click();
    await expect(heading(page, 'Patients')).toBeVisible();
  });

  test('a not-found screen leads back', async ({ openAs, portalUrl }) => {
    const { page } = await openAs('staff');
    await page.goto('/dictation-of-yesterday');
    await expect(heading(page, 'Page not found')).toBeVisible();
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.waitForURL(`${portalUrl}/`);
  });
});
