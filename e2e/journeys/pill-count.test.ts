import { pillCountCalculate, pillCountHistory } from '@portal/contract/pill-counts';
import type { Patient } from '@portal/contract/patients';
import { addDays } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import type { Page } from '@playwright/test';
import { heading } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { answer } from '../support/requests.ts';
import { columnHeaders, row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const TABLE = 'Pill count history';
/** The demo practice's. */
const today = () => todayIn('America/New_York', new Date());
const us = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const menu = (page: Page) => page.getByRole('link', { name: 'Pill Count', exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

interface Count {
  readonly date: string;
  readonly given: number;
  readonly perDay: number;
  readonly remaining: number;
}

async function typeCount(page: Page, { date, given, perDay, remaining }: Count): Promise<void> {
  await page.getByRole('textbox', { name: 'Prescription Date' }).fill(us(date));
  await page.getByLabel('Pills Given').fill(String(given));
  await page.getByLabel('Pills per Day').fill(String(perDay));
  await page.getByRole('spinbutton', { name: 'Pills Remaining' }).fill(String(remaining));
}

const BOTTLE = { given: 30, perDay: 1.5, remaining: 18 };

test.describe('Pill Count /pill-count', () => {
  test.use({ account: 'physician' });
  let patient: Patient;
  test.beforeEach(async ({ api }) => {
    patient = await newPatient(api);
  });

  test('first selects a patient; Change Patient returns to the selection', async ({ page }) => {
    await page.goto('/pill-count');
    await expect(heading(page, 'Pill Count')).toBeVisible();
    for (const time of ['first', 'again']) {
      await page.getByRole('combobox', { name: 'Patient' }).fill(patient.lastName);
      await page.getByRole('option', { name: new RegExp(patient.lastName) }).click();
      await expect(page.getByText(`${patient.lastName}, Ada (${patient.medicalRecordNumber})`)).toBeVisible();
      await expect(page.getByRole('tab')).toHaveText(['Calculator', 'History']);
      if (time === 'first') await press(page, 'Change Patient');
    }
  });

  test('says what is missing, each at its field', async ({ page }) => {
    await page.goto(`/pill-count?patient=${patient.id}`);
    await press(page, 'Calculate');
    for (const text of [
      'Please select the prescription date',
      'Please enter the number of pills given',
      'Please enter pills per day',
      'Please enter the number of pills remaining',
    ])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    await typeCount(page, { date: addDays(today(), 1), given: 30, perDay: 1, remaining: 20 });
    await press(page, 'Calculate');
    await expect(page.getByText('The prescription date cannot be in the future')).toBeVisible();
  });

  test('shows the result card; a changed input clears it; the help explains the statuses', async ({
    page,
  }) => {
    await page.goto(`/pill-count?patient=${patient.id}`);
    await typeCount(page, { ...BOTTLE, date: addDays(today(), -10) });
    await expect(page.getByText('Expected today, after 10 days: 15')).toBeVisible();
    await press(page, 'Calculate');
    const card = page.getByRole('region', { name: 'Result' });
    await expect(card.getByText('Moderate Variance')).toBeVisible();
    await expect(card.getByRole('term')).toHaveText([
      'Days Since Prescription',
      'Pills Carried Over',
      'Expected Pills Used',
      'Expected Pills Remaining',
      'Actual Pills Remaining',
      'Variance',
      'Average Daily Use',
      'Over / Under',
      'Calculated',
    ]);
    await expect(card.getByRole('definition')).toHaveText([
      '10',
      '0',
      '15',
      '15',
      '18',
      '2 days',
      '1.2',
      '3 pills over: more remain than expected',
      /\S/,
    ]);
    await page.getByLabel('Notes', { exact: false }).fill('Brought the bottle');
    await expect(card.getByText('Moderate Variance')).toHaveCount(1);
    await page.getByRole('spinbutton', { name: 'Pills Remaining' }).fill('15');
    await expect(card.getByText('then press Calculate')).toBeVisible();
    await press(page, 'Status guide');
    const guide = page.getByRole('dialog', { name: 'Status guide' });
    await expect(guide.getByText('Significant Variance')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(guide).toBeHidden();
  });

  test('pills carried over from an earlier fill are expected to remain', async ({ page }) => {
    await page.goto(`/pill-count?patient=${patient.id}`);
    await typeCount(page, { ...BOTTLE, date: addDays(today(), -10) });
    const carried = page.getByLabel('Pills Carried Over');
    await carried.fill('12');
    await expect(page.getByText('Expected today, after 10 days: 27')).toBeVisible();
    await page.getByRole('spinbutton', { name: 'Pills Remaining' }).fill('27');
    await press(page, 'Calculate');
    await expect(page.getByRole('region', { name: 'Result' }).getByText('Appropriate')).toBeVisible();
    await carried.fill('');
    await page.getByRole('spinbutton', { name: 'Pills Remaining' }).fill('15');
    await expect(page.getByText('Expected today, after 10 days: 15')).toBeVisible();
  });

  test('saving to history switches to History and resets the form; a failure loses nothing', async ({
    page,
  }) => {
    await page.goto(`/pill-count?patient=${patient.id}`);
    await typeCount(page, { ...BOTTLE, date: addDays(today(), -10), remaining: 15 });
    await page.getByLabel('Prescription Name').fill('Oxycodone 5 mg');
    await page.getByRole('checkbox', { name: 'Save to history' }).check();
    await answer(page, '**/api/pillcount/calculate', { method: 'POST', status: 500 });
    await press(page, 'Calculate and Save');
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to save pill count' })).toBeVisible();
    await expect(page.getByLabel('Prescription Name')).toHaveValue('Oxycodone 5 mg');
    await page.unrouteAll();
    await press(page, 'Calculate and Save');
    await expect(row(page, TABLE, 'Oxycodone 5 mg').getByText('Appropriate')).toBeVisible();
    await expect(tab(page, 'History')).toHaveAttribute('aria-selected', 'true');
    await expect(columnHeaders(page, TABLE)).toHaveText([
      'Prescription',
      'Prescribed',
      'Given',
      'Per Day',
      'Remaining',
      'Status',
      'Variance',
      'Counted',
      'Provider',
      'Actions',
    ]);
    await tab(page, 'Calculator').click();
    await expect(page.getByLabel('Pills Given')).toHaveValue('');
  });

  test('views a record at /pill-count/{id}, and deletes it after asking', async ({ page, api }) => {
    const { token } = await api.signIn('physician');
    const body = {
      patientId: patient.id,
      prescriptionDate: addDays(today(), -10),
      pillsGiven: 30,
      pillsPerDay: 1.5,
      pillsRemaining: 15,
      prescriptionName: 'Oxycodone 5 mg',
      notes: 'Brought the bottle',
      saveToHistory: true,
    };
    await api.succeed(pillCountCalculate, { body }, token);
    await page.goto(`/pill-count?patient=${patient.id}&tab=history`);
    await row(page, TABLE, 'Oxycodone 5 mg').getByRole('link', { name: /View/ }).click();
    await expect(heading(page, 'Pill Count Record')).toBeVisible();
    await expect(page).toHaveURL(/\/pill-count\/[\da-f-]{36}$/);
    await expect(page.getByText('Brought the bottle')).toBeVisible();
    await press(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`**/pill-count?patient=${patient.id}&tab=history`);
    await expect(page.getByText('The pill count was deleted').first()).toBeVisible();
    const params = { patientId: patient.id };
    const query = {};
    expect((await api.succeed(pillCountHistory, { params, query }, token)).totalCount).toBe(0);
  });

  test('more than given is marked as carry-over; the patient’s page shows the trend', async ({
    page,
    api,
  }) => {
    const { token } = await api.signIn('midlevel');
    const body = { patientId: patient.id, pillsGiven: 30, pillsPerDay: 1, saveToHistory: true };
    for (const [days, pillsRemaining] of [
      [10, 20],
      [0, 33],
    ] as const) {
      const prescriptionDate = addDays(today(), -days);
      const count = { ...body, prescriptionDate, pillsRemaining };
      await api.succeed(pillCountCalculate, { body: count }, token);
    }
    await page.goto(`/patients/${patient.id}`);
    await tab(page, 'Pill Count').click();
    await expect(page.getByRole('figure', { name: 'Variance of 2 counts' })).toBeVisible();
    // Somebody else's cannot be deleted.
    await expect(page.getByRole('button', { name: /Delete/ })).toHaveCount(0);
    await row(page, TABLE, '33 of 30').getByRole('link', { name: /View/ }).click();
    await expect(page.getByText('Carry-over', { exact: true })).toBeVisible();
    await expect(page.getByText('some carried over from an earlier prescription')).toBeVisible();
    await expect.poll(() => page.getByRole('definition').allInnerTexts()).toContain('—');
  });

  test('the menu has it for both provider roles; an Admin reaches it, others are refused', async ({
    page,
    openAs,
  }) => {
    await page.goto('/');
    await expect(menu(page)).toHaveCount(1);
    const { page: admin } = await openAs('admin');
    await admin.goto('/pill-count');
    await expect(admin.getByRole('combobox', { name: 'Patient' })).toBeVisible();
    await expect(menu(admin)).toHaveCount(0);
    const { page: staff } = await openAs('staff');
    await staff.goto('/pill-count');
    await expect(
      staff.getByText('Access Denied: You do not have permission to view this page.'),
    ).toBeVisible();
  });
});
