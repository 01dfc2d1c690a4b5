import { readFile } from 'node:fs/promises';
import { officeUpdate } from '@portal/contract/offices';
import { permissionList } from '@portal/contract/permissions';
import { userOverrideSet } from '@portal/contract/user-permissions';
import { patientGet } from '@portal/contract/patients';
import type { PermissionName } from '@portal/domain/permissions';
import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newOffice, newPatient, readyUser, uniqueName } from '../support/records.ts';
import { columnCells, columnHeaders, range, row, sortBy } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const TABLE = 'Audit Logs';

async function open(page: Page, search = ''): Promise<void> {
  await visit(page, `/audit-logs${search}`);
  await expect(heading(page, 'Audit Logs')).toBeVisible();
  await expect(range(page, TABLE)).toBeVisible();
}

/** Creates an office and changes its city as the demo's SuperAdmin. */
async function movedOffice(api: Api) {
  const { id, name, version, ...office } = await newOffice(api);
  const { address, state, zipCode, phone } = office;
  const body = { name, address, city: 'Baltimore', state, zipCode, phone, version };
  await api.succeed(officeUpdate, { params: { id }, body }, await api.superToken());
  return { id, name };
}

/** Creates a user account with these overrides. */
async function accountWith(api: Api, grants: Readonly<Partial<Record<PermissionName, boolean>>>) {
  const token = await api.superToken();
  const account = await readyUser(api, { lastName: uniqueName() });
  const permissions = await api.succeed(permissionList, {}, token);
  for (const { id: permissionId, name } of permissions) {
    const isGranted = Object.entries(grants).find(([wanted]) => wanted === name)?.[1];
    if (isGranted === undefined) continue;
    const body = { permissionId, isGranted, reason: 'Needed for this journey' };
    await api.succeed(userOverrideSet, { params: { id: account.user.id }, body }, token);
  }
  return account;
}

test.describe('audit logs', () => {
  test.use({ account: 'superadmin' });

  test('shows a new change with the record’s name, and its old and new values in the details', async ({
    page,
    api,
  }) => {
    const { name } = await movedOffice(api);
    await open(page, '?entityType=Office&action=Updated');
    const work = page.getByRole('region', { name: 'Background Work' }).getByRole('listitem');
    await expect(work.filter({ hasText: /^Maintenance: \d+ minutes? ago$/ })).toBeVisible();
    const entry = row(page, TABLE, name);
    await expect(entry.getByText('Updated', { exact: true })).toBeVisible();
    await entry.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Audit entry' });
    const city = dialog.getByRole('row').filter({ hasText: 'City' });
    await expect(city.getByRole('cell')).toHaveText(['Annapolis', 'Baltimore']);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await page.goForward();
    await expect(dialog.getByText(/^Chain \d+, entry \d+$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  });

  test('filters by user and action, sorts, and keeps both in the URL', async ({ page, api }) => {
    const { user, userName } = await readyUser(api);
    const name = `Robin ${user.lastName}`;
    const userFilter = page.getByRole('combobox', { name: 'User', exact: true });
    await open(page);
    await userFilter.fill(userName);
    await page.getByRole('option', { name: new RegExp(user.lastName) }).click();
    const users = columnCells(page, TABLE, 'User');
    await expect(users.filter({ hasNotText: name })).toHaveCount(0);
    await expect(users.first()).toHaveText(name);
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Signed in', exact: true }).click();
    const actions = columnCells(page, TABLE, 'Action');
    await expect(actions.filter({ hasNotText: /^Signed in$/ })).toHaveCount(0);
    await expect(actions.first()).toHaveText('Signed in');
    const time = page.getByRole('columnheader', { name: /^Timestamp/ });
    await sortBy(time, 'ascending');
    await page.reload();
    await expect(time).toHaveAttribute('aria-sort', 'ascending');
    await expect(userFilter).toHaveValue(name);
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(page).toHaveURL('/audit-logs?orderBy=timestamp');
  });

  test('exports matching entries as CSV, records the export, and verifies the log on demand', async ({
    page,
    api,
  }) => {
    const { id } = await movedOffice(api);
    await open(page, '?entityType=Office');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit_logs_\d{8}-\d{6}\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(text).toContain(id);
    await open(page, '?action=Exported');
    await expect(row(page, TABLE, 'Exported').first()).toBeVisible();
    const card = page.getByRole('region', { name: 'Log Integrity' });
    await card.getByRole('button', { name: 'Verify Log' }).click();
    await expect(card).toHaveText(/Intact\s*All [\d,]+ entries checked/);
    const backups = page.getByRole('region', { name: 'Backups' });
    await expect(backups).toHaveText(/No nightly backup is set up.*Free disk space: [\d.]+ GB for data/);
  });
});

test.describe('audit entries about patients', () => {
  test('hide the patient’s MRN and ID from users without Patient.View', async ({ openAs, api }) => {
    const patient = await newPatient(api);
    const { page } = await openAs(
      await accountWith(api, { 'Admin.ViewAuditLogs': true, 'Patient.View': false }),
    );
    await open(page, '?entityType=Patient&action=Created');
    const table = page.getByRole('table', { name: TABLE });
    await expect(table.getByText('Hidden').first()).toBeVisible();
    const markup = await table.innerHTML();
    expect(markup).not.toContain(patient.id);
    expect(markup).not.toContain(patient.medicalRecordNumber);
  });

  test('appear on the Access tab of the patient’s page, with repeated views combined', async ({
    openAs,
    api,
  }) => {
    const patient = await newPatient(api);
    const token = await api.superToken();
    for (let view = 0; view < 3; view += 1)
      await api.succeed(patientGet, { params: { id: patient.id }, query: {} }, token);
    const { page } = await openAs('superadmin');
    await page.goto(`/patients/${patient.id}?tab=access`);
    await expect(page.getByRole('heading', { name: 'Who has viewed this record' })).toBeVisible();
    await expect(columnHeaders(page, 'Access')).toHaveText(['When', 'Who', 'What', 'IP Address', 'Reason']);
    const views = row(page, 'Access', 'Viewed');
    await expect(views).toHaveCount(1);
    // The page’s own view may be recorded after the list was loaded.
    await expect(views).toHaveText(/Patient record\s*[3-9] times/);
    await row(page, 'Access', 'Created').getByRole('link').click();
    await expect(page.getByRole('dialog', { name: 'Audit entry' }).getByText('Created')).toBeVisible();
  });
});
