import type { AuditDetail, AuditEntry, AuditVerification } from '@portal/contract/audit';
import type { SystemState } from '@portal/contract/system';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { TIMES } from '#lib/test/practice.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ANN, anEntry } from './test/audit-fixtures.ts';
import { AuditLogsPage } from './AuditLogsPage.tsx';

const OFFICE = anEntry().entityId ?? '';
const PATIENT = '44444444-4444-4444-8444-444444444444';
const ENTRIES = [
  anEntry(),
  anEntry({
    id: '01939f6e-0000-7000-8000-000000000002',
    action: 'Viewed',
    entityType: 'Patient',
    entityId: PATIENT,
    patientId: PATIENT,
    reasonForAccess: 'Billing question',
  }),
  anEntry({ id: '01939f6e-0000-7000-8000-000000000003', user: null, userId: null, userType: 'system' }),
];
const summary = {
  totalActions: 1234,
  dateRange: {
    startDate: '2026-11-20T05:00:00.000Z',
    endDate: '2026-11-21T05:00:00.000Z',
    timezone: 'UTC-05:00',
  },
  topUsers: [{ userId: ANN.id, firstName: 'Ann', lastName: 'Lee', actionCount: 77 }],
};
const CHECK: AuditVerification = {
  id: '55555555-5555-4555-8555-555555555555',
  startedAt: '2026-11-20T08:00:00.000Z',
  startedBy: null,
  finishedAt: '2026-11-20T08:00:09.000Z',
  outcome: 'intact',
  totalEntries: 5000,
  checkedEntries: 5000,
  firstBad: null,
};

function answer(logs: readonly AuditEntry[]) {
  return {
    body: {
      logs,
      data: logs,
      totalCount: 120,
      totalCountIsApproximate: false,
      coversNewestOnly: false,
      summary,
    },
  };
}

const STATE: SystemState = {
  status: 'Healthy',
  reasons: [],
  clockProblem: null,
  backup: { isNightly: false, isRunning: false, isOverdue: false, lastGood: null, failure: null },
  disks: [{ use: 'data', freeBytes: 68_100_000_000, totalBytes: 250_000_000_000, isLow: false }],
};

async function show({ at = '/audit-logs', latest = null as AuditVerification | null, state = STATE } = {}) {
  const server = createFakeServer();
  server.on('GET /audit', answer(ENTRIES));
  server.on('GET /audit/summary', { body: summary });
  server.on('GET /audit/verification', { body: { latest } });
  server.on('GET /system/status', { body: state });
  server.on('GET /audit/users', { body: [ANN] });
  server.on('POST /audit/resolve-entities', {
    body: { [`Office:${OFFICE}`]: { name: 'Main Street', subtext: null } },
  });
  const page = await showPage({
    server,
    pages: { '/audit-logs': AuditLogsPage },
    at,
    permissions: ['Admin.ViewAuditLogs'],
  });
  const lists = () => server.calls.filter(({ path }) => path === '/audit');
  return { ...page, server, lastQuery: () => Object.fromEntries(lists().at(-1)?.query ?? []) };
}

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void logged.push(String(text)));
});

