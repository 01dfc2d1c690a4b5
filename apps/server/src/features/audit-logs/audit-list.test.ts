import {
  AUDIT_SORT_KEYS,
  auditByPatient,
  auditByUser,
  auditList,
  type AuditEntry,
} from '@portal/contract/audit';
import type { CallInput } from '@portal/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, type SignedInUser } from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';
import { openReadableLog, type ReadableLog } from './test/readable-log.ts';

const RANGE = { startDate: '2026-05-01', endDate: '2026-05-31' };
const sets = (groups: readonly (readonly number[])[]) => groups.map((group) => new Set(group));

describe('audit log lists', () => {
  let log: ReadableLog;
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    log = await openReadableLog();
    ({ portal, admin } = log);
  });
  afterAll(() => portal.close());

  const list = (query: CallInput<typeof auditList>['query'] = {}, as = admin) =>
    portal.succeed(auditList, { query: { ...RANGE, ...query } }, as);
  /** The listed entries, as indexes into the log's entries. */
  const placesOf = ({ logs }: { logs: readonly AuditEntry[] }) => logs.map(({ id }) => log.ids.indexOf(id));
  const listed = async (query: CallInput<typeof auditList>['query']) => placesOf(await list(query));
  const refused = (query: Record<string, string>) =>
    portal.raw({
      method: 'GET',
      url: `/api/audit?${new URLSearchParams(query).toString()}`,
      token: admin.token,
    });

  describe('all entries', () => {
    it('are sorted newest first, ties by id, as both data and logs, with a summary', async () => {
      const answer = await list();
      const [fifth = '', sixth = ''] = log.ids.slice(5);
      const tie = fifth > sixth ? [5, 6] : [6, 5];
      expect(placesOf(answer)).toEqual([7, ...tie, 4, 3, 2, 1, 0]);
      expect(answer).toMatchObject({
        data: answer.logs,
        totalCount: 8,
        totalCountIsApproximate: false,
        coversNewestOnly: false,
        summary: { dateRange: { timezone: 'America/New_York' } },
      });
    });

    it('show who did what, to whom, from where and why; no user means the system', async () => {
      const { logs } = await list({ entityType: 'Office' });
      expect(logs).toEqual([
        {
          id: log.ids[0] ?? '',
          timestamp: '2026-05-01T16:00:00.000Z',
          user: {
            id: log.ann,
            name: 'Ann Abbott',
            firstName: 'Ann',
            lastName: 'Abbott',
            userName: expect.any(String),
          },
          userId: log.ann,
          apiKey: null,
          userType: 'user',
          action: 'Created',
          entityType: 'Office',
          entityId: null,
          ipAddress: '203.0.113.9',
          patientId: null,
          namesPatients: false,
          medicalRecordNumber: null,
          reasonForAccess: 'beta',
        } satisfies AuditEntry,
      ]);
      const [system] = (await list({ action: 'LoginFailed' })).logs;
      expect(system).toMatchObject({ user: null, userId: null, userType: 'system' });
    });

    it.each([
      ['a part of a reason, in any case', { reason: 'ALPH' }, [1]],
      ['a reason with a wildcard', { reason: '%a%' }, []],
      ['an address', { ipAddress: '203.0.113.9' }, [0]],
      ['a network', { ipAddress: '10.0.0.0/8' }, [1]],
      ['an address and a reason', { ipAddress: '10.0.0.1', reason: 'beta' }, []],
      ['an entity type as stored', { entityType: 'OfficeIpWhitelist' }, [5]],
      ['an entity type as displayed', { entityType: 'Office IP Whitelist' }, [5]],
      ['an action with its synonym', { action: 'Added' }, [1, 0]],
      ['and vice versa', { action: 'Created' }, [1, 0]],
      ['Updated and Modified', { action: 'Updated' }, [5, 3]],
      ['Accessed and Viewed', { action: 'Accessed' }, [6, 4]],
      ['action and entity type', { action: 'Accessed', entityType: 'Patient' }, [6, 4]],
      ['action and entity type, without a match', { action: 'Deleted', entityType: 'Patient' }, []],
      ['users', { userType: 'user', action: 'Viewed' }, [6, 4]],
      ['the system', { userType: 'system' }, [7, 2]],
      ['the system and an entity type', { userType: 'system', entityType: 'User' }, [7, 2]],
      ['the system and an action', { userType: 'system', action: 'LoginFailed' }, [2]],
      ['one day', { startDate: '2026-05-04', endDate: '2026-05-04' }, [3]],
      ['an instant', { startDate: '2026-05-04T16:00:00Z', endDate: '2026-05-04T12:00:00.000-04:00' }, [3]],
      ['a millisecond later', { startDate: '2026-05-04T16:00:00.001Z', endDate: '2026-05-05' }, [4]],
      ['a start date', { startDate: '2026-05-07' }, [7]],
      ['a very long range', { startDate: '1900-01-01', endDate: '2026-05-02' }, [1, 0]],
    ] as const)('are found by %s', async (_what, query, expected) => {
      expect(await listed(query)).toEqual(expected);
    });

    it('ignore blank filters', async () => {
      expect(await listed({ userType: 'all', entityType: '', action: '', userId: '' })).toHaveLength(8);
    });

    it('are found by user, combined with every other filter', async () => {
      expect(await listed({ userId: log.zoe })).toEqual([4, 1]);
      expect(await listed({ userId: log.zoe, entityType: 'User' })).toEqual([1]);
      expect(await listed({ userId: log.zoe, action: 'Accessed' })).toEqual([4]);
      expect(
        await listed({ userId: log.zoe, action: 'Added', entityType: 'User', userType: 'user' }),
      ).toEqual([1]);
      expect(await listed({ userId: log.zoe, userType: 'system' })).toEqual([]);
    });

    it.each([
      // Entries in sort order, grouped by equal values. Entries without a value are not listed; they come last in both directions.
      ['timestamp', [[0], [1], [2], [3], [4], [5, 6], [7]]],
      [
        'user',
        [
          [0, 3, 5, 6],
          [1, 4],
        ],
      ],
      ['action', [[6], [1], [0], [2], [5], [7], [3], [4]]],
      ['entityType', [[0], [5], [3, 4, 6], [1, 2, 7]]],
      ['ipAddress', [[1], [0]]],
      ['patientId', [[3, 4, 6]]],
      ['reason', [[1], [0]]],
    ] as const)('sort by %s both ways, with missing values last', async (orderBy, groups) => {
      const inGroups = async (sortDirection: 'asc' | 'desc', order: readonly (readonly number[])[]) => {
        const found = await listed({ orderBy, sortDirection });
        let start = 0;
        return order.map((group) => new Set(found.slice(start, (start += group.length))));
      };
      expect(await inGroups('asc', groups)).toEqual(sets(groups));
      const backwards = groups.toReversed();
      expect(await inGroups('desc', backwards)).toEqual(sets(backwards));
      expect(new Set(await listed({ orderBy }))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
    });

    it('sort by entity id, with ties newest first', async () => {
      const up = await listed({ orderBy: 'entityId', sortDirection: 'asc' });
      expect(new Set(up.slice(0, 3))).toEqual(new Set([2, 3, 5]));
      expect(up.slice(3)).toEqual([7, 6, 4, 1, 0]);
    });

    it('are paged; a page past the end is the last one, and the page size is at least 1', async () => {
      expect(await listed({ pageSize: '3', page: '2' })).toHaveLength(3);
      expect(await listed({ pageSize: '3', page: '3' })).toEqual([1, 0]);
      expect(await listed({ pageSize: '3', page: '99999' })).toEqual([1, 0]);
      expect(await listed({ pageSize: '3', page: '2', orderBy: 'reason' })).toHaveLength(3);
      expect(await listed({ pageSize: '0', page: '-4' })).toEqual([7]);
    });

    it.each([
      [
        'startDate',
        { startDate: '2026-02-30' },
        'Start date must be a date (YYYY-MM-DD) or a date and time (ISO 8601)',
      ],
      [
        'endDate',
        { endDate: 'yesterday' },
        'End date must be a date (YYYY-MM-DD) or a date and time (ISO 8601)',
      ],
      [
        'endDate',
        { startDate: '2026-05-02', endDate: '2026-05-01' },
        'The end date must not be before the start date',
      ],
      ['orderBy', { orderBy: 'mac' }, `Sort by one of: ${AUDIT_SORT_KEYS.join(', ')}`],
      ['sortDirection', { sortDirection: 'up' }, 'Sort direction must be asc or desc'],
      ['action', { action: 'Hacked' }, 'Unknown action'],
      ['entityType', { entityType: "x' or 1=1" }, 'Unknown entity type'],
      ['userType', { userType: 'robot' }, 'User type must be all, user or system'],
      ['page', { page: 'two' }, 'Page must be a whole number'],
    ])('refuse an invalid %s: %o', async (field, query, message) => {
      expect(await refused(query)).toMatchObject({ status: 400, body: { errors: { [field]: [message] } } });
    });

    it('refuse an unknown filter and a malformed user id', async () => {
      expect((await refused({ userId: 'ann' })).status).toBe(400);
      expect((await refused({ surprise: 'x' })).status).toBe(400);
    });

    it('record each view once, with the filters used', async () => {
      const before = await auditOf(portal, 'AuditLog', null);
      await portal.succeed(
        auditList,
        { query: { action: 'Deleted', userType: 'system', page: '1' } },
        log.auditor,
      );
      const after = await auditOf(portal, 'AuditLog', null);
      expect(after.slice(before.length)).toMatchObject([
        {
          action: 'Accessed',
          user_id: log.auditor.id,
          new_values: { action: 'Deleted', userType: 'system' },
        },
      ]);
    });

    it('show the MRN to holders of Patient.View only', async () => {
      const { logs } = await list({ action: 'Viewed' });
      expect(logs[0]).toMatchObject({
        patientId: log.patient.id,
        medicalRecordNumber: log.patient.medicalRecordNumber,
      });
      const hidden = await list({ action: 'Viewed' }, log.auditor);
      expect(hidden.logs[0]).toMatchObject({ patientId: log.patient.id, medicalRecordNumber: null });
    });
  });

  describe('entries by user and by patient', () => {
    it('list a user’s own actions, newest first, 50 per page', async () => {
      const answer = await portal.succeed(auditByUser, { params: { userId: log.zoe } }, admin);
      expect(placesOf(answer)).toEqual([4, 1]);
      expect(answer).toMatchObject({ totalCount: 2, data: answer.logs });
      const page = { pageSize: '1', page: '2' };
      const second = await portal.succeed(auditByUser, { params: { userId: log.zoe }, query: page }, admin);
      expect(placesOf(second)).toEqual([1]);
    });

    it('list who accessed a patient’s record, and record this view on it too', async () => {
      const call = () => portal.succeed(auditByPatient, { params: { patientId: log.patient.id } }, admin);
      const { logs } = await call();
      expect(
        logs.filter(({ entityType }) => entityType !== 'AuditLog').map(({ id }) => log.ids.indexOf(id)),
      ).toEqual([6, 4, 3]);
      const again = await call();
      expect(again.logs[0]).toMatchObject({ action: 'Accessed', entityType: 'AuditLog', userId: admin.id });
    });

    it('are empty for an unknown user', async () => {
      const nobody = '00000000-0000-7000-8000-000000000000';
      expect(await portal.succeed(auditByUser, { params: { userId: nobody } }, admin)).toMatchObject({
        logs: [],
        totalCount: 0,
      });
      expect((await portal.raw({ method: 'GET', url: '/api/audit/user/x', token: admin.token })).status).toBe(
        400,
      );
    });
  });

  describe('a long log', () => {
    it('is counted up to 10,001 and sorted over the newest 5,000 entries', async () => {
      await portal.owner.query(
        `insert into audit_log (id, at, chain, seq, action, entity_type, reason, mac)
         select uuidv7(), timestamptz '2025-03-01' + n * interval '1 minute', 0, 0, 'Printed', 'Document', 'r' || n, ''
         from generate_series(1, 10002) n`,
      );
      const query = { action: 'Printed', startDate: '', endDate: '' } as const;
      const full = { totalCount: 10_001, totalCountIsApproximate: true, coversNewestOnly: false };
      expect(await list(query)).toMatchObject(full);
      // Cached from now on, for this filter only.
      expect(await list(query)).toMatchObject(full);
      expect(await list({ ...query, userType: 'user' })).toMatchObject({ totalCount: 0, logs: [] });
      expect(await list({ ...query, startDate: '2025-03-05', endDate: '2025-03-05' })).toMatchObject({
        totalCount: 1440,
        totalCountIsApproximate: false,
      });
      const sorted = await list({ ...query, orderBy: 'reason' });
      // r5002 and older entries are not included.
      expect(sorted).toMatchObject({
        totalCount: 5_001,
        totalCountIsApproximate: true,
        coversNewestOnly: true,
      });
      const reasonsOf = ({ logs }: typeof sorted) => logs.map(({ reasonForAccess }) => reasonForAccess);
      expect(reasonsOf(sorted).slice(0, 3)).toEqual(['r10000', 'r10001', 'r10002']);
      expect(reasonsOf(sorted)[3]).toBe('r5003');
      // A page past the end is the last one, and it is not empty.
      expect(reasonsOf(await list({ ...query, orderBy: 'reason', page: '99999' })).at(-1)).toBe('r9999');
      expect((await list({ ...query, page: '99999' })).logs.length).toBeGreaterThan(0);
    });
  });
});
