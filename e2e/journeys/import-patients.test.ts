import { patientImportDiscard, patientImportList, patientImportUndo } from '@portal/contract/patient-imports';
import { patientList } from '@portal/contract/patients';
import { textRows, workbook } from '@portal/server/test/workbook';
import type { Page } from '@playwright/test';
import { heading } from '../support/page.ts';
import { uniqueName } from '../support/records.ts';
import { row } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const section = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

/** Only one import can be open: removes what an earlier attempt has left. */
async function closeOpenImports(api: Api): Promise<void> {
  const token = await api.superToken();
  const { data } = await api.succeed(patientImportList, {}, token);
  for (const { id, status } of data)
    if (['NotChecked', 'Checked'].includes(status))
      await api.succeed(patientImportDiscard, { params: { id } }, token);
    else if (status === 'Stopped') await api.succeed(patientImportUndo, { params: { id } }, token);
}

/** As other systems export patients: their own column names, dates and states as words. */
const csvOf = (family: string) =>
  [
    'Id,BIRTHDATE,SSN,PREFIX,FIRST,LAST,MARITAL,GENDER,ADDRESS,CITY,STATE,ZIP,Telephone',
    `${family}-1,1996-02-24,999-53-8325,Mrs.,Theda,${family},M,F,595 Greenfelder Knoll,Quincy,Massachusetts,02171,(617) 555-0143`,
    `${family}-2,1976-09-09,999-17-6567,Mr.,Tracey,${family},S,M,579 Hamill Terrace,Boston,Massachusetts,00000,`,
    `${family}-3,1996-02-24,,Ms.,Theda,${family},,F,,,,,`,
    `${family}-4,31/31/1990,,,Kim,${family},,F,,,,,`,
  ].join('\n');

