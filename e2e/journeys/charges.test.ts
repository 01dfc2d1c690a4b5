import { readFile } from 'node:fs/promises';
import { dictationAddendum, dictationSign, type Dictation } from '@portal/contract/dictations';
import { formatDateUs } from '@portal/domain/date';
import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { newDictation, newPractice, practiceToday, type Practice } from '../support/dictation-records.ts';
import { pdfText } from '../support/pdf-text.ts';
import { readyUser } from '../support/records.ts';
import { range, row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';
import { toast } from '../support/toasts.ts';

const CHARGES = 'Charges';
const DIAGNOSES = ['M54.16', 'M48.061'];

/** Creates the signed notes of a clinic day: each with an injection and a drug of 1 to 4 units. */
async function clinicDay(api: Api, practice: Practice, count: number): Promise<Dictation[]> {
  const { token } = await api.signIn(practice.provider.userName, practice.provider.password);
  const notes: Dictation[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id } = await newDictation(api, practice, {
      billingCodes: [
        { code: made % 2 === 0 ? '20610' : '64483', modifiers: 'LT' },
        { code: 'J1100', units: 1 + (made % 4), diagnosisPointers: ['M54.16'] },
        ...DIAGNOSES,
      ],
    });
    notes.push(await api.succeed(dictationSign, { params: { id }, body: {} }, token));
  }
  return notes;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

async function saved(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return (await download).path();
}

test('twenty notes of a clinic day become a day sheet that adds up, and are entered in billing once', async ({
  openAs,
  api,
}) => {
  const practice = await newPractice(api);
  const notes = await clinicDay(api, practice, 20);
  const { page } = await openAs(await readyUser(api, { role: 'Admin' }));
  await page.goto(`/charges?providerId=${practice.provider.user.id}&pageSize=50`);
  await expect(tab(page, 'Ready to enter (20)')).toBeVisible();
  await expect(range(page, CHARGES)).toHaveText(/20/);
  await expect(page.getByText('20610-LT → A, B')).toHaveCount(10);
  await expect(page.getByText('J1100 × 4 → A')).toHaveCount(5);
  // 10 + 10 injections, and 5 × (1 + 2 + 3 + 4) units of the drug.
  await expect(page.getByText('20 notes, 40 lines, 70 units')).toBeVisible();

  const sheet = await pdfText(await saved(page, 'Day sheet'));
  expect(sheet).toContain(`${formatDateUs(practiceToday())} Paula ${practice.provider.user.lastName}`);
  expect(sheet).toContain(`${practice.office.name}: 20 notes`);
  expect(sheet).toMatch(/J1100 .{1,80} 20 50 /);
  expect(sheet).toContain('Total 40 70');
  const csv = await readFile(await saved(page, 'Export CSV'), 'utf8');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(41);

  await page.getByRole('checkbox', { name: /^Select all/ }).click();
  await page.getByRole('button', { name: 'Mark as entered' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as entered in billing' });
  await dialog.getByRole('textbox', { name: 'Batch name' }).fill('Clinic day');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Not entered → Entered')).toHaveCount(20);
  await dialog.getByRole('button', { name: 'Change 20 notes' }).click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, '20 notes changed')).toBeVisible();
  await expect(tab(page, 'Ready to enter (0)')).toBeVisible();
  await tab(page, 'Entered (20)').click();
  await expect(page.getByText('Clinic day')).toHaveCount(20);

  // An addendum flags its note, which is then entered again.
  const provider = await api.signIn(practice.provider.userName, practice.provider.password);
  await api.succeed(
    dictationAddendum,
    { params: { id: notes[0]?.id ?? '' }, body: { text: 'Two levels were treated.' } },
    provider.token,
  );
  await page.reload();
  await tab(page, 'Changed (1)').click();
  await expect(page.getByText('Changed after entry')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Select all/ }).click();
  await page.getByRole('button', { name: 'Mark as entered again' }).click();
  const again = page.getByRole('dialog', { name: 'Mark as entered again' });
  await again.getByRole('textbox', { name: 'Batch name' }).fill('Corrections');
  await again.getByRole('button', { name: 'Preview' }).click();
  await again.getByRole('button', { name: 'Change 1 note' }).click();
  await expect(again).toBeHidden();
  await expect(tab(page, 'Changed (0)')).toBeVisible();

  // A batch can be undone.
  await tab(page, 'Entered (20)').click();
  await row(page, CHARGES, 'Clinic day')
    .first()
    .getByRole('button', { name: /^Undo batch/ })
    .click();
  const undo = page.getByRole('alertdialog', { name: 'Undo this batch?' });
  await undo.getByRole('button', { name: 'Undo batch' }).click();
  await expect(undo).toBeHidden();
  await expect(tab(page, 'Entered (1)')).toBeVisible();
  await expect(tab(page, 'Ready to enter (19)')).toBeVisible();
});

test('a provider sees only own notes, and cannot mark them or choose the columns', async ({
  openAs,
  api,
}) => {
  const practice = await newPractice(api);
  await clinicDay(api, practice, 1);
  const { page } = await openAs(practice.provider);
  await page.goto('/charges');
  await expect(tab(page, 'All (1)')).toBeVisible();
  await expect(page.getByText(practice.templates[0].name)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'CSV columns' })).toBeHidden();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Provider' })).toBeHidden();
  await tab(page, 'Missing Charges').click();
  await expect(page.getByText('All completed orders have a note')).toBeVisible();
});
