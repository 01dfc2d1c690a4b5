import { readFile } from 'node:fs/promises';
import { codeFileDiscard, codeFileList, codeFileUndo } from '@portal/contract/code-files';
import type { Api } from '../support/api.ts';
import { heading } from '../support/page.ts';
import { row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const NAME = 'MCR_MUE_PractitionerServices_Eff_01-01-2099.csv';
const JULY = new URL('../../packages/demo/code-files/mue-2026-07.csv', import.meta.url);

/** An edition that no demo practice has, with two units of a code instead of one. */
const nextYear = async () => (await readFile(JULY, 'latin1')).replace(/^64483,\d+/m, '64483,7');

/** Removes what an earlier attempt has left. */
async function forgetFile(api: Api): Promise<void> {
  const token = await api.superToken();
  const { data } = await api.succeed(codeFileList, {}, token);
  for (const { id, fileName, status } of data)
    if (fileName === NAME && status === 'Loaded') await api.succeed(codeFileUndo, { params: { id } }, token);
    else if (fileName === NAME && status !== 'Undone')
      await api.succeed(codeFileDiscard, { params: { id } }, token);
}

test.describe('code files', () => {
  test.use({ account: 'admin' });
  test.beforeEach(({ api }) => forgetFile(api));

  test('are checked, loaded, seen in the details of a code, and undone', async ({ page }) => {
    await page.goto('/admin/billing-codes/files');
    await expect(heading(page, 'Code Files')).toBeVisible();
    await page
      .getByLabel('Code files')
      .setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
    const wrong = page.getByRole('listitem', { name: 'wrong.csv' });
    await expect(wrong.getByRole('alert')).toContainText('This is not one of the official files');
    await wrong.getByRole('button', { name: 'Remove' }).click();

    await page.getByLabel('Code files').setInputFiles({
      name: NAME,
      mimeType: 'text/csv',
      buffer: Buffer.from(await nextYear(), 'latin1'),
    });
    const card = page.getByRole('listitem', { name: NAME });
    await expect(card.getByText('Checked', { exact: true })).toBeVisible();
    await expect(card.getByText(/^NCCI unit limits \(MUE\):/)).toBeVisible();
    await expect(card.getByRole('textbox', { name: 'First day' })).toHaveValue('01/01/2099');
    await card.getByRole('button', { name: `Load ${NAME}` }).click();
    await expect(row(page, 'History', NAME).getByText('Loaded', { exact: true })).toBeVisible();
    await expect(row(page, 'What is loaded', 'NCCI unit limits (MUE)')).toContainText(
      'Next: from 01/01/2099',
    );

    await page.goto('/admin/billing-codes?search=64483');
    await page.getByRole('button', { name: 'Details CPT 64483' }).click();
    const dialog = page.getByRole('dialog', { name: 'Details of CPT 64483' });
    await expect(dialog.getByText(/^1, more only/)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Date of service' }).fill('01/15/2099');
    await expect(dialog.getByText(/^7, more only/)).toBeVisible();
    await expect(dialog.getByText(/edition 01\/01\/2099 to 03\/31\/2099$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.goto('/admin/billing-codes/files');
    await row(page, 'History', NAME)
      .getByRole('button', { name: /^Undo / })
      .click();
    const question = page.getByRole('alertdialog');
    await expect(question.getByText(/The edition from 10\/01\/2026 still counts today\./)).toBeVisible();
    await question.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'History', NAME).getByText('Undone', { exact: true })).toBeVisible();
    await expect(row(page, 'What is loaded', 'NCCI unit limits (MUE)')).not.toContainText('Next:');
  });
});
