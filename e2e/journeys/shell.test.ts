import type { Page } from '@playwright/test';
import { answer } from '../support/requests.ts';
import { DESKTOP, heading, PHONE, visit } from '../support/page.ts';
import { openGroups } from '../support/menu.ts';
import { newOffice, newUser, readyUser } from '../support/records.ts';
import { toast, underToast } from '../support/toasts.ts';
import { expect, test } from '../support/test.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const entries = (page: Page) => menu(page).getByRole('link');
const DENIED = 'Access Denied: You do not have permission to view this page.';

test.describe('the shell', () => {
  test.use({ account: 'superadmin' });

  test('surrounds every page with a 240 px menu, the current page’s title and the user’s name', async ({
    page,
  }) => {
    await page.goto('/');
    const drawer = page.locator('.MuiDrawer-paper').filter({ visible: true });
    await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, width: 240 });
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
    await expect(menu(page).getByText('Medical Portal', { exact: true })).toBeVisible();
    await expect(menu(page).getByText('HIPAA Compliant Management System')).toBeVisible();
    await expect(page.getByRole('banner').getByText('Margaret Okafor', { exact: true })).toBeVisible();
    await expect(page.locator('.MuiAvatar-root')).toHaveText('MO');

    const current = menu(page).locator('[aria-current="page"]');
    for (const [name, title, entry] of [
      ['Users', 'User Management', 'Users'],
      ['Add User', 'Add User', 'Users'],
      ['Patients', 'Patients', 'Patients'],
      ['Add Patient', 'New Patient', 'Patients'],
      ['Offices', 'Office Management', 'Offices'],
      ['Add Office', 'Add Office', 'Offices'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(heading(page, title)).toBeVisible();
      await expect(page.getByRole('banner').getByText(title, { exact: true })).toBeVisible();
      await expect(page).toHaveTitle(`${title} | Medical Portal`);
      await expect(current).toHaveText([entry]);
      await expect(current).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    }

    await page.getByRole('button', { name: /Account menu/ }).click();
    const items = page.getByRole('menuitem');
    await expect(items).toHaveText(['Profile', 'Help', 'Keyboard shortcuts', 'Logout']);
    await items.filter({ hasText: 'Profile' }).click();
    await expect(heading(page, 'Profile')).toBeVisible();
    await expect(current).toHaveCount(0);
  });

  test('shows the tagline and each entry of the menu in one line, also beside a scroll bar', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(entries(page).first()).toBeVisible();
    await openGroups(page);
    const drawer = page.locator('.MuiDrawer-paper').filter({ visible: true });
    expect(await drawer.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).not.toBe(
      0,
    );
    const heights = await entries(page).evaluateAll((all) =>
      all.map((entry) => entry.getBoundingClientRect().height),
    );
    expect(new Set(heights)).toEqual(new Set([34]));
    const hidden = await menu(page)
      .getByText('HIPAA Compliant Management System')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(hidden).toBe(0);
  });

  test('groups the menu, remembers which groups are collapsed, and shows a rail on request', async ({
    openAs,
    api,
  }) => {
    const person = await readyUser(api, { role: 'Admin' });
    const { page } = await openAs(person);
    await page.goto('/');
    const drawer = page.locator('.MuiDrawer-paper').filter({ visible: true });
    await expect(entries(page).filter({ hasText: 'Audit Logs' })).toBeHidden();
    await menu(page).getByRole('button', { name: 'Security and logs' }).click();
    await entries(page).filter({ hasText: 'Audit Logs' }).click();
    await expect(heading(page, 'Audit Logs')).toBeVisible();
    await menu(page).getByRole('button', { name: 'Practice' }).click();
    await expect(entries(page).filter({ hasText: 'Users' })).toBeHidden();
    // Saved after the other choice: a reload before would lose it.
    const saved = page.waitForResponse((sent) => (sent.request().postData() ?? '').includes('hasNarrowMenu'));
    await drawer.getByRole('button', { name: 'Narrow menu' }).click();
    await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, width: 60 });
    await saved;
    await page.reload();
    await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, width: 60 });
    await entries(page).filter({ hasText: 'Users' }).click();
    await expect(heading(page, 'User Management')).toBeVisible();
    await drawer.getByRole('button', { name: 'Widen menu' }).click();
    await expect(entries(page).filter({ hasText: 'Audit Logs' })).toBeVisible();
    // The group of the page is open.
    await expect(entries(page).filter({ hasText: 'Users' })).toBeVisible();
    await visit(page, '/patients');
    await expect(entries(page).filter({ hasText: 'Users' })).toBeHidden();
  });

  test('moves the focus to the heading of a new page, and skips the menu with the skip link', async ({
    page,
  }) => {
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
});

