import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { range, row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const table = (page: Page) => page.getByRole('table', { name: 'Patients' });

test.describe('keys', () => {
  test.use({ account: 'staff' });

  test('open an area, a row and a form, save it, and return to the list as it was', async ({ page, api }) => {
    const family = uniqueName();
    for (const firstName of ['Ann', 'Ben', 'Cal']) await newPatient(api, { firstName, lastName: family });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
    await page.keyboard.press('g');
    await expect(page.getByText('Go to:')).toBeVisible();
    await page.keyboard.press('p');
    await expect(heading(page, 'Patients')).toBeFocused();

    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Search patients' })).toBeFocused();
    await page.keyboard.type(family);
    await page.keyboard.press('Enter');
    await expect(range(page, 'Patients')).toHaveText(/^1–3 of 3/);
    const list = page.url();
    // The letters are input there.
    await page.keyboard.type('njkg?');
    await expect(page.getByRole('textbox', { name: 'Search patients' })).toHaveValue(`${family}njkg?`);
    await expect(page.getByText('No patients found matching your search criteria')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search patients' }).fill(family);
    await expect(range(page, 'Patients')).toHaveText(/^1–3 of 3/);

    await heading(page, 'Patients').focus();
    await page.keyboard.press('j');
    await expect.poll(() => focusedText(page)).toBe(`Ann ${family}`);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect.poll(() => focusedText(page)).toBe(`Ben ${family}`);
    await page.keyboard.press('Enter');
    await expect(heading(page, `Ben ${family}`)).toBeFocused();

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Bea');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(heading(page, `Bea ${family}`)).toBeVisible();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(list);
    await expect(row(page, 'Patients', `Bea ${family}`)).toBeVisible();
    await expect.poll(() => focusedText(page)).toBe(`Bea ${family}`);
  });

  test('return to the page and scroll position of a list, and to the tab of a patient', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api);
    await page.goto('/patients?page=2&pageSize=50');
    await expect(range(page, 'Patients')).toHaveText(/^51–/);
    const last = table(page).locator('[data-row] .list-link').last();
    const name = await last.innerText();
    const href = await last.getAttribute('href');
    const opened = table(page).locator(`.list-link[href="${href}"]`);
    await last.click();
    await expect(heading(page, name)).toBeVisible();
    for (const back of [
      () => page.getByRole('link', { name: 'Back', exact: true }).click(),
      () => page.goBack().then(() => undefined),
    ]) {
      await back();
      await expect(range(page, 'Patients')).toHaveText(/^51–/);
      await expect(opened).toBeInViewport();
      await opened.click();
      await expect(heading(page, name)).toBeVisible();
    }

    await visit(page, `/patients/${patient.id}?tab=messages`);
    await page.getByRole('link', { name: 'New Message' }).first().click();
    await expect(heading(page, 'New Phone Message')).toBeVisible();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(new RegExp(`/patients/${patient.id}\\?tab=messages$`));
  });

  test('are listed by “?”, which opens the help on the second press, and start a new record', async ({
    page,
  }) => {
    await page.goto('/orders');
    await expect(heading(page, 'Medical Orders')).toBeVisible();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog.getByText('Next row')).toBeVisible();
    await expect(dialog.getByText('Offices')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('?');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('?');
    await expect(page).toHaveURL(/\/help\/orders$/);
    await visit(page, '/messages');
    await expect(heading(page, 'Phone Messages')).toBeVisible();
    await page.keyboard.press('n');
    await expect(heading(page, 'New Phone Message')).toBeVisible();
  });
});
