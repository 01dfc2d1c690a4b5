import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { billingCodeCreate, billingCodeSearch, billingCodeToggle } from '@portal/contract/billing-codes';
import { titleCreate, titleSearch, type ProviderTitle } from '@portal/contract/titles';
import { OFFICIAL_COLUMNS } from '@portal/domain/billing-code-official';
import type { Page } from '@playwright/test';
import { heading } from '../support/page.ts';
import { newUser, uniqueName } from '../support/records.ts';
import { action, columnCells, range, row } from '../support/table.ts';
import { toast, underToast } from '../support/toasts.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const CODES = 'Billing Codes';
/** A unique code. */
const ownCode = () => `X-${randomInt(100_000, 999_999)}`;
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
/** Checks that a toast covers no button, and closes it. */
async function closeToast(page: Page, text: string): Promise<void> {
  await expect(toast(page, text)).toBeVisible();
  await expect.poll(() => underToast(page)).toEqual([]);
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close message' }).click();
  await expect(toast(page, text)).toBeHidden();
}
const said = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

async function openList(page: Page, path: string, title: string, table: string): Promise<void> {
  await page.goto(path);
  await expect(heading(page, title)).toBeVisible();
  await expect(range(page, table)).toBeVisible();
}

/** A title that a provider has. */
async function newTitleInUse(api: Api): Promise<ProviderTitle> {
  const body = { code: ownCode(), description: 'In use', displayOrder: 99 };
  const title = await api.succeed(titleCreate, { body }, await api.superToken());
  await newUser(api, { role: 'ProviderMidLevel', title: title.code });
  return title;
}

