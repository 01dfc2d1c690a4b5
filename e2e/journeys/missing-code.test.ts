import type { Page } from '@playwright/test';
import { heading } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { answer, cutOff } from '../support/requests.ts';
import { expect, test } from '../support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test.describe('code that cannot be loaded', () => {
  test.use({ account: 'assistant' });
  // React reports what a boundary has caught.
  test.beforeEach(({ complaints }) => complaints.allow(/^LoadError/));

  test('without a connection leaves the page as it is, and comes with Retry', async ({ page }) => {
    const outages = [
      await cutOff(page, '**/assets/NotificationPanel-*.js'),
      await cutOff(page, '**/assets/Calendar-*.js'),
      await cutOff(page, '**/assets/GuidePanel-*.js'),
    ];
    await page.goto('/messages/new');
    const name = page.getByLabel('Caller Name');
    await name.fill('Winifred');

    await page.getByRole('button', { name: /^Notifications/ }).click();
    const failure = dialog(page, 'The server cannot be reached');
    await expect(failure).toBeVisible();
    await button(page, 'Close').click();
    await expect(failure).toBeHidden();

    await page.getByRole('button', { name: 'Help for this page' }).click();
    const help = page.getByRole('complementary', { name: 'Help' });
    await expect(help.getByText('The server cannot be reached')).toBeVisible();

    await page.getByRole('button', { name: /^Choose Call/ }).click();
    const calendar = page.getByRole('dialog');
    await expect(calendar.getByText('The server cannot be reached')).toBeVisible();

    for (const { end } of outages) end();
    await calendar.getByRole('button', { name: 'Retry' }).click();
    await expect(calendar.getByRole('grid')).toBeVisible();
    await page.keyboard.press('Escape');
    await help.getByRole('button', { name: 'Retry' }).click();
    await expect(help.getByRole('heading', { name: 'Phone messages', exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(dialog(page, 'Notifications')).toBeVisible();
    await expect(name).toHaveValue('Winifred');
  });

  test('after an update asks before a reload, and gives back what was typed', async ({ page }) => {
    const gone = await answer(page, '**/assets/GuidePanel-*.js', { status: 404 });
    const prepared = page.waitForResponse(/\/form-key$/);
    await page.goto('/patients/new?from=front');
    await page.getByLabel('First Name').fill('Winifred');
    await prepared;
    await page.getByRole('button', { name: 'Help for this page' }).click();
    const help = page.getByRole('complementary', { name: 'Help' });
    await expect(help.getByText('The portal was updated')).toBeVisible();
    await help.getByRole('button', { name: 'Reload' }).click();
    const question = page.getByRole('alertdialog', { name: 'Reload with unsaved changes?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('First Name')).toHaveValue('Winifred');
    await help.getByRole('button', { name: 'Reload' }).click();
    gone.end();
    // A question of the browser would fail the test, because nothing answers it.
    await question.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveValue('Winifred');
  });

  test('is tried again for a page and for a tab', async ({ page, api }) => {
    const patient = await newPatient(api);
    const outages = [
      await cutOff(page, '**/assets/PatientOrders-*.js'),
      await cutOff(page, '**/assets/OrdersPage-*.js'),
    ];
    await page.goto(`/patients/${patient.id}`);
    await page.getByRole('tab', { name: 'Orders' }).click();
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByText('The server cannot be reached')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Medical Orders/ })
      .click();
    await expect(heading(page, 'The server cannot be reached')).toBeVisible();
    await expect(page).toHaveTitle('Medical Orders | Medical Portal');
    for (const { end } of outages) end();
    await button(page, 'Retry').click();
    await expect(heading(page, 'Medical Orders')).toBeVisible();
    await page.goBack();
    await expect(panel.getByRole('table')).toBeVisible();
  });
});
