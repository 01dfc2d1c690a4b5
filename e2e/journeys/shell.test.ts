import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { columns } from '../run/table.ts';
import { cutOff, hold, answer } from '../run/requests.ts';
import { DESKTOP, heading, openAs, openPage, PHONE, useBrowser, usePage, visit } from '../run/page.ts';
import { newOffice, newPatient, newUser, readyUser } from '../run/records.ts';
import { toast, underToast } from '../run/toasts.ts';

useBrowser();

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const entries = (page: Page) => menu(page).getByRole('link');
const account = (page: Page) => page.getByRole('button', { name: /Account menu/ });
const DENIED = 'Access Denied: You do not have permission to view this page.';

describe('spec 1 §2.1 the shell', () => {
  const shared = usePage('superadmin');

  it('spec 1 §2.1, §9 has a permanent side menu of 240 px on a wide screen', async () => {
    const page = shared();
    await page.goto('/users');
    await heading(page, 'User Management');
    const box = await page.locator('.MuiDrawer-paper').filter({ visible: true }).boundingBox();
    expect(box).toMatchObject({ x: 0, width: 240 });
    await expect.poll(() => page.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false);
  });

  it('decisions 33 names the product and spec 1 §1 its tagline', async () => {
    await menu(shared()).getByText('Medical Portal', { exact: true }).waitFor();
    await menu(shared()).getByText('HIPAA Compliant Management System').waitFor();
  });

  it('the top bar and the tab say where one is, the menu highlights the entry of the current path', async () => {
    const page = shared();
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
      await heading(page, title);
      await page.getByRole('banner').getByText(title, { exact: true }).waitFor();
      await expect.poll(() => page.title()).toBe(`${title} | Medical Portal`);
      const current = menu(page).locator('[aria-current="page"]');
      await expect.poll(() => current.allInnerTexts()).toEqual(entry);
      const colour = await current.evaluate((highlighted) => getComputedStyle(highlighted).backgroundColor);
      expect(colour).not.toBe('rgba(0, 0, 0, 0)');
    }
  });

  it("shows the user's first and last name and an avatar with initials", async () => {
    const page = shared();
    await page.getByRole('banner').getByText('Margaret Okafor', { exact: true }).waitFor();
    await expect.poll(() => page.locator('.MuiAvatar-root').innerText()).toBe('MO');
  });

  it('offers Profile and Logout in the account menu', async () => {
    const page = shared();
    await account(page).click();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    await expect.poll(() => items.allInnerTexts()).toEqual(['Profile', 'Logout']);
    await items.filter({ hasText: 'Profile' }).click();
    await heading(page, 'Profile');
    await expect.poll(() => menu(page).locator('[aria-current="page"]').count()).toBe(0);
  });

  it('moves the focus to the heading of a new page, and the skip link over the menu', async () => {
    const page = shared();
    await heading(page, 'Profile');
    await entries(page).filter({ hasText: 'Users' }).click();
    await heading(page, 'User Management');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('User Management');
    await page.reload();
    await heading(page, 'User Management');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  });

  it('has a dark blue primary and an orange secondary colour', async () => {
    const hues = await shared().evaluate(() => {
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
    expect(blue).toSatisfy(({ r, g, b }) => b > g && g > r && r + g + b < 300);
    expect(orange).toSatisfy(({ r, g, b }) => r > g && g > b && r > 150 && b < 60);
  });
});

describe('spec 1 §2.1 the shell on a phone', () => {
  it('has its menu in a temporary drawer of 240 px that a choice or Escape closes', async () => {
    const { page } = await openAs('admin', { viewport: PHONE });
    await page.goto('/patients');
    await heading(page, 'Patients');
    await expect.poll(() => menu(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu(page).waitFor();
    const drawer = page.getByRole('dialog', { name: 'Menu' }).or(page.locator('.MuiDrawer-paper:visible'));
    expect(await drawer.first().boundingBox()).toMatchObject({ x: 0, width: 240 });
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await entries(page).filter({ hasText: 'Users' }).click();
    await heading(page, 'User Management');
    await menu(page).waitFor({ state: 'hidden' });
  });
});

describe('the shell on a phone', () => {
  it('shows who is signed in, and row menus large enough for a finger', async () => {
    const user = await readyUser({ role: 'Admin', firstName: 'Josephine' });
    const { page } = await openAs(user, { viewport: PHONE });
    await page.goto('/patients');
    await page
      .getByRole('banner')
      .getByText(`Josephine ${user.user.lastName}`)
      .filter({ visible: true })
      .first()
      .waitFor();
    const rowMenu = page.getByRole('button', { name: /^Actions for / }).first();
    await rowMenu.waitFor();
    const { width, height } = (await rowMenu.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  });
});

describe('toasts', () => {
  it.each([DESKTOP, PHONE])(
    'a long one is cut, and shown whole on request, at $width px',
    async (viewport) => {
      const { page } = await openAs('staff', { viewport });
      const message = `Please complete the following required fields: ${'Duration of pain, '.repeat(20)}Sedation`;
      await answer(page, '**/api/user/preferences', { status: 400, json: { message, code: 'VALIDATION' } });
      await page.goto('/patients');
      await heading(page, 'Patients');
      await page.getByRole('button', { name: 'Theme', exact: true }).click();
      await page.getByRole('menuitemradio', { name: 'Like the system' }).click();
      await toast(page, message).waitFor();
      await expect.poll(() => underToast(page)).toEqual([]);
      const isCut = () => toast(page, message).evaluate((text) => text.scrollHeight > text.clientHeight);
      await expect.poll(isCut).toBe(true);
      await page.getByRole('button', { name: 'Whole message' }).click();
      await expect.poll(isCut).toBe(false);
      expect(await underToast(page)).toEqual([]);
    },
  );
});

describe('spec 1 §2.3, §2.4 route guards', () => {
  it('role Admin and Admin.ManageOffices keep everybody else out of users and offices', async () => {
    const [{ user }, office, { page }] = await Promise.all([newUser(), newOffice(), openAs('physician')]);
    await page.goto('/users');
    await page.getByText(DENIED).waitFor();
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
      await heading(page, 'Patients');
      await visit(page, path);
      await page.getByText(DENIED).waitFor();
      await expect.poll(() => page.getByText(user.lastName).count()).toBe(0);
      await expect.poll(() => page.getByText(office.name).count()).toBe(0);
    }
  });

  it('Patient.View, Patient.Create and Patient.Edit guard the patients, each its own screens', async () => {
    const [patient, { page }] = await Promise.all([newPatient(), openAs('staff')]);
    let held = [{ name: 'Patient.View' }];
    await page.route('**/api/auth/permissions', (route) => route.fulfill({ json: held }));
    await page.goto('/patients/new');
    await page.getByText(DENIED).waitFor();
    await page.goto(`/patients/${patient.id}/edit`);
    await page.getByText(DENIED).waitFor();
    await page.goto('/patients');
    await heading(page, 'Patients');
    await expect.poll(() => columns(page, 'Patients')).toContain('Actions');
    await expect.poll(() => page.getByRole('link', { name: 'Add Patient' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('link', { name: /^Edit / }).count()).toBe(0);
    held = [];
    await page.reload();
    for (const path of ['/patients', '/patients/search', `/patients/${patient.id}`]) {
      await visit(page, path);
      await page.waitForURL(`**${path}`);
      await page.getByText(DENIED).waitFor();
      await expect.poll(() => entries(page).allInnerTexts()).toEqual(['Dashboard']);
    }
    await page.goto(`/patients/${patient.id}/print`);
    await page.getByText(DENIED).waitFor();
  });

  it('spec 1 §8, decisions 4 a 403 is logged to the console, shown, and the permissions are read again', async () => {
    const { page, complaints } = await openAs('staff');
    await page.goto('/patients');
    await heading(page, 'Patients');
    const again = page.waitForRequest('**/api/auth/permissions');
    await answer(page, '**/api/patient?*', {
      status: 403,
      json: { message: 'You do not have permission to do this.', code: 'FORBIDDEN' },
    });
    await page.getByRole('button', { name: 'MRN', exact: true }).click();
    await page.getByText(DENIED).waitFor();
    await page.getByText('You do not have permission to do this.').first().waitFor();
    await again;
    expect(complaints).toContain('403 GET /patient');
  });
});

describe('spec 1 §2.1, §4 the start-up check', () => {
  it('a full-screen loader reads "Loading Medical Portal..." while it runs, and nothing protected is shown', async () => {
    const { page } = await openAs('staff');
    const { release } = await hold(page, '**/api/auth/permissions');
    await page.goto('/patients');
    const loader = page.getByText('Loading Medical Portal...', { exact: true });
    await loader.waitFor();
    expect(await page.locator('main').boundingBox()).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
    await expect.poll(() => menu(page).count()).toBe(0);
    await release();
    await heading(page, 'Patients');
    await expect.poll(() => loader.count()).toBe(0);
  });
});

describe('decisions 19 the theme', () => {
  it('follows the system until one is chosen, which the account keeps', async () => {
    const user = await readyUser();
    const { page } = await openAs(user, { colorScheme: 'dark' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto('/profile');
    await heading(page, 'Profile');
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

describe('decisions 37 what goes wrong around pages', () => {
  it('a page whose code is gone after an update says so; the menu still works', async () => {
    const { page, complaints } = await openAs('admin');
    await page.goto('/profile');
    await heading(page, 'Profile');
    await cutOff(page, '**/assets/UsersPage-*.js');
    await entries(page).filter({ hasText: 'Users' }).click();
    await heading(page, 'The portal was updated');
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    await entries(page).filter({ hasText: 'Patients' }).click();
    await heading(page, 'Patients');
    expect(complaints.splice(0).join('\n')).toContain('TypeError');
  });

  it('a not-found screen leads back', async () => {
    const { page } = await openAs('staff');
    await page.goto('/dictation-of-yesterday');
    await heading(page, 'Page not found');
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.waitForURL(`${inject('portalUrl')}/`);
  });
});
