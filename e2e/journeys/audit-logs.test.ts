import { readFile } from 'node:fs/promises';
import { officeUpdate } from '@portal/contract/offices';
import { permissionList } from '@portal/contract/permissions';
import { userOverrideSet } from '@portal/contract/user-permissions';
import { patientGet } from '@portal/contract/patients';
import type { PermissionName } from '@portal/domain/permissions';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, usePage, visit } from '../run/page.ts';
import { newOffice, newPatient, readyUser, superToken, uniqueName } from '../run/records.ts';
import { choosePageSize, columnTexts, columns, range, row, sortBy } from '../run/table.ts';

useBrowser();

const TABLE = 'Audit Logs';
const KEYS = ['timestamp', 'user', 'action', 'entityType', 'entityId', 'ipAddress', 'patientId', 'reason'];
const HEADERS = ['User', 'Action', 'Entity Type', 'Entity ID', 'IP Address', 'Patient ID', 'Reason'];

async function open(page: Page, search = ''): Promise<void> {
  await visit(page, `/audit-logs${search}`);
  await heading(page, 'Audit Logs');
  await range(page, TABLE).waitFor();
}

/** An office that the demo's SuperAdmin has moved to another city. */
async function movedOffice() {
  const { id, name, version, ...office } = await newOffice();
  const { address, state, zipCode, phone } = office;
  const body = { name, address, city: 'Baltimore', state, zipCode, phone, version };
  await client().succeed(officeUpdate, { params: { id }, body }, await superToken());
  return { id, name };
}

/** A signed-in account whose permissions differ from its role's. */
async function accountWith(grants: Readonly<Partial<Record<PermissionName, boolean>>>) {
  const { succeed } = client();
  const token = await superToken();
  const account = await readyUser({ lastName: uniqueName() });
  const permissions = await succeed(permissionList, {}, token);
  for (const { id: permissionId, name } of permissions) {
    const isGranted = Object.entries(grants).find(([wanted]) => wanted === name)?.[1];
    if (isGranted === undefined) continue;
    const body = { permissionId, isGranted, reason: 'Needed for this journey' };
    await succeed(userOverrideSet, { params: { id: account.user.id }, body }, token);
  }
  return account;
}

