import { dictationGet, dictationSign, type Dictation } from '@portal/contract/dictations';
import { newDictation, newPractice, type Practice } from '../support/dictation-records.ts';
import { button, nameOf } from '../support/dictation-screens.ts';
import { heading, visit } from '../support/page.ts';
import { columnCells, columnHeaders, row } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

let practice: Practice;
test.beforeAll(async ({ api }) => {
  practice = await newPractice(api);
});

/** A signed dictation of the provider. */
async function signed(api: Api): Promise<Dictation> {
  const { id } = await newDictation(api, practice);
  const { userName, password } = practice.provider;
  const { token } = await api.signIn(userName, password);
  const { version } = await api.succeed(dictationGet, { params: { id } }, token);
  return api.succeed(dictationSign, { params: { id }, body: { version } }, token);
}

test.describe('dictation management', () => {
  test.use({ account: 'admin' });

  test('deactivates, reactivates, and deletes, but never a signed dictation', async ({ page, api }) => {
    const template = practice.templates[0];
    const [unwanted, kept] = [await newDictation(api, practice), await signed(api)];
    const found = row(page, 'Dictations', unwanted.patientName);
    const question = page.getByRole('alertdialog');
    const confirm = (name: string) => question.getByRole('button', { name, exact: true }).click();

    await page.goto(`/admin/dictations?templateId=${template.id}`);
    await expect(heading(page, 'Dictation Management')).toBeVisible();
    await expect(found).toBeVisible();
    await expect(columnHeaders(page, 'Dictations')).toHaveText([
      '',
      'Patient',
      'Template',
      'Provider',
      'Procedure Date',
      'Status',
      'Created',
      'Active',
      'Actions',
    ]);
    await expect(columnCells(page, 'Dictations', 'Template')).toHaveText([template.name, template.name]);

    await page.getByRole('checkbox', { name: `Select ${nameOf(unwanted)}` }).check();
    await page.getByRole('checkbox', { name: `Select ${nameOf(kept)}` }).check();
    await expect(page.getByText('2 dictations selected')).toBeVisible();
    await button(page, 'Delete Forever').click();
    await expect(question.getByText(/irreversible/)).toBeVisible();
    await confirm('Delete Forever');
    await expect(question.getByRole('alert')).toBeVisible();
    await confirm('Cancel');

    await button(page, `Deactivate ${nameOf(unwanted)}`).click();
    await confirm('Deactivate');
    await expect(question).toBeHidden();
    await expect(found).toBeHidden();
    await page.getByRole('switch', { name: 'Show Inactive' }).click();
    await expect(found.getByText('Inactive')).toBeVisible();
    await expect(button(page, `Deactivate ${nameOf(unwanted)}`)).toBeDisabled();
    await expect(button(page, `Delete Forever ${nameOf(kept)}`)).toBeDisabled();

    await button(page, `Reactivate ${nameOf(unwanted)}`).click();
    await expect(found.getByText('Active', { exact: true })).toBeVisible();
    await button(page, `Delete Forever ${nameOf(unwanted)}`).click();
    await confirm('Delete Forever');
    await expect(question).toBeHidden();
    await expect(found).toBeHidden();
    const { status } = await api.send('GET', `/dictation/${unwanted.id}`, { token: await api.superToken() });
    expect(status).toBe(404);

    await visit(page, `/patients/${kept.patientId}?tab=dictations`);
    await expect(page.getByRole('heading', { level: 1, name: /Ada/ })).toBeVisible();
    await expect(row(page, 'Dictations', template.name)).toBeVisible();
  });
});
