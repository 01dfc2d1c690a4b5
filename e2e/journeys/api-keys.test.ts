import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { heading, visit } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { row } from '../support/table.ts';
import { toast } from '../support/toasts.ts';
import { openGroup } from '../support/menu.ts';
import { expect, test } from '../support/test.ts';

test.describe('API keys', () => {
  test.use({ account: 'admin' });

  test('a key is created, used, seen in the list and the audit log, and revoked', async ({ page, api }) => {
    const name = uniqueName('LabLink');
    const { id } = await newPatient(api);
    await visit(page, '/');
    await openGroup(page, 'Security and logs');
    await page.getByRole('link', { name: 'API Keys' }).click();
    await expect(heading(page, 'API Keys')).toBeVisible();

    await page.getByRole('button', { name: 'New API Key' }).click();
    const form = page.getByRole('dialog', { name: 'New API Key' });
    await form.getByLabel('Name').fill(name);
    await form.getByRole('radio', { name: '30 days' }).check();
    await form.getByLabel('Search permissions').fill('view patient');
    await form.getByRole('checkbox', { name: 'Patient.View View' }).check();
    await expect(form.getByText('1 selected')).toBeVisible();
    await form.getByRole('button', { name: 'Create Key' }).click();
    const asked = page.getByRole('dialog', { name: 'Confirm That It Is You' });
    await asked.getByLabel('Your password').fill(DEMO_PASSWORD);
    await asked.getByRole('button', { name: 'Confirm' }).click();

    const created = page.getByRole('dialog', { name: 'API Key Created' });
    const shown = created.getByText(/^mpk_/);
    await expect(shown).toBeVisible();
    const key = (await shown.textContent()) ?? '';
    await created.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Back to the key' }).click();
    await created.getByRole('button', { name: 'Copy key' }).click();
    await expect(created.getByText('Copied')).toBeVisible();
    await created.getByRole('button', { name: 'Done' }).click();
    await expect(created).toBeHidden();
    await expect(row(page, 'API keys', name)).toContainText('Never');
    await expect(page.getByText(key)).toBeHidden();

    expect(await api.send('GET', `/patient/${id}`, { token: key })).toMatchObject({
      status: 200,
      body: { id },
    });
    expect(await api.send('GET', '/medicalorder', { token: key })).toMatchObject({ status: 403 });
    await page.reload();
    await expect(row(page, 'API keys', name)).toContainText('127.0.0.1');

    await visit(page, '/audit-logs?entityType=Patient');
    const entry = row(page, 'Audit Logs', `${name} (API key of`);
    await entry.getByRole('button').click();
    const details = page.getByRole('dialog', { name: 'Audit entry' });
    await expect(details.getByText('API key ID')).toBeVisible();
    await page.goBack();

    await visit(page, '/api-keys');
    await page.getByRole('button', { name: `Revoke ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(toast(page, `${name} was revoked`)).toBeVisible();
    await expect(row(page, 'API keys', name)).toContainText('Revoked');
    expect(await api.send('GET', `/patient/${id}`, { token: key })).toMatchObject({ status: 401 });
  });
});
