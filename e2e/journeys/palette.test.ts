import type { Page } from '@playwright/test';
import { heading, PHONE } from '../support/page.ts';
import { newPatient, readyUser, uniqueName } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const highlighted = (page: Page) => page.getByRole('option', { selected: true });

test('search of everything: opens a chart by three letters and Enter, and returns the focus with Escape', async ({
  openAs,
  api,
}) => {
  const lastName = uniqueName('Zyx');
  const patient = await newPatient(api, { firstName: 'Ada', lastName });
  const { page } = await openAs(await readyUser(api, { role: 'MedicalAssistant' }));
  await page.goto('/timecard');
  await expect(heading(page, 'Timecard')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await expect(box(page)).toBeFocused();
  await expect(option(page, 'Phone Messages')).toBeVisible();
  await expect(option(page, 'Users')).toHaveCount(0);
  await page.keyboard.type(lastName.slice(0, 6));
  await expect(highlighted(page)).toContainText(`${lastName}, Ada`);
  await expect(highlighted(page)).toContainText(`MRN ${patient.medicalRecordNumber}`);
  await page.keyboard.press('Enter');
  await expect(heading(page, `Ada ${lastName}`)).toBeFocused();

  const button = page.getByRole('button', { name: 'Search everything' });
  await button.click();
  await expect(box(page)).toBeFocused();
  await expect(option(page, `${lastName}, Ada`)).toBeVisible();
  await expect(option(page, `New order for Ada ${lastName}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box(page)).toBeHidden();
  await expect(button).toBeFocused();

  // The highlighted line follows the arrow keys, and Enter that is too early waits for the only match.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(`order ${lastName}`);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'New Order')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Patient' })).toHaveValue(new RegExp(lastName));
});

test('search of everything: finds pages and actions, says when nothing is found, and survives hostile text', async ({
  openAs,
}) => {
  const { page } = await openAs('staff', { viewport: PHONE });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  await page.getByRole('button', { name: 'Search everything' }).click();
  for (const text of [`<img src=x onerror=alert(1)>`, `%_\\'; zz=zz --`, 'q'.repeat(200)]) {
    await box(page).fill(text);
    await expect(page.getByText(/^Nothing found for/)).toBeVisible();
    await expect(page.getByRole('option')).toHaveCount(0);
  }
  await box(page).fill('q'.repeat(300));
  await expect(page.getByText('100 characters too many (200 allowed)')).toBeVisible();
  await box(page).fill('zz');
  await expect(page.getByText('Nothing found for “zz”')).toBeVisible();
  await box(page).fill('upload');
  await expect(highlighted(page)).toHaveText(/Upload Document/);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Upload Document')).toBeVisible();
});