test.describe('billing codes', () => {
  test.use({ account: 'admin' });

  test('keeps search and Active Only across tabs and a reload, and exports the results', async ({
    page,
    api,
  }) => {
    const word = uniqueName('W').toLowerCase();
    const body = { description: `Test ${word}`, category: 'Tests' };
    const [procedure, diagnosis] = [ownCode(), ownCode()];
    const token = await api.superToken();
    await api.succeed(billingCodeCreate, { body: { ...body, codeType: 'CPT', code: procedure } }, token);
    await api.succeed(
      billingCodeCreate,
      { body: { ...body, codeType: 'ICD10', code: diagnosis, isActive: false } },
      token,
    );
    await openList(page, '/admin/billing-codes', 'Billing Codes', CODES);
    await page.getByRole('textbox', { name: 'Search billing codes' }).pressSequentially(word);
    await expect(range(page, CODES).filter({ hasText: '1–1 of 1' })).toBeVisible();
    await page.getByRole('switch', { name: 'Active Only' }).click();
    await expect(range(page, CODES).filter({ hasText: '1–2 of 2' })).toBeVisible();
    await page.getByRole('tab', { name: 'ICD-10' }).click();
    await expect(range(page, CODES).filter({ hasText: '1–1 of 1' })).toBeVisible();
    await expect(columnCells(page, CODES, 'Code')).toHaveText([diagnosis]);
    await expect(columnCells(page, CODES, 'Status')).toHaveText(['Inactive']);
    await page.reload();
    await expect(range(page, CODES).filter({ hasText: '1–1 of 1' })).toBeVisible();
    await page.getByRole('tab', { name: 'All' }).click();
    await expect(range(page, CODES).filter({ hasText: '1–2 of 2' })).toBeVisible();
    const saved = page.waitForEvent('download');
    await button(page, 'Export').click();
    const file = await saved;
    // The official files know no codes of the practice.
    const noFacts = ','.repeat(OFFICIAL_COLUMNS.length);
    expect(file.suggestedFilename()).toMatch(/^billing-codes-\d{4}-\d{2}-\d{2}\.csv$/);
    expect((await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').split('\r\n')).toEqual([
      'CodeType,Code,Description,Category,IsActive,LineType,BilateralIndicator,UnitSize,Unit,IsBillable,ValidFrom,ValidTo,' +
        OFFICIAL_COLUMNS.join(','),
      `CPT,${procedure},Test ${word},Tests,true,other,unknown,,,true,none,none${noFacts}`,
      `ICD10,${diagnosis},Test ${word},Tests,false,other,9,,,true,none,none${noFacts}`,
      '',
    ]);
  });

  test('adds, changes, deactivates, activates and deletes a code, each with its message', async ({
    page,
  }) => {
    const code = ownCode();
    await openList(page, '/admin/billing-codes?tab=cpt', 'Billing Codes', CODES);
    await button(page, 'Add').click();
    const dialog = page.getByRole('dialog', { name: 'Add Billing Code' });
    await dialog.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Typed in\ntwo lines');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await said(page, 'Billing code created successfully');
    await closeToast(page, 'Billing code created successfully');

    await page.getByRole('textbox', { name: 'Search billing codes' }).fill(code);
    await expect(range(page, CODES).filter({ hasText: '1–1 of 1' })).toBeVisible();
    await expect(columnCells(page, CODES, 'Description')).toHaveText(['Typed in two lines']);
    await action(page, CODES, code, 'Edit').click();
    const edit = page.getByRole('dialog', { name: 'Edit Billing Code' });
    await edit.getByRole('textbox', { name: 'Category' }).fill('Tests');
    await edit.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Billing code updated successfully');
    // Deactivating would be stale until the list has reloaded the changed row.
    await expect(row(page, CODES, code).getByText('Tests', { exact: true })).toBeVisible();

    await action(page, CODES, code, 'Deactivate').click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Deactivate' }).click();
    await said(page, 'Billing code deactivated successfully');
    await said(page, 'No billing codes found matching your search');
    await page.getByRole('switch', { name: 'Active Only' }).click();
    await action(page, CODES, code, 'Activate').click();
    await question.getByRole('button', { name: 'Activate' }).click();
    await said(page, 'Billing code activated successfully');

    await action(page, CODES, code, 'Delete').click();
    await expect(question.getByText('This cannot be undone.')).toBeVisible();
    await question.getByRole('button', { name: 'Delete' }).click();
    await said(page, 'Billing code deleted successfully');
    await said(page, 'No billing codes found matching your search');
  });

  test('adds a longer code, which makes a heading, and changes all found codes in bulk', async ({
    page,
    api,
  }) => {
    const token = await api.superToken();
    const word = uniqueName('W').toLowerCase();
    const shorter = `U${randomInt(10, 99)}.${randomInt(100, 999)}`;
    const body = { description: `Test ${word}`, category: 'Tests' };
    const add = (codeType: 'CPT' | 'ICD10', code: string) =>
      api.succeed(billingCodeCreate, { body: { ...body, codeType, code } }, token);
    await add('ICD10', shorter);
    const [first, second] = [await add('CPT', ownCode()), await add('CPT', ownCode())];
    await openList(page, `/admin/billing-codes?search=${word}`, 'Billing Codes', CODES);
    await button(page, 'Add').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'ICD-10' }).click();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(`${shorter}1`);
    await dialog.getByRole('textbox', { name: 'Description' }).fill(`Longer ${word}`);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await said(page, `${shorter} is now a heading: it has longer codes, which are offered instead.`);
    await expect(range(page, CODES).filter({ hasText: '1–4 of 4' })).toBeVisible();
    await expect(row(page, CODES, body.description).getByText('Heading', { exact: true })).toBeVisible();

    await page.getByRole('tab', { name: 'CPT' }).click();
    await expect(range(page, CODES).filter({ hasText: '1–2 of 2' })).toBeVisible();
    await page.getByRole('checkbox', { name: `Select CPT ${first.code}` }).click();
    await button(page, 'Change all 2 codes').click();
    await expect(dialog.getByText(second.code, { exact: false })).toBeVisible();
    // A colleague changes one of them.
    await api.succeed(billingCodeToggle, { params: { id: second.id }, body: { version: 1 } }, token);
    await dialog.getByRole('combobox', { name: 'Line type' }).click();
    await page.getByRole('option', { name: 'Drug' }).click();
    await dialog.getByRole('combobox', { name: 'Unit size and unit' }).click();
    await page.getByRole('option', { name: 'Set for all' }).click();
    await dialog.getByRole('textbox', { name: 'Unit size' }).fill('0.5');
    await dialog.getByRole('textbox', { name: 'Unit', exact: true }).fill('mg');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByText('1 record cannot change.', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove from selection' }).click();
    await expect(dialog.getByText('Other, no unit size → Drug, 0.5 mg')).toBeVisible();
    await dialog.getByRole('button', { name: 'Change 1 code' }).click();
    await said(page, '1 code changed');
    await expect(row(page, CODES, first.code)).toContainText('Drug0.5 mg');
  });

  test('imports pasted CSV and a file after a preview that reports each row', async ({ page, api }) => {
    const first = ownCode();
    const second = `Z${randomInt(10, 99)}.${randomInt(1000, 9999)}`;
    await openList(page, '/admin/billing-codes', 'Billing Codes', CODES);
    await button(page, 'Import').click();
    const dialog = page.getByRole('dialog', { name: 'Import Billing Codes' });
    await dialog
      .getByRole('textbox', { name: 'CSV data' })
      .fill(
        `CodeType\tCode\tDescription\tCategory\tIsActive\nCPT\t${first}\t"One, with a comma"\tTests\ttrue\nCPT\t\tNone`,
      );
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(
      dialog.getByText('1 code will be added and 0 changed; 0 unchanged. 1 row skipped.'),
    ).toBeVisible();
    await expect(columnCells(page, 'Rows', 'Result')).toHaveText(['New', 'Code is required']);
    await dialog.getByRole('button', { name: 'Import 1 Code' }).click();
    await expect(
      dialog.getByText('1 code was added and 0 changed; 0 unchanged. 1 row skipped.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();

    // A published list: codes and descriptions, no header, no type.
    await button(page, 'Import').click();
    await page.getByLabel('Billing codes file').setInputFiles({
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`M5416,"Radiculopathy, lumbar region"\n${second},"Another"\n`),
    });
    await expect(dialog.getByText('codes.csv')).toBeVisible();
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(dialog.getByText('1 code will be added and 0 changed; 1 unchanged.')).toBeVisible();
    await expect(columnCells(page, 'Rows', 'Code')).toHaveText(['M54.16', second]);
    await dialog.getByRole('button', { name: 'Import 1 Code' }).click();
    await expect(dialog.getByText('1 code was added and 0 changed; 1 unchanged.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const found = await api.succeed(
      billingCodeSearch,
      { body: { searchTerm: second } },
      await api.superToken(),
    );
    expect(found.items).toMatchObject([{ codeType: 'ICD10', code: second, isActive: true }]);
  });
});

test.describe('titles', () => {
  test.use({ account: 'admin' });

  test('adds, finds, changes, deactivates and deletes a title, but not one in use', async ({ page, api }) => {
    const code = ownCode();
    const used = await newTitleInUse(api);
    const table = 'Titles';
    await openList(page, '/admin/titles', 'Title Management', table);
    await button(page, 'Add Title').click();
    const dialog = page.getByRole('dialog', { name: 'Add Title' });
    const { totalCount } = await api.succeed(
      titleSearch,
      { body: { isActive: null } },
      await api.superToken(),
    );
    const order = dialog.getByRole('textbox', { name: 'Display order' });
    await expect(order).toHaveValue(String(totalCount + 1));
    await dialog.getByRole('textbox', { name: 'Title' }).fill(code.toLowerCase());
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(code);
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Tester');
    await order.fill('0');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await said(page, 'Title created successfully');
    await page.getByRole('textbox', { name: 'Search titles' }).fill(code.slice(0, 4));
    await expect(columnCells(page, table, 'Title').filter({ hasText: code })).toBeVisible();

    await action(page, table, code, 'Edit').click();
    const edit = page.getByRole('dialog', { name: 'Edit Title' });
    await edit.getByRole('textbox', { name: 'Description' }).fill('Head tester');
    await edit.getByRole('button', { name: 'Save' }).click();
    await said(page, 'Title updated successfully');
    await expect(row(page, table, code).getByText('Head tester', { exact: true })).toBeVisible();
    const question = page.getByRole('alertdialog');
    await action(page, table, code, 'Deactivate').click();
    await question.getByRole('button', { name: 'Deactivate' }).click();
    await said(page, `Title "${code}" deactivated successfully`);
    await said(page, 'No titles found');
    await page.getByRole('switch', { name: 'Show Inactive' }).click();
    await action(page, table, code, 'Delete').click();
    await expect(question.getByText('This cannot be undone.')).toBeVisible();
    await question.getByRole('button', { name: 'Delete' }).click();
    await said(page, `Title "${code}" deleted successfully`);

    await page.getByRole('textbox', { name: 'Search titles' }).fill(used.code);
    await action(page, table, used.code, 'Delete').click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question.getByText(`1 user has the title "${used.code}".`)).toBeVisible();
  });
});