test('on a phone, has its menu in a 240 px drawer, the user’s name, and touch-friendly row menus', async ({
  openAs,
  api,
}) => {
  const user = await readyUser(api, { role: 'Admin', firstName: 'Josephine' });
  const { page } = await openAs(user, { viewport: PHONE });
  await page.goto('/patients');
  await expect(heading(page, 'Patients')).toBeVisible();
  await expect(
    page.getByRole('banner').getByText(`Josephine ${user.user.lastName}`).filter({ visible: true }).first(),
  ).toBeVisible();
  const rowMenu = page.getByRole('button', { name: /^Actions for / }).first();
  await expect(rowMenu).toBeVisible();
  const { width, height } = (await rowMenu.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);

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

test('truncates a long toast and shows it in full on request, on a wide screen and on a phone', async ({
  openAs,
}) => {
  const { page } = await openAs('staff');
  const message = `Please complete the following required fields: ${'Duration of pain, '.repeat(20)}Sedation`;
  await answer(page, '**/api/user/preferences', { status: 400, json: { message, code: 'VALIDATION' } });
  await page.goto('/patients');
  await expect(heading(page, 'Patients')).toBeVisible();
  const isCut = () => toast(page, message).evaluate((text) => text.scrollHeight > text.clientHeight);
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'Theme', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Match system' }).click();
    await expect(toast(page, message)).toBeVisible();
    await expect.poll(() => underToast(page)).toEqual([]);
    await expect.poll(isCut).toBe(true);
    await page.getByRole('button', { name: 'Show full message' }).click();
    await expect.poll(isCut).toBe(false);
    await expect.poll(() => underToast(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close message' }).click();
    await expect(toast(page, message)).toBeHidden();
  }
});

test('users require role Admin, and offices require Admin.ManageOffices', async ({ openAs, api }) => {
  const [{ user }, office, { page }] = await Promise.all([newUser(api), newOffice(api), openAs('physician')]);
  await page.goto('/users');
  await expect(page.getByText(DENIED)).toBeVisible();
  for (const path of [`/users/${user.id}/edit`, '/offices', `/offices/${office.id}/edit`]) {
    await entries(page)
      .filter({ hasText: /^Patients$/ })
      .click();
    await expect(heading(page, 'Patients')).toBeVisible();
    await visit(page, path);
    await expect(page.getByText(DENIED)).toBeVisible();
    await expect(page.getByText(user.lastName)).toHaveCount(0);
    await expect(page.getByText(office.name)).toHaveCount(0);
  }
});

test('shows unknown URLs and pages whose code is gone after an update, with a working menu', async ({
  openAs,
  complaints,
  portalUrl,
}) => {
  const { page } = await openAs('admin');
  complaints.allow(/^LoadError/);
  // Before the portal preloads the page.
  await answer(page, '**/assets/UsersPage-*.js', { status: 404 });
  await page.goto('/no/such/page');
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await page.waitForURL(`${portalUrl}/`);
  await expect(heading(page, 'Welcome, Daniel Reyes')).toBeVisible();
  await entries(page).filter({ hasText: 'Users' }).click();
  await expect(heading(page, 'The portal was updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await entries(page)
    .filter({ hasText: /^Patients$/ })
    .click();
  await expect(heading(page, 'Patients')).toBeVisible();
});