async function choose(page: Page, name: string, content: string): Promise<void> {
  await page.goto('/admin/import-patients');
  await expect(heading(page, 'Import Patients')).toBeVisible();
  await page
    .getByLabel('Patients file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

test.describe('imports of patients', () => {
  test.use({ account: 'admin' });
  test.beforeEach(({ api }) => closeOpenImports(api));

  test('check a file, change the mapping, import it and undo it', async ({ page }) => {
    const family = `Imported${uniqueName('x').replaceAll(/[^a-z]/gi, '')}`;
    await choose(page, `${family}.csv`, csvOf(family));
    await expect(section(page, 'Result of the check')).toBeVisible();
    await expect(row(page, 'Rows to fix', 'Date of birth is not a valid date')).toBeVisible();
    await expect(row(page, 'Rows to fix', 'Likely the same person as on line 2')).toBeVisible();
    await expect(page.getByText('ZIP code 00000 left out: 1 row')).toBeVisible();
    const preview = page.getByRole('table', { name: 'What rows become' });
    await expect(preview.getByRole('cell', { name: '595 Greenfelder Knoll' })).toBeVisible();

    await expect(button(page, /^Import \d/)).toBeDisabled();
    await page.getByRole('combobox', { name: 'ADDRESS becomes' }).click();
    await page.getByRole('option', { name: 'Left out' }).click();
    await expect(button(page, /^Import \d/)).toBeHidden();
    await button(page, 'Leave out the other 2 columns').click();
    await expect(button(page, 'Import 2 patients')).toBeVisible();
    await expect(preview.getByRole('cell', { name: 'Quincy' })).toBeVisible();
    await expect(preview.getByRole('cell', { name: '595 Greenfelder Knoll' })).toBeHidden();
    await button(page, 'Save mapping').click();
    await page.getByRole('dialog').getByLabel('Name').fill(family);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();

    const download = page.waitForEvent('download');
    await button(page, 'Download as CSV').click();
    expect((await download).suggestedFilename()).toMatch(/^patients-to-fix_\d{8}-\d{6}\.csv$/);
    await button(page, 'Import 2 patients').click();
    await expect(
      page.getByText('2 patients were imported. 1 row failed and 1 likely duplicate was skipped.'),
    ).toBeVisible();

    await page.goto(`/patients?search=${family}-1`);
    await row(page, 'Patients', family).getByRole('link').first().click();
    await expect(page.getByText('Former MRN')).toBeVisible();
    await expect(page.getByText(`${family}-1`, { exact: true })).toBeVisible();

    await page.goto('/admin/import-patients');
    await row(page, 'Earlier imports', family).getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 patients' }).click();
    await expect(row(page, 'Earlier imports', family)).toContainText('Undone');
    await page.goto(`/patients?search=${family}`);
    await expect(page.getByText('No patients found')).toBeVisible();
  });

  test('update patients with a later export, and restore them', async ({ page, api }) => {
    const family = `Later${uniqueName('x').replaceAll(/[^a-z]/gi, '')}`;
    const exportOf = (phone: string, city: string, more = '') =>
      `MRN,Last,First,DOB,Phone,City\n${family}-1,${family},Ann,1/5/1980,${phone},${city}\n${more}`;
    await choose(page, `${family}1.csv`, exportOf('', 'Boston'));
    await button(page, 'Import 1 patient').click();
    await expect(page.getByText('1 patient was imported.')).toBeVisible();
    await choose(
      page,
      `${family}2.csv`,
      exportOf('(617) 555-0143', 'Quincy', `${family}-2,${family},Bea,1/6/1980,,\n`),
    );
    await expect(section(page, 'Already patients')).toBeVisible();
    await expect(row(page, 'What differs', '(617) 555-0143')).toContainText('Blank here');
    await page.getByRole('combobox', { name: 'Update City' }).click();
    await page.getByRole('option', { name: 'Blank and different values' }).click();
    await page.getByLabel('Update 1 patient', { exact: true }).check();
    await button(page, 'Import 1 and update 1 patient').click();
    await expect(page.getByText('1 patient was imported and 1 patient was updated.')).toBeVisible();

    const cityOf = async () => {
      const token = await api.superToken();
      const { data } = await api.succeed(patientList, { query: { search: `${family}-1` } }, token);
      return data[0]?.city;
    };
    expect(await cityOf()).toBe('Quincy');
    await row(page, 'Earlier imports', `${family}2.csv`).getByRole('button', { name: /^Undo/ }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Delete 1 and restore 1 patient' })
      .click();
    await expect(row(page, 'Earlier imports', `${family}2.csv`)).toContainText('Undone');
    expect(await cityOf()).toBe('Boston');
  });

  test('account for every line, and ask what unknown words mean', async ({ page }) => {
    const family = `Worded${uniqueName('x').replaceAll(/[^a-z]/gi, '')}`;
    await choose(
      page,
      `${family}.csv`,
      [
        'Patient Name,DOB,Patient Status,Patient Sex,Address',
        `"${family}, Ann",1/5/1980,Active,F,"12 Main St`,
        `"${family}, Bob",1/6/1980,Established,M,"9 Elm St`,
        'Apt 4"',
        '',
        `"${family}, Carl",1/7/1980,Established,M,7 Oak`,
      ].join('\n'),
    );
    await expect(
      page.getByText(
        '6 lines in the file: 1 with the column names, 3 rows on 4 lines, 1 blank. Rows that span several lines: 3–4.',
      ),
    ).toBeVisible();
    await expect(row(page, 'Rows to fix', 'A closing quote may be missing')).toBeVisible();
    await expect(page.getByText('1 word is not understood.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Status “established”' }).click();
    await page.getByRole('option', { name: 'Active', exact: true }).click();
    await button(page, 'Check again').click();
    await expect(button(page, 'Import 2 patients')).toBeVisible();
    await expect(page.getByText('1 word is not understood.')).toBeHidden();
    await button(page, 'Discard file').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(section(page, 'Choose a file')).toBeVisible();
  });

  test('of a system with many columns take three clicks, and account for every column', async ({ page }) => {
    const family = `Moved${uniqueName('x').replaceAll(/[^a-z]/gi, '')}`;
    const names = Array.from('abcdefghijklmnopqrst', (letter) => `Ann${letter.repeat(3)}`);
    await choose(
      page,
      `${family}.csv`,
      [
        'Patient list,,,',
        '',
        'Patient ID,Patient Last Name,Patient First Name,Patient Middle Initial,Patient DOB,Patient Sex,Patient SSN,Patient Address1,Patient Address2,Patient City,Patient State,Patient Zip,Patient Home Phone,Patient Mobile No,Patient Email,Patient Status,Patient Race,Usual Provider,Guarantor,City',
        ...names.map(
          (name, n) =>
            `${family}-${n},${family},${name},M,1/${n + 1}/19${60 + n},F,,${n + 1} Main St,,Quincy,MA,02171,,(617) 555-01${10 + n},,Active,White,Dr. Who,${family},Boston`,
        ),
        'Total: 20 patients',
        '',
      ].join('\n'),
    );
    await expect(page.getByRole('combobox', { name: 'Names of columns' })).toContainText('In line 3');
    await expect(
      page.getByText(/1 before the column names.*20 rows.*Not imported: line 24 with a total\./),
    ).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Guarantor City becomes' })).toBeVisible();
    await button(page, 'Leave out the other 4 columns').click();
    await button(page, 'Import 20 patients').click();
    await expect(page.getByText('20 patients were imported.')).toBeVisible();
  });

  test('leave out bad values by kind, choose the order of dates, and show the lines of notes', async ({
    page,
  }) => {
    const family = `Valued${uniqueName('x').replaceAll(/[^a-z]/gi, '')}`;
    await choose(
      page,
      `${family}.csv`,
      [
        'Chart No,Last,First,DOB,Phone,Email',
        `${family}-1,${family},Ann,03/25/1980,x12,ann@example.com`,
        `${family}-2,${family},Bob,25/03/1981,410-555-0123,bob@example.com`,
        `${family}-3,${family},Cy,03/26/1982,410-555-0124 (mother),cy`,
        `${family}-4,${family},Di,03/04/1901,410-555-0125,`,
      ].join('\n'),
    );
    await expect(
      page.getByText('Month first, 2 rows: 03/25/1980 (line 2), 03/26/1982 (line 4)'),
    ).toBeVisible();
    await expect(button(page, /^Import \d/)).toBeHidden();
    await button(page, 'Month first').click();
    await button(page, 'Leave all out').click();
    await page.getByRole('combobox', { name: 'Date of birth is more than 115 years ago' }).click();
    await page.getByRole('option', { name: 'Accept and note it' }).click();
    await button(page, 'Check again').click();
    await expect(button(page, 'Import 3 patients')).toBeVisible();
    await expect(
      row(page, 'Rows to fix', 'Date of birth has the day first, but the file is read with the month first'),
    ).toBeVisible();
    await page.getByText('Phone is not a valid US phone number: left out: 1 row').click();
    await expect(page.getByText('In line 2.')).toBeVisible();
    const download = page.waitForEvent('download');
    await button(page, 'Download rows with notes').click();
    expect((await download).suggestedFilename()).toMatch(/^patients-with-notes_\d{8}-\d{6}\.csv$/);
    await button(page, 'Import 3 patients').click();
    await expect(page.getByText('3 patients were imported. 1 row failed.')).toBeVisible();
    await expect(button(page, 'Download rows with notes').first()).toBeVisible();
  });

  test('read a workbook, and the sheet that is chosen', async ({ page }) => {
    const family = `Sheeted${uniqueName('x').replaceAll(/[^a-z]/gi, '')}`;
    const rows = (...names: readonly string[]) =>
      textRows([
        ['Chart Number', 'Patient Name', 'DOB'],
        ...names.map((name, at) => [`00${at + 1}`, `${family}, ${name}`, '1980-01-05']),
      ]);
    await page.goto('/admin/import-patients');
    await page.getByLabel('Patients file').setInputFiles({
      name: `${family}.xlsx`,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbook([
        { name: 'Active', rows: rows('Ann') },
        { name: 'Archive', rows: rows('Bob', 'Cid'), state: 'hidden' },
      ]),
    });
    await expect(button(page, 'Import 1 patient')).toBeVisible();
    await page.getByRole('combobox', { name: 'Sheet' }).click();
    await page.getByRole('option', { name: 'Archive (3 rows, hidden)' }).click();
    await expect(button(page, 'Import 2 patients')).toBeVisible();
    const preview = page.getByRole('table', { name: 'What rows become' });
    await expect(preview.getByRole('cell', { name: '002' })).toBeVisible();
    await button(page, 'Discard file').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(section(page, 'Choose a file')).toBeVisible();
  });

  test('explain a file that cannot be read, and ask for columns that cannot be guessed', async ({ page }) => {
    await choose(page, 'patients.csv', '');
    await expect(page.getByText('The file is empty')).toBeVisible();
    const family = uniqueName('Column');
    await choose(page, `${family}.csv`, `Nr,Who,Born\n1,"${family}, Ann",1/5/1980\n`);
    await expect(page.getByText('No column has the names of the patients.')).toBeVisible();
    await expect(button(page, 'Check file')).toBeDisabled();
    for (const [field, column] of [
      ['Full name (one column)', 'Who'],
      ['Date of birth', 'Born'],
    ] as const) {
      await page.getByRole('combobox', { name: `${column} becomes` }).click();
      await page.getByRole('option', { name: field, exact: true }).click();
    }
    await button(page, 'Leave out the other 1 column').click();
    await expect(button(page, 'Import 1 patient')).toBeVisible();
    await button(page, 'Discard file').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(section(page, 'Choose a file')).toBeVisible();
  });

  test('try it with the sample file, without a question', async ({ page }, testInfo) => {
    await page.goto('/admin/import-patients');
    const download = page.waitForEvent('download');
    await button(page, 'Download sample file').click();
    const name = `${uniqueName('sample')}.csv`;
    await (await download).saveAs(testInfo.outputPath(name));
    await page.getByLabel('Patients file').setInputFiles(testInfo.outputPath(name));
    await button(page, 'Import 6 patients').click();
    await expect(page.getByText('6 patients were imported.')).toBeVisible();
    await page.goto('/patients?search=S-1002');
    await expect(row(page, 'Patients', "O'Example")).toContainText('(207) 555-0102 ext. 12');
    await page.goto('/admin/import-patients');
    await row(page, 'Earlier imports', name).getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 6 patients' }).click();
    await expect(row(page, 'Earlier imports', name)).toContainText('Undone');
  });
});
