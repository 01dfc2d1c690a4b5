import { pillCountCalculate, pillCountHistory } from '@portal/contract/pill-counts';
import { addDays } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, usePage } from '../run/page.ts';
import { newPatient } from '../run/records.ts';
import { answer } from '../run/requests.ts';
import { columns, row } from '../run/table.ts';

useBrowser();

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

describe('spec 3 §2 Pill Count /pill-count', () => {
  const shared = usePage('physician');
  let patient: Awaited<ReturnType<typeof newPatient>>;
  beforeAll(async () => {
    patient = await newPatient();
  });

  it('first selects a patient; Change Patient returns to the selection', async () => {
    const page = shared();
    await page.goto('/pill-count');
    await heading(page, 'Pill Count');
    for (const time of ['first', 'again']) {
      await page.getByRole('combobox', { name: 'Patient' }).fill(patient.lastName);
      await page.getByRole('option', { name: new RegExp(patient.lastName) }).click();
      await page.getByText(`${patient.lastName}, Ada (${patient.medicalRecordNumber})`).waitFor();
      await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['Calculator', 'History']);
      if (time === 'first') await press(page, 'Change Patient');
    }
  });

  it('spec 3 §5 says what is missing, each at its field', async () => {
    const page = shared();
    await press(page, 'Calculate');
    for (const text of [
      'Please select the prescription date',
      'Please enter the number of pills given',
      'Please enter pills per day',
      'Please enter the number of pills remaining',
    ])
      await page.getByText(text, { exact: true }).waitFor();
    await typeCount(page, { date: addDays(today(), 1), given: 30, perDay: 1, remaining: 20 });
    await press(page, 'Calculate');
    await page.getByText('The prescription date cannot be in the future').waitFor();
  });

  it('spec 3 §4 shows the result card; a changed input clears it; the help explains the statuses', async () => {
    const page = shared();
    await typeCount(page, { date: addDays(today(), -10), given: 30, perDay: 1.5, remaining: 18 });
    await page.getByText('Expected today, after 10 days: 15').waitFor();
    await press(page, 'Calculate');
    const card = page.getByRole('region', { name: 'Result' });
    await card.getByText('Moderate Variance').waitFor();
    await expect
      .poll(() => card.getByRole('term').allInnerTexts())
      .toEqual([
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
    expect((await card.getByRole('definition').allInnerTexts()).slice(0, 8)).toEqual([
      '10',
      '0',
      '15',
      '15',
      '18',
      '2 days',
      '1.2',
      '3 pills over: more remain than expected',
    ]);
    await page.getByLabel('Notes', { exact: false }).fill('Brought the bottle');
    await expect.poll(() => card.getByText('Moderate Variance').count()).toBe(1);
    await page.getByRole('spinbutton', { name: 'Pills Remaining' }).fill('15');
    await card.getByText('then press Calculate').waitFor();
    await press(page, 'Status guide');
    const guide = page.getByRole('dialog', { name: 'Status guide' });
    await guide.getByText('Significant Variance').waitFor();
    await page.keyboard.press('Escape');
    await guide.waitFor({ state: 'hidden' });
  });

  it('pills carried over from an earlier fill are expected to remain', async () => {
    const page = shared();
    const carried = page.getByLabel('Pills Carried Over');
    await carried.fill('12');
    await page.getByText('Expected today, after 10 days: 27').waitFor();
    await page.getByRole('spinbutton', { name: 'Pills Remaining' }).fill('27');
    await press(page, 'Calculate');
    await page.getByRole('region', { name: 'Result' }).getByText('Appropriate').waitFor();
    await carried.fill('');
    await page.getByRole('spinbutton', { name: 'Pills Remaining' }).fill('15');
    await page.getByText('Expected today, after 10 days: 15').waitFor();
  });

  it('saving to history switches to History and resets the form; a failure loses nothing', async () => {
    const page = shared();
    await page.getByLabel('Prescription Name').fill('Oxycodone 5 mg');
    await page.getByRole('checkbox', { name: 'Save to history' }).check();
    await answer(page, '**/api/pillcount/calculate', { method: 'POST', status: 500 });
    await press(page, 'Calculate and Save');
    await page.getByRole('alert').filter({ hasText: 'Failed to save pill count' }).waitFor();
    await expect.poll(() => page.getByLabel('Prescription Name').inputValue()).toBe('Oxycodone 5 mg');
    await page.unrouteAll();
    await press(page, 'Calculate and Save');
    await row(page, TABLE, 'Oxycodone 5 mg').getByText('Appropriate').waitFor();
    await expect.poll(() => tab(page, 'History').getAttribute('aria-selected')).toBe('true');
    await expect
      .poll(() => columns(page, TABLE))
      .toEqual([
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
    await expect.poll(() => page.getByLabel('Pills Given').inputValue()).toBe('');
  });

  it('views a record at /pill-count/{id}, and deletes it after asking', async () => {
    const page = shared();
    await tab(page, 'History').click();
    await row(page, TABLE, 'Oxycodone 5 mg').getByRole('link', { name: /View/ }).click();
    await heading(page, 'Pill Count Record');
    expect(new URL(page.url()).pathname).toMatch(/^\/pill-count\/[\da-f-]{36}$/);
    await page.getByText('Brought the bottle').waitFor();
    await press(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`**/pill-count?patient=${patient.id}&tab=history`);
    await page.getByText('The pill count was deleted').first().waitFor();
    const { token } = await client().signIn('physician');
    const params = { patientId: patient.id };
    const query = {};
    expect((await client().succeed(pillCountHistory, { params, query }, token)).totalCount).toBe(0);
  });

  it('decisions 77 more than given is marked as carry-over; the patient’s page shows the trend', async () => {
    const page = shared();
    const { token } = await client().signIn('midlevel');
    const body = { patientId: patient.id, pillsGiven: 30, pillsPerDay: 1, saveToHistory: true };
    for (const [days, pillsRemaining] of [
      [10, 20],
      [0, 33],
    ] as const) {
      const prescriptionDate = addDays(today(), -days);
      const count = { ...body, prescriptionDate, pillsRemaining };
      await client().succeed(pillCountCalculate, { body: count }, token);
    }
    await page.goto(`/patients/${patient.id}`);
    await tab(page, 'Pill Count').click();
    await page.getByRole('figure', { name: 'Variance of 2 counts' }).waitFor();
    // Somebody else's: no deleting (decisions 77).
    await expect.poll(() => page.getByRole('button', { name: /Delete/ }).count()).toBe(0);
    await row(page, TABLE, '33 of 30').getByRole('link', { name: /View/ }).click();
    await page.getByText('Carry-over', { exact: true }).waitFor();
    await page.getByText('some carried over from an earlier prescription').waitFor();
    await expect.poll(() => page.getByRole('definition').allInnerTexts()).toContain('—');
  });

  it('spec 3 §2, §6 the menu has it for both provider roles; an Admin reaches it, others are refused', async () => {
    await expect.poll(() => menu(shared()).count()).toBe(1);
    const { page: admin } = await openAs('admin');
    await admin.goto('/pill-count');
    await admin.getByRole('combobox', { name: 'Patient' }).waitFor();
    await expect.poll(() => menu(admin).count()).toBe(0);
    const { page: staff } = await openAs('staff');
    await staff.goto('/pill-count');
    await staff.getByText('Access Denied: You do not have permission to view this page.').waitFor();
  });
});
