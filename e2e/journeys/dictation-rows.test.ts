import { randomUUID } from 'node:crypto';
import { dictationGet, dictationsOfPatient } from '@portal/contract/dictations';
import type { Patient } from '@portal/contract/patients';
import { templateCreate } from '@portal/contract/templates';
import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { newPractice, practiceToday, type Practice } from '../support/dictation-records.ts';
import { button, waitUntilSignable } from '../support/dictation-screens.ts';
import { paste } from '../support/paste.ts';
import { pdfText } from '../support/pdf-text.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { expect, test } from '../support/test.ts';
import { smallTargets } from '../support/touch-targets.ts';

const LESIONS = {
  id: 'lesions',
  label: 'Lesions',
  type: 'rows',
  required: true,
  minRows: 2,
  maxRows: 6,
  columns: [
    { id: 'level', label: 'Level', type: 'select', options: ['L3-L4', 'L4-L5', 'L5-S1'], required: true },
    { id: 'temperature', label: 'Temperature', type: 'text' },
    { id: 'day', label: 'Day', type: 'date' },
    { id: 'tested', label: 'Tested', type: 'checkbox' },
  ],
};

async function newRowsTemplate(api: Api): Promise<string> {
  const fields = [LESIONS, { id: 'technique', label: 'Technique', type: 'text' }];
  const content = { version: 1, sections: [{ id: randomUUID(), title: 'Procedure Details', fields }] };
  const name = `Ablation ${uniqueName()}`;
  const body = {
    name,
    procedureType: 'Ablation',
    shortDescription: name,
    templateContent: JSON.stringify(content),
  };
  return (await api.succeed(templateCreate, { body }, await api.superToken())).id;
}

let practice: Practice;
let template: string;
test.beforeAll(async ({ api }) => {
  [practice, template] = await Promise.all([newPractice(api), newRowsTemplate(api)]);
});

const level = (page: Page, row: number) =>
  page.getByRole('combobox', { name: `Level, row ${row}`, exact: true });
const cell = (page: Page, column: string, row: number) =>
  page.getByRole('textbox', { name: `${column}, row ${row}`, exact: true });

async function openNew(page: Page, patient: Patient): Promise<void> {
  const query = new URLSearchParams({
    template,
    providerId: practice.provider.user.id,
    locationId: practice.office.id,
    date: practiceToday(),
    patientId: patient.id,
  });
  await page.goto(`/dictations/new?${query.toString()}`);
  await expect(level(page, 1)).toBeVisible();
}

async function written(api: Api, patient: Patient) {
  const token = await api.superToken();
  const [row] = await api.succeed(dictationsOfPatient, { params: { id: patient.id } }, token);
  return api.succeed(dictationGet, { params: { id: row?.id ?? '' } }, token);
}

test('rows are entered by keyboard, pasted, saved, opened again, signed and printed', async ({
  openAs,
  api,
}) => {
  const patient = await newPatient(api);
  const { page } = await openAs(practice.provider);
  await openNew(page, patient);
  await level(page, 1).focus();
  await page.keyboard.type('L4');
  await page.keyboard.press('Enter');
  await page.keyboard.type('80');
  await page.keyboard.press('Enter');
  await page.keyboard.type('11202026');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(level(page, 2)).toBeFocused();

  await paste(page, level(page, 2), 'L5-S1\t85\t11/21/2026\tYes\tno column\nL3-L4\t90\t\t\nL9\t95\t\t\n');
  await expect(page.getByText('Not an option: "L9".')).toBeVisible();
  await expect(page.getByText('Left out: what is right of the last column in 1 row.')).toBeVisible();
  await button(page, 'Save Draft').click();
  await expect(page.getByText('Lesions: Row 4: Level: Not an option: "L9".').first()).toBeVisible();
  await cell(page, 'Temperature', 4).press('Control+Delete');
  await expect(cell(page, 'Temperature', 3)).toBeFocused();
  await cell(page, 'Temperature', 3).press('Control+d');
  await expect(level(page, 4)).toBeFocused();
  await expect(cell(page, 'Temperature', 4)).toHaveValue('90');
  await cell(page, 'Temperature', 4).press('ArrowUp');
  await expect(cell(page, 'Temperature', 3)).toBeFocused();
  await page.keyboard.press('Control+Delete');
  await button(page, 'Undo').click();
  await expect(level(page, 4)).toBeVisible();
  await button(page, 'Save Draft').click();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();

  await page.reload();
  await expect(level(page, 4)).toHaveValue('L3-L4');
  await expect(cell(page, 'Day', 1)).toHaveValue('11/20/2026');
  await level(page, 4).selectOption('');
  await button(page, 'Submit & Sign').click();
  await expect(page.getByText('Level is required', { exact: true })).toBeVisible();
  await expect(level(page, 4)).toBeFocused();
  await button(page, 'Remove row 4 of Lesions').click();
  await waitUntilSignable(page);
  await button(page, 'Submit & Sign').click();
  await expect.poll(async () => (await written(api, patient)).status).toBe('Signed');

  const { id, formData } = await written(api, patient);
  expect(formData).toMatchObject({
    lesions: [
      { level: 'L4-L5', temperature: '80', day: '2026-11-20', tested: true },
      { level: 'L5-S1', temperature: '85', day: '2026-11-21', tested: true },
      { level: 'L3-L4', temperature: '90' },
    ],
  });
  await page.goto(`/dictations/${id}`);
  const table = page.getByRole('table', { name: 'Lesions' });
  await expect(table.getByRole('row')).toHaveText([
    'LevelTemperatureDayTested',
    /L4-L5.*80.*11\/20\/2026.*Yes/,
    /L5-S1.*85.*11\/21\/2026.*Yes/,
    /L3-L4.*90/,
  ]);
  const download = page.waitForEvent('download');
  await button(page, 'Print').click();
  const text = await pdfText(await (await download).path());
  expect(text).toMatch(/Lesions Level Temperature Day Tested L4-L5 80 11\/20\/2026 Yes/);
});

test('rows are cards on a phone, with targets that a finger can hit', async ({ openAs, api }) => {
  const patient = await newPatient(api);
  const { page } = await openAs(practice.provider, { viewport: { width: 390, height: 844 } });
  await openNew(page, patient);
  await level(page, 1).selectOption('L4-L5');
  await cell(page, 'Temperature', 1).fill('80');
  await button(page, 'Add row to Lesions').click();
  await expect(level(page, 3)).toBeFocused();
  await expect(page.getByText('Row 3', { exact: true })).toBeVisible();
  await button(page, 'Duplicate row 1 of Lesions').click();
  await expect(cell(page, 'Temperature', 2)).toHaveValue('80');
  await button(page, 'Remove row 4 of Lesions').click();
  await expect(level(page, 4)).toHaveCount(0);
  expect(await smallTargets(page)).toEqual([]);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  await expect.poll(fits).toBe(true);
  await button(page, 'Save Draft').click();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  expect((await written(api, patient)).formData).toMatchObject({
    lesions: [{ level: 'L4-L5', temperature: '80' }, { level: 'L4-L5', temperature: '80' }, {}],
  });
  await page.reload();
  await expect(cell(page, 'Temperature', 2)).toHaveValue('80');
});
