import { readFile } from 'node:fs/promises';
import { officeUpdate } from '@portal/contract/offices';
import { permissionList } from '@portal/contract/permissions';
import { userOverrideSet } from '@portal/contract/user-permissions';
import { patientGet } from '@portal/contract/patients';
import type { PermissionName } from '@portal/domain/permissions';
import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { newOffice, newPatient, readyUser, uniqueName } from '../support/records.ts';
import { choosePageSize, columnCells, columnHeaders, range, row, sortBy } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const TABLE = 'Audit Logs';
const KEYS = ['timestamp', 'user', 'action', 'entityType', 'entityId', 'ipAddress', 'patientId', 'reason'];
const HEADERS = ['User', 'Action', 'Entity Type', 'Entity ID', 'IP Address', 'Patient ID', 'Reason'];

async function open(page: Page, search = ''): Promise<void> {
  await visit(page, `/audit-logs${search}`);
  await expect(heading(page, 'Audit Logs')).toBeVisible();
  await expect(range(page, TABLE)).toBeVisible();
}

/** An office that the demo's SuperAdmin has moved to another city. */
async function movedOffice(api: Api) {
  const { id, name, version, ...office } = await newOffice(api);
  const { address, state, zipCode, phone } = office;
  const body = { name, address, city: 'Baltimore', state, zipCode, phone, version };
  await api.succeed(officeUpdate, { params: { id }, body }, await api.superToken());
  return { id, name };
}

/** A signed-in account whose permissions differ from its role's. */
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

  test('shows 50 entries, newest first, with the zone’s abbreviation; offers 25, 50 and 100', async ({
    page,
  }) => {
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/audit');
    await open(page);
    expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
      page: '1',
      pageSize: '50',
      orderBy: 'timestamp',
      sortDirection: 'desc',
    });
    await expect(columnHeaders(page, TABLE)).toHaveText([/^Timestamp \(E[SD]T\)$/, ...HEADERS]);
    const newest = page.getByRole('table', { name: TABLE }).getByRole('rowheader').first();
    await expect(newest.getByRole('button')).toBeVisible();
    await expect(newest).toHaveText(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/);
    await page
      .getByRole('navigation', { name: `Pages of ${TABLE}` })
      .getByRole('combobox')
      .click();
    await expect(page.getByRole('option')).toHaveText(['25', '50', '100']);
  });

  test('shows a change at once with the record’s name, and in its details the values before and after', async ({
    page,
    api,
  }) => {
    const { name } = await movedOffice(api);
    await open(page, '?entityType=Office&action=Updated');
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

  test('sorts by all eight columns; a new sort or page size begins at the first page', async ({ page }) => {
    await open(page, '?page=2');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/audit')
        asked.push(
          `${searchParams.get('orderBy')} ${searchParams.get('sortDirection')} ${searchParams.get('page')}`,
        );
    });
    for (const header of [...HEADERS, /^Timestamp/])
      await sortBy(page.getByRole('columnheader', { name: header }), 'ascending');
    await expect.poll(() => asked.toSorted()).toEqual(KEYS.map((key) => `${key} asc 1`).toSorted());
    await page.goto('/audit-logs?page=2');
    await choosePageSize(page, TABLE, 25);
    await expect(page).toHaveURL('/audit-logs?pageSize=25');
  });

  test('filters by user, action and dates; the address keeps the filters, and dates in the wrong order are refused', async ({
    page,
    api,
  }) => {
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
    for (const [index, text] of ['All', 'Added / Created', 'Modified / Updated'].entries())
      await expect(page.getByRole('option').nth(index)).toHaveText(text);
    await page.getByRole('option', { name: 'Login', exact: true }).click();
    const actions = columnCells(page, TABLE, 'Action');
    await expect(actions.filter({ hasNotText: /^Login$/ })).toHaveCount(0);
    await expect(actions.first()).toHaveText('Login');
    await page.reload();
    await expect(userFilter).toHaveValue(name);
    await page.getByRole('textbox', { name: 'Start Date' }).fill('11/20/2026');
    await page.getByRole('textbox', { name: 'End Date' }).fill('11/19/2026');
    await expect(page.getByText('The end date is before the start date')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(page).toHaveURL('/audit-logs');
  });

  test('exports what the filters find as CSV, and records the export', async ({ page, api }) => {
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
  });

  test('reads the figures again every 30 seconds, and checks the log on demand', async ({ page }) => {
    await page.clock.install();
    let looks = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/audit/summary') looks += 1;
    });
    await page.goto('/audit-logs');
    await expect(range(page, TABLE)).toBeVisible();
    await expect.poll(() => looks).toBe(1);
    await page.clock.fastForward(30_500);
    await expect.poll(() => looks).toBe(2);
    const card = page.getByRole('region', { name: 'Log Integrity' });
    await card.getByRole('button', { name: 'Verify Log' }).click();
    await expect(card).toHaveText(/Intact\s*All [\d,]+ entries checked/);
  });
});

test.describe('audit entries about patients', () => {
  test('without Patient.View a patient is hidden: neither record number nor id is on the page', async ({
    openAs,
    api,
  }) => {
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

  test('the patient’s page tells who has looked at the record, repeated looks as one', async ({
    openAs,
    api,
  }) => {
    const patient = await newPatient(api);
    const token = await api.superToken();
    for (let look = 0; look < 3; look += 1)
      await api.succeed(patientGet, { params: { id: patient.id }, query: {} }, token);
    const { page } = await openAs('superadmin');
    await page.goto(`/patients/${patient.id}?tab=access`);
    await expect(page.getByRole('heading', { name: 'Who has looked at this record' })).toBeVisible();
    await expect(columnHeaders(page, 'Access')).toHaveText(['When', 'Who', 'What', 'From Where', 'Reason']);
    const looks = row(page, 'Access', 'Viewed');
    await expect(looks).toHaveCount(1);
    // The page's own look may come after its list of them was read.
    await expect(looks).toHaveText(/Patient record\s*[3-9] times/);
    await row(page, 'Access', 'Created').getByRole('link').click();
    await expect(page.getByRole('dialog', { name: 'Audit entry' }).getByText('Created')).toBeVisible();
  });
});