describe('audit log list', () => {
  it('loads 50 entries, newest first, with names and "System", but no patient IDs or names', async () => {
    const { lastQuery } = await show();
    const table = await screen.findByRole('table', { name: 'Audit Logs' });
    expect((await within(table).findAllByText('Main Street')).length).toBe(2);
    expect(lastQuery()).toEqual({
      page: '1',
      pageSize: '50',
      orderBy: 'timestamp',
      sortDirection: 'desc',
    });
    expect(within(table).getByText('System')).toBeTruthy();
    expect(within(table).getAllByText('Hidden').length).toBe(2);
    expect(table.innerHTML).not.toContain(PATIENT);
    expect(screen.getByText('1,234')).toBeTruthy();
    expect(screen.getByText('UTC-05:00')).toBeTruthy();
    expect(screen.getByText('77')).toBeTruthy();
  });

  it('returns to the first page when sort or page size changes', async () => {
    const { user, lastQuery } = await show({ at: '/audit-logs?page=2' });
    await screen.findAllByText('Main Street');
    expect(lastQuery()['page']).toBe('2');
    await user.click(screen.getByText('Action', { selector: 'th *' }));
    await waitFor(() =>
      expect(lastQuery()).toMatchObject({ page: '1', orderBy: 'action', sortDirection: 'asc' }),
    );
  });

  it('shows the time zone, sorts by every column, and returns to page 1 on a new page size', async () => {
    const { user, lastQuery, router } = await show({ at: '/audit-logs?page=2' });
    await screen.findAllByText('Main Street');
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual([
      `Timestamp (${TIMES.zone(new Date())})`,
      'User',
      'Action',
      'Entity Type',
      'Entity ID',
      'IP Address',
      'Patient ID',
      'Reason',
    ]);
    const keys = [
      'timestamp',
      'user',
      'action',
      'entityType',
      'entityId',
      'ipAddress',
      'patientId',
      'reason',
    ];
    for (const [at, key] of keys.entries()) {
      const head = within(screen.getAllByRole('columnheader')[at] ?? document.body);
      await user.click(head.getByRole('button'));
      await waitFor(() =>
        expect(lastQuery()).toMatchObject({ orderBy: key, sortDirection: 'asc', page: '1' }),
      );
    }
    await router.navigate('/audit-logs?page=3');
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: '3' }));
    await user.click(screen.getByRole('combobox', { name: /Rows per page/ }));
    const sizes = await screen.findAllByRole('option');
    expect(sizes.map(({ textContent }) => textContent)).toEqual(['25', '50', '100']);
    await user.click(screen.getByRole('option', { name: '25' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: '1', pageSize: '25' }));
    expect(router.state.location.search).toBe('?pageSize=25');
  });

  it('refreshes the summary every 30 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { server } = await show();
    await screen.findByText('1,234');
    const before = server.countOf('GET /audit/summary');
    await vi.advanceTimersByTimeAsync(30_500);
    await waitFor(() => expect(server.countOf('GET /audit/summary')).toBe(before + 1));
  });

  it('logs a failure to load names, and shows generic labels', async () => {
    const server = createFakeServer();
    server.on('GET /audit', answer(ENTRIES));
    await showPage({ server, pages: { '/audit-logs': AuditLogsPage }, at: '/audit-logs' });
    expect((await screen.findAllByText('Office …33333333')).length).toBe(2);
    await waitFor(() => expect(logged).toContain('Names in the audit log: NOT_FOUND'));
  });

  it('does not request a reversed date range, and says why', async () => {
    const { server } = await show({ at: '/audit-logs?startDate=2026-11-02&endDate=2026-11-01' });
    expect(await screen.findByText('The end date must not be before the start date')).toBeTruthy();
    expect(screen.getByText('Before the start date')).toBeTruthy();
    expect(server.countOf('GET /audit')).toBe(0);
  });

  it('filters by an active user, and exports with every filter', async () => {
    const { user, server, lastQuery } = await show({ at: '/audit-logs?entityType=Office&action=Created' });
    await user.click(await screen.findByText('Ann Lee', { selector: 'li *' }));
    await waitFor(() => expect(lastQuery()['userId']).toBe(ANN.id));
    server.on('POST /audit/export', { status: 500 });
    await user.click(screen.getByText('Export CSV'));
    expect((await screen.findAllByText(/^Failed to export audit logs/)).length).toBeGreaterThan(0);
    expect(server.calls.findLast(({ path }) => path === '/audit/export')?.body).toEqual({
      entityType: 'Office',
      action: 'Created',
      userId: ANN.id,
    });
  });
});

