import type { Page } from '@playwright/test';
import { heading, PHONE, visit } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

const section = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Waits until the help has been loaded ahead of time. */
const helpIsLoaded = (page: Page) => page.waitForResponse(/\/assets\/HelpPage-[^/]+\.js$/);

test.describe('help', () => {
  test.use({ account: 'assistant' });

  test('opens for the current screen from the account menu and with “?” twice, and finds sections by words', async ({
    page,
  }) => {
    await page.goto('/timecard');
    await expect(heading(page, 'Timecard')).toBeVisible();
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Help' }).click();
    await expect(heading(page, 'Timecards')).toBeFocused();
    await expect(page).toHaveTitle('Help | Medical Portal');
    await page.goBack();
    await expect(heading(page, 'Timecard')).toBeVisible();

    await visit(page, '/patients');
    const box = page.getByRole('textbox', { name: 'Search patients' });
    await box.pressSequentially('?');
    await expect(box).toHaveValue('?');
    await heading(page, 'Patients').focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page).toHaveURL(/\/help\/patients$/);
    const picture = page.getByRole('img', { name: /^The patients list/ });
    await expect(picture).toBeVisible();
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(900);

    await page.getByRole('textbox', { name: 'Search help' }).fill('lost phone');
    await expect(heading(page, 'Search results')).toBeVisible();
    await page
      .getByRole('link', { name: 'Signing in > Lost phone or passkey and no recovery codes' })
      .click();
    const found = section(page, 'Lost phone or passkey and no recovery codes');
    await expect(found).toBeFocused();
    await expect(found).toBeInViewport();
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Passwords' })
      .click();
    await expect(section(page, 'Passwords')).toBeFocused();
    await expect(section(page, 'Passwords')).toBeInViewport();
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('textbox', { name: 'Search help' })).toHaveValue('lost phone');
  });

  test('is available without a connection', async ({ page, context }) => {
    const loaded = helpIsLoaded(page);
    await page.goto('/orders');
    await expect(heading(page, 'Medical Orders')).toBeVisible();
    await loaded;
    await context.setOffline(true);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(heading(page, 'Medical orders')).toBeVisible();
    await page.getByRole('link', { name: 'When two people edit the same record' }).click();
    await expect(section(page, 'When two people edit the same record')).toBeFocused();
  });
});

test('a link to a section opens there on a phone, where the contents unfold above the text', async ({
  openAs,
}) => {
  const { page } = await openAs('staff', { viewport: PHONE });
  await page.goto('/help/getting-started#printing');
  await expect(section(page, 'Printing')).toBeInViewport();
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('link', { name: 'Roles' })).toBeHidden();
  await contents.getByText('On this page').click();
  await contents.getByRole('link', { name: 'Roles' }).click();
  await expect(section(page, 'Roles')).toBeInViewport();
});

test('the button opens the chapter of the page beside it, and of a patient’s tab, without leaving the page', async ({
  openAs,
  api,
}) => {
  const patient = await newPatient(api);
  const { page } = await openAs('assistant');
  await page.goto('/orders/new');
  await page.getByLabel('Instructions').fill('Call first');
  const button = page.getByRole('button', { name: 'Help for this page' });
  await button.click();
  const panel = page.getByRole('complementary', { name: 'Help' });
  await expect(panel.getByRole('heading', { name: 'Medical orders' })).toBeFocused();
  await page.getByLabel('Instructions').fill('Call first, please');
  await panel.getByRole('link', { name: 'When two people edit the same record' }).click();
  await expect(panel.getByRole('heading', { name: 'When two people edit the same record' })).toBeFocused();
  await expect(page).toHaveURL(/\/orders\/new$/);
  await expect(page.getByLabel('Instructions')).toHaveValue('Call first, please');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();

  await page.setViewportSize(PHONE);
  await page.getByLabel('Instructions').fill('');
  await visit(page, `/patients/${patient.id}?tab=documents`);
  await page.getByRole('tab', { name: 'Documents', selected: true }).waitFor();
  await button.click();
  const sheet = page.getByRole('dialog', { name: 'Documents' });
  await expect(sheet).toBeInViewport({ ratio: 1 });
  await sheet.getByRole('button', { name: 'Close help' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/tab=documents$/);
});