describe('spec 3 §2 Audit Logs /audit-logs', () => {
  const shared = usePage('superadmin');

  it('shows 50 entries, newest first, with the zone’s abbreviation; offers 25, 50 and 100', async () => {
    const page = shared();
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/audit');
    await open(page);
    expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
      page: '1',
      pageSize: '50',
      orderBy: 'timestamp',
      sortDirection: 'desc',
    });
    const [first, ...others] = await columns(page, TABLE);
    expect(first).toMatch(/^Timestamp \(E[SD]T\)$/);
    expect(others).toEqual(HEADERS);
    const newest = page.getByRole('table', { name: TABLE }).getByRole('rowheader').first();
    await newest.getByRole('button').waitFor();
    await expect.poll(() => newest.innerText()).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/);
    await page
      .getByRole('navigation', { name: `Pages of ${TABLE}` })
      .getByRole('combobox')
      .click();
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['25', '50', '100']);
    await page.keyboard.press('Escape');
  });

  it('a change is there at once, by name and in colour; its details show both values', async () => {
    const page = shared();
    const { name } = await movedOffice();
    await open(page, '?entityType=Office&action=Updated');
    const entry = row(page, TABLE, name);
    await entry.getByText('Updated', { exact: true }).waitFor();
    await entry.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Audit entry' });
    const city = dialog.getByRole('row').filter({ hasText: 'City' });
    await city.waitFor();
    await expect.poll(() => city.getByRole('cell').allInnerTexts()).toEqual(['Annapolis', 'Baltimore']);
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    await page.goForward();
    await dialog.getByText(/^Chain \d+, entry \d+$/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('sorts by all eight columns; a new sort or page size begins at the first page', async () => {
    const page = shared();
    await open(page, '?page=2');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/audit')
        asked.push(
          `${searchParams.get('orderBy')} ${searchParams.get('sortDirection')} ${searchParams.get('page')}`,
        );
    });
    for (const header of [...HEADERS, /^Timestamp/]) {
      const head = page.getByRole('columnheader', { name: header });
      await sortBy(head, 'ascending');
    }
    await expect.poll(() => asked.toSorted()).toEqual(KEYS.map((key) => `${key} asc 1`).toSorted());
    await page.goto('/audit-logs?page=2');
    await choosePageSize(page, TABLE, 25);
    await expect.poll(() => new URL(page.url()).search).toBe('?pageSize=25');
  });

  it('decisions 75 the user filter looks users up; with dates and types it narrows, and the address keeps it', async () => {
    const page = shared();
    const { user, userName } = await readyUser();
    await open(page);
    await page.getByRole('combobox', { name: 'User', exact: true }).fill(userName);
    await page.getByRole('option', { name: new RegExp(user.lastName) }).click();
    await expect
      .poll(async () => new Set(await columnTexts(page, TABLE, 'User')))
      .toEqual(new Set([`Robin ${user.lastName}`]));
    await page.getByRole('combobox', { name: 'Action' }).click();
    await expect
      .poll(async () => (await page.getByRole('option').allInnerTexts()).slice(0, 3))
      .toEqual(['All', 'Added / Created', 'Modified / Updated']);
    await page.getByRole('option', { name: 'Login', exact: true }).click();
    await expect
      .poll(async () => new Set(await columnTexts(page, TABLE, 'Action')))
      .toEqual(new Set(['Login']));
    await page.reload();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'User', exact: true }).inputValue())
      .toBe(`Robin ${user.lastName}`);
    await page.getByRole('textbox', { name: 'Start Date' }).fill('11/20/2026');
    await page.getByRole('textbox', { name: 'End Date' }).fill('11/19/2026');
    await page.getByText('The end date is before the start date').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('decisions 10, 75 exports what the filters find as CSV, which is itself on record', async () => {
    const page = shared();
    const { id } = await movedOffice();
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
    await row(page, TABLE, 'Exported').first().waitFor();
  });

  it('spec 3 §9, decisions 13 figures come anew every 30 s; the log is checked on demand', async () => {
    const { page } = await openAs('superadmin');
    await page.clock.install();
    let looks = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/audit/summary') looks += 1;
    });
    await page.goto('/audit-logs');
    await range(page, TABLE).waitFor();
    await expect.poll(() => looks).toBe(1);
    await page.clock.fastForward(30_500);
    await expect.poll(() => looks).toBe(2);
    const card = page.getByRole('region', { name: 'Log Integrity' });
    await card.getByRole('button', { name: 'Verify Log' }).click();
    await expect
      .poll(async () => {
        await page.clock.fastForward(1000);
        return card.innerText();
      })
      .toMatch(/Intact\s+All [\d,]+ entries checked/);
  });
});

describe('who may know of patients', () => {
  it('decisions 75 without Patient.View a patient is hidden: neither MRN nor id', async () => {
    const patient = await newPatient();
    const account = await accountWith({ 'Admin.ViewAuditLogs': true, 'Patient.View': false });
    const { page } = await openAs(account);
    await open(page, '?entityType=Patient&action=Created');
    const table = page.getByRole('table', { name: TABLE });
    await table.getByText('Hidden').first().waitFor();
    const markup = await table.innerHTML();
    expect(markup).not.toContain(patient.id);
    expect(markup).not.toContain(patient.medicalRecordNumber);
  });

  it('the patient’s page tells who has looked at the record, repeated looks as one', async () => {
    const patient = await newPatient();
    const token = await superToken();
    for (let look = 0; look < 3; look += 1)
      await client().succeed(patientGet, { params: { id: patient.id }, query: {} }, token);
    const { page } = await openAs('superadmin');
    await page.goto(`/patients/${patient.id}?tab=access`);
    await page.getByRole('heading', { name: 'Who has looked at this record' }).waitFor();
    await expect.poll(() => columns(page, 'Access')).toEqual(['When', 'Who', 'What', 'From Where', 'Reason']);
    const looks = row(page, 'Access', 'Viewed');
    await expect.poll(() => looks.count()).toBe(1);
    // The page's own look may come after its list of them was read.
    await expect.poll(() => looks.innerText()).toMatch(/Patient record\s+[3-9] times/);
    await row(page, 'Access', 'Created').getByRole('link').click();
    await page.getByRole('dialog', { name: 'Audit entry' }).getByText('Created').waitFor();
  });
});