it('shows old and new values, masks sensitive ones, and removes the entry from the URL on close', async () => {
  const { user, server, router } = await show();
  const [first] = ENTRIES;
  const detail: AuditDetail = {
    ...(first ?? anEntry()),
    oldValues: { city: 'Annapolis', note: '••••••' },
    newValues: { city: 'Baltimore', note: '••••••' },
    requestId: 'req-1',
    sessionId: null,
    chain: 3,
    sequence: 41,
  };
  server.on(`GET /audit/${detail.id}`, { body: detail });
  const [timestamp] = await screen.findAllByText(TIMES.timestamp(detail.timestamp));
  if (timestamp) await user.click(timestamp);
  const dialog = within(await screen.findByRole('dialog'));
  const cells = async (field: string) =>
    Array.from((await dialog.findByText(field)).closest('tr')?.cells ?? [], ({ textContent }) => textContent);
  expect(await cells('City')).toEqual(['City', 'Annapolis', 'Baltimore']);
  expect(await cells('Note')).toEqual(['Note', '••••••Masked', '••••••Masked']);
  expect(dialog.getByText('Chain 3, entry 41')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

describe('verification', () => {
  it('starts on click, and shows the progress and the result', async () => {
    const { user, server } = await show();
    expect(await screen.findByText('The log has not been verified yet')).toBeTruthy();
    const running: AuditVerification = {
      ...CHECK,
      outcome: 'running',
      finishedAt: null,
      checkedEntries: 2500,
    };
    server.on('POST /audit/verify', { body: running });
    server.on('GET /audit/verification', { body: { latest: CHECK } });
    await user.click(screen.getByText('Verify Log'));
    const progress = await screen.findByLabelText('Verifying the log');
    expect(progress.getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByText('2,500 of 5,000 entries')).toBeTruthy();
    expect(await screen.findByText('Intact')).toBeTruthy();
    expect(
      screen.getByText(`All 5,000 entries checked, ${TIMES.dateTime('2026-11-20T08:00:09Z')}`),
    ).toBeTruthy();
  });

  it('names the first bad entry and what to do', async () => {
    const firstBad = {
      chain: 3,
      sequence: 41,
      tampering: 'changed' as const,
      entryId: null,
      timestamp: '2026-11-19T15:00:00.000Z',
    };
    await show({ latest: { ...CHECK, outcome: 'tampered', firstBad } });
    expect((await screen.findByRole('alert')).textContent).toContain(
      `Entry 41 of chain 3, written ${TIMES.timestamp(firstBad.timestamp)}, has been changed. Do not modify the database`,
    );
  });

  it('shows why the verification could not be started', async () => {
    const { user, server } = await show({ latest: CHECK });
    server.on('POST /audit/verify', { status: 409, body: { message: 'A verification is already running.' } });
    await screen.findByText('Intact');
    await user.click(screen.getByText('Verify Log'));
    expect((await screen.findByRole('alert')).textContent).toBe('A verification is already running.');
  });
});

describe('backups', () => {
  it('says that no nightly backup is set up, and shows the free disk space', async () => {
    await show();
    const card = within(await screen.findByRole('region', { name: 'Backups' }));
    expect(await card.findByText('No nightly backup is set up')).toBeTruthy();
    expect(card.getByText('No backup has been made yet')).toBeTruthy();
    expect(card.getByText('Free disk space: 68.1 GB for data')).toBeTruthy();
  });

  it('shows the age of the last good backup, why the next one failed, and a full disk', async () => {
    const at = new Date(Date.now() - 30.5 * 3_600_000).toISOString();
    const failure = { at: new Date().toISOString(), problem: 'The disk is full.' };
    await show({
      state: {
        ...STATE,
        status: 'Degraded',
        reasons: [
          { code: 'job', summary: 'Maintenance failed', text: 'The job maintenance failed at noon.' },
        ],
        clockProblem: 'The clock went forward by 400 days.',
        backup: {
          isNightly: true,
          isRunning: false,
          isOverdue: true,
          lastGood: { at, bytes: 1_234_000_000 },
          failure,
        },
        disks: [{ use: 'backups', freeBytes: 900_000_000, totalBytes: 250_000_000_000, isLow: true }],
      },
    });
    const card = within(await screen.findByRole('region', { name: 'Backups' }));
    expect(await card.findByText('Overdue')).toBeTruthy();
    expect(card.getByText(`Last backup ${TIMES.dateTime(at)}, 30 hours ago, 1.2 GB`)).toBeTruthy();
    expect(card.getByText(`Failed ${TIMES.dateTime(failure.at)}: The disk is full.`)).toBeTruthy();
    expect(card.getByText('Free disk space: 900.0 MB for backups (almost full)')).toBeTruthy();
    expect(card.getByText('The clock went forward by 400 days.')).toBeTruthy();
    const alert = within(screen.getByRole('alert'));
    expect(alert.getByText('System Status: Degraded')).toBeTruthy();
    expect(alert.getByText('The job maintenance failed at noon.')).toBeTruthy();
  });
});

const ago = (minutes: number) => new Date(Date.now() - (minutes + 0.5) * 60_000).toISOString();

describe('background work', () => {
  it('has a line for each kind: when it ended, whether it failed, and what waits', async () => {
    const line = { isRunning: false, endedAt: ago(5), hasFailed: false, queue: null };
    await show({
      state: {
        ...STATE,
        work: [
          { ...line, name: 'maintenance' },
          { ...line, name: 'auditCheck', isRunning: true, endedAt: null },
          { ...line, name: 'databaseCheck', endedAt: null },
          { ...line, name: 'backup', endedAt: ago(120), hasFailed: true },
          { ...line, name: 'webhooks', queue: { waiting: 3, failed: 1 } },
        ],
        standby: { behindSeconds: 7 },
      },
    });
    const card = within(await screen.findByRole('region', { name: 'Background Work' }));
    expect((await card.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Maintenance: 5 minutes ago',
      'Audit log check: running',
      'Database check: not yet',
      'Nightly backup: failed 2 hours ago',
      'Webhooks: 3 waiting, 1 failed',
      'Standby for reports: 7 s behind',
    ]);
  });

  it('is left out while the server does not send it', async () => {
    await show();
    await screen.findByText('Free disk space: 68.1 GB for data');
    expect(screen.queryByRole('region', { name: 'Background Work' })).toBeNull();
  });
});
