import { pillCountCalculate, pillCountHistory } from '@portal/contract/pill-counts';
import type { Patient } from '@portal/contract/patients';
import { addDays } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import type { Page } from '@playwright/test';
import { heading } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const TABLE = 'Pill count history';
/** The demo practice's time zone. */
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
  await page.getByRole('textbox', { name: 'Pills Remaining' }).fill(String(remaining));
}

test.describe('Pill Count /pill-count', () => {
  test.use({ account: 'physician' });
  let patient: Patient;
  test.beforeEach(async ({ api }) => {
    patient = await newPatient(api);
  });

  test('calculates a count for a patient, saves it to the history, views and deletes it', async ({
    page,
    api,
  }) => {
    await page.goto('/');
    await menu(page).click();
    await expect(heading(page, 'Pill Count')).toBeVisible();
    for (const time of ['first', 'again']) {
      await page.getByRole('combobox', { name: 'Patient' }).fill(patient.lastName);
      await page.getByRole('option', { name: new RegExp(patient.lastName) }).click();
      await expect(page.getByText(`${patient.lastName}, Ada (${patient.medicalRecordNumber})`)).toBeVisible();
      if (time === 'first') await press(page, 'Change Patient');
    }
    await typeCount(page, { date: addDays(today(), -10), given: 30, perDay: 1.5, remaining: 27 });
    await page.getByLabel('Pills Carried Over').fill('12');
    await expect(page.getByText('Expected today, after 10 days: 27')).toBeVisible();
    await press(page, 'Calculate');
    const card = page.getByRole('region', { name: 'Result' });
    await expect(card.getByText('Appropriate')).toBeVisible();
    await page.getByRole('textbox', { name: 'Pills Remaining' }).fill('30');
    await expect(card.getByText('then press Calculate')).toBeVisible();
    await page.getByLabel('Prescription Name').fill('Oxycodone 5 mg');
    await page.getByLabel('Notes', { exact: false }).fill('Brought the bottle');
    await page.getByRole('checkbox', { name: 'Save to history' }).check();
    await press(page, 'Calculate and Save');
    await expect(row(page, TABLE, 'Oxycodone 5 mg').getByText('Moderate Variance')).toBeVisible();
    await expect(tab(page, 'History')).toHaveAttribute('aria-selected', 'true');
    await tab(page, 'Calculator').click();
    await expect(page.getByLabel('Pills Given')).toHaveValue('');
    await tab(page, 'History').click();
    await row(page, TABLE, 'Oxycodone 5 mg').getByRole('link', { name: /View/ }).click();
    await expect(heading(page, 'Pill Count Record')).toBeVisible();
    await expect(page).toHaveURL(/\/pill-count\/[\da-f-]{36}$/);
    await expect(page.getByText('Brought the bottle')).toBeVisible();
    await press(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`**/pill-count?patient=${patient.id}&tab=history`);
    await expect(page.getByText('The pill count was deleted').first()).toBeVisible();
    const { token } = await api.signIn('physician');
    const params = { patientId: patient.id };
    const query = {};
    expect((await api.succeed(pillCountHistory, { params, query }, token)).totalCount).toBe(0);
  });

  test('marks more than given as carry-over; the patient page shows the trend', async ({ page, api }) => {
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
    await expect(page.getByRole('figure', { name: 'Do the pill counts match?' })).toBeVisible();
    // Another user's count cannot be deleted.
    await expect(page.getByRole('button', { name: /Delete/ })).toHaveCount(0);
    await row(page, TABLE, '33 of 30').getByRole('link', { name: /View/ }).click();
    await expect(page.getByText('Carry-over', { exact: true })).toBeVisible();
    await expect(page.getByText('some carried over from an earlier prescription')).toBeVisible();
  });
});

test('Admins can open it without a menu entry; others are refused', async ({ openAs }) => {
  const { page: admin } = await openAs('admin');
  await admin.goto('/pill-count');
  await expect(admin.getByRole('combobox', { name: 'Patient' })).toBeVisible();
  await expect(menu(admin)).toHaveCount(0);
  const { page: staff } = await openAs('staff');
  await staff.goto('/pill-count');
  await expect(staff.getByText('Access Denied: You do not have permission to view this page.')).toBeVisible();
});
