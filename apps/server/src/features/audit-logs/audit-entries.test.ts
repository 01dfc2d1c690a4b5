import { auditGet, auditList, auditResolve, auditSummaryGet, auditUsers } from '@portal/contract/audit';
import { documentUpload } from '@portal/contract/documents';
import { AUDIT_MASK } from '@portal/domain/audit-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeMessage, makeOffice, signedInAs, type SignedInUser } from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';
import { makeTemplate } from '#test/template-factories.ts';
import { pdfFile } from '#test/sample-files.ts';
import { openReadableLog, type ReadableLog } from './test/readable-log.ts';

describe('audit log entries, summary and lookups', () => {
  let log: ReadableLog;
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    log = await openReadableLog();
    ({ portal, admin } = log);
  });
  afterAll(() => portal.close());

  const get = (index: number, as = admin) => portal.succeed(auditGet, { params: { id: idOf(index) } }, as);
  const idOf = (index: number) => log.ids[index] ?? '';
  const find = async (search: string) =>
    (await portal.succeed(auditUsers, { query: { search } }, admin)).map(({ name }) => name);
  const resolve = (entities: { entityType: string; entityId: string }[], as = admin) =>
    portal.succeed(auditResolve, { body: { entities } }, as);

  describe('GET /audit/{id}', () => {
    it('shows the changes, with secrets and notes masked', async () => {
      expect(await get(3)).toMatchObject({
        id: log.ids[3],
        oldValues: { lastName: 'Sicret', ssn: AUDIT_MASK },
        newValues: { lastName: 'Secret', ssn: AUDIT_MASK, notes: AUDIT_MASK },
        chain: 0,
        sequence: 0,
        medicalRecordNumber: log.patient.medicalRecordNumber,
      });
    });

    it('hides the values of a patient’s record without Patient.View', async () => {
      const entry = await get(3, log.auditor);
      expect(entry).toMatchObject({
        oldValues: { lastName: AUDIT_MASK, ssn: AUDIT_MASK },
        newValues: { lastName: AUDIT_MASK, ssn: AUDIT_MASK, notes: AUDIT_MASK },
        medicalRecordNumber: null,
      });
      expect((await get(7, log.auditor)).newValues).toEqual({ a: 1 });
    });

    it('returns entries written by the portal itself', async () => {
      const { logs } = await portal.succeed(auditList, { query: { action: 'Login' } }, admin);
      const [login] = logs;
      if (login === undefined) throw new Error('no sign-in recorded');
      expect(await portal.succeed(auditGet, { params: { id: login.id } }, admin)).toMatchObject(login);
      expect(await auditOf(portal, 'AuditLog', login.id)).toMatchObject([{ action: 'Accessed' }]);
    });

    it('answers 404 for an unknown entry, with any version of UUID', async () => {
      for (const id of ['00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'])
        expect(await portal.call(auditGet, { params: { id } }, admin)).toMatchObject({
          status: 404,
          error: { message: 'Audit entry not found' },
        });
    });
  });

  describe('GET /audit/summary', () => {
    it('counts a day in the practice’s zone, and the most active users', async () => {
      const summary = await portal.succeed(auditSummaryGet, { query: { date: '2026-05-06' } }, admin);
      expect(summary).toEqual({
        totalActions: 2,
        dateRange: {
          startDate: '2026-05-06T04:00:00.000Z',
          endDate: '2026-05-07T04:00:00.000Z',
          timezone: 'America/New_York',
        },
        topUsers: [{ userId: log.ann, firstName: 'Ann', lastName: 'Abbott', actionCount: 2 }],
      });
    });

    it('takes an offset with JavaScript’s sign', async () => {
      // At 16:00 UTC it is already the 7th at UTC+14.
      const query = { date: '2026-05-07', timezoneOffset: '-840' };
      expect(await portal.succeed(auditSummaryGet, { query }, admin)).toMatchObject({
        totalActions: 2,
        dateRange: { startDate: '2026-05-06T10:00:00.000Z', timezone: 'UTC+14:00' },
      });
      const west = { date: '2026-05-06', timezoneOffset: '300' };
      expect(await portal.succeed(auditSummaryGet, { query: west }, admin)).toMatchObject({
        dateRange: { startDate: '2026-05-06T05:00:00.000Z', timezone: 'UTC-05:00' },
      });
    });

    it('covers today by default, and refuses an impossible offset', async () => {
      const today = await portal.succeed(auditSummaryGet, {}, admin);
      expect(today.dateRange.startDate).toBe('2026-11-21T05:00:00.000Z');
      expect(today.totalActions).toBeGreaterThan(0);
      for (const timezoneOffset of ['841', '1.5', 'x'])
        expect((await portal.call(auditSummaryGet, { query: { timezoneOffset } }, admin)).status).toBe(400);
    });

    it('counts entries added since the last request once, even if they started earlier', async () => {
      const date = '2026-11-21';
      const before = await portal.succeed(auditSummaryGet, { query: { date } }, admin);
      // Each call writes one entry; the last one has the earliest timestamp.
      await portal.succeed(auditList, {}, admin);
      await portal.succeed(auditList, {}, log.auditor);
      portal.clock.advance({ minutes: -1 });
      await portal.succeed(auditList, {}, admin);
      portal.clock.advance({ minutes: 1 });
      const after = await portal.succeed(auditSummaryGet, { query: { date } }, admin);
      expect(after.totalActions - before.totalActions).toBe(3);
      expect(await portal.succeed(auditSummaryGet, { query: { date } }, admin)).toEqual(after);
      const {
        rows: [counted],
      } = await portal.owner.query<{ count: number }>(
        'select count(*)::int as count from audit_log where at >= $1 and at < $2',
        [after.dateRange.startDate, after.dateRange.endDate],
      );
      expect(after.totalActions).toBe(counted?.count);
    });

    it('covers the first and the last supported day', async () => {
      for (const date of ['9999-12-31', '0001-01-01'])
        expect(await portal.succeed(auditSummaryGet, { query: { date } }, admin)).toMatchObject({
          totalActions: 0,
        });
      const query = { endDate: '9999-12-31', startDate: '2026-05-07', action: 'PermissionChanged' } as const;
      expect(await portal.succeed(auditList, { query }, admin)).toMatchObject({ totalCount: 1 });
    });
  });

  describe('user filter lookup', () => {
    it('finds users by words in any name, ignoring accents, including deactivated users', async () => {
      expect(await find('zimmer zoe')).toEqual(['Zoë Zimmer']);
      expect(await find('abb')).toEqual(['Ann Abbott']);
      expect(await find('nobody at all')).toEqual([]);
      expect((await find('')).length).toBeGreaterThan(2);
    });
  });

  describe('POST /audit/resolve-entities', () => {
    it('names the records that entries refer to, keyed by the requested "Type:Id"', async () => {
      const office = await makeOffice(portal, { name: 'North Clinic' });
      const { id: message, messageNumber } = await makeMessage(portal);
      const { rows } = await portal.owner.query("select id from roles where name = 'Staff'");
      const titles = await portal.owner.query("select id from titles where code = 'MD'");
      const assignment = JSON.stringify({ UserId: log.zoe, RoleId: rows[0]?.id });
      expect(
        await resolve([
          { entityType: 'User', entityId: log.ann.toUpperCase() },
          { entityType: 'Office', entityId: JSON.stringify({ Id: office }) },
          { entityType: 'UserRoleAssignment', entityId: assignment },
          { entityType: 'PhoneMessage', entityId: message },
          { entityType: 'Permission', entityId: String(rows[0]?.id) },
          { entityType: 'Title', entityId: String(titles.rows[0]?.id) },
          { entityType: 'User', entityId: 'not an id' },
          { entityType: 'User', entityId: office },
          { entityType: 'Nothing', entityId: log.ann },
        ]),
      ).toEqual({
        [`User:${log.ann.toUpperCase()}`]: { name: 'Ann Abbott', subtext: expect.any(String) },
        [`Office:${JSON.stringify({ Id: office })}`]: { name: 'North Clinic', subtext: 'Baltimore, MD' },
        [`UserRoleAssignment:${assignment}`]: { name: 'Zoë Zimmer', subtext: 'Staff' },
        [`PhoneMessage:${message}`]: { name: messageNumber, subtext: null },
        [`Permission:${rows[0]?.id}`]: { name: 'Staff', subtext: null },
        [`Title:${titles.rows[0]?.id}`]: { name: 'MD', subtext: 'Doctor of Medicine' },
      });
    });

    it('names templates, the templates of code rules, and the locations of report headers', async () => {
      const template = await makeTemplate(portal, { name: 'Epidural' });
      const office = await makeOffice(portal, { name: 'South Clinic' });
      const { rows } = await portal.owner.query<{ id: string }>(
        `insert into billing_code_rules (template_id, field_id, field_value, priority, is_template_default)
          values ($1, 'side', 'Left', 1, false) returning id`,
        [template],
      );
      const rule = rows[0]?.id ?? '';
      expect(
        await resolve([
          { entityType: 'Template', entityId: template },
          { entityType: 'BillingCodeRule', entityId: rule },
          { entityType: 'LocationHeader', entityId: office },
        ]),
      ).toEqual({
        [`Template:${template}`]: { name: 'Epidural', subtext: 'Injection' },
        [`BillingCodeRule:${rule}`]: { name: 'Epidural', subtext: 'side: Left' },
        [`LocationHeader:${office}`]: { name: 'South Clinic', subtext: 'Baltimore, MD' },
      });
    });

    it('returns the MRN instead of a patient’s name, with Patient.View only', async () => {
      const asked = [{ entityType: 'Patient', entityId: log.patient.id }];
      expect(await resolve(asked)).toEqual({
        [`Patient:${log.patient.id}`]: { name: log.patient.medicalRecordNumber, subtext: null },
      });
      expect(await resolve(asked, log.auditor)).toEqual({});
    });

    it('names documents by file name, with Document.View and Patient.View only', async () => {
      const { id } = await portal.succeed(
        documentUpload,
        {
          body: { type: 'LabResult', category: 'Clinical', patientId: log.patient.id },
          file: pdfFile('labs.pdf'),
        },
        admin,
      );
      const asked = [{ entityType: 'Document', entityId: id }];
      expect(await resolve(asked)).toEqual({
        [`Document:${id}`]: { name: 'labs.pdf', subtext: 'LabResult' },
      });
      expect(await resolve(asked, log.auditor)).toEqual({});
    });

    it('names a restricted office for a SuperAdmin only', async () => {
      const office = await makeOffice(portal, { name: 'Hidden Annex', superAdminOnly: true });
      const asked = [{ entityType: 'Office', entityId: office }];
      expect(await resolve(asked)).toEqual({});
      expect(await resolve(asked, await signedInAs(portal, 'SuperAdmin'))).toMatchObject({
        [`Office:${office}`]: { name: 'Hidden Annex' },
      });
    });

    it('refuses more than 200 at once', async () => {
      const entities = Array.from({ length: 201 }, () => ({ entityType: 'User', entityId: log.ann }));
      expect((await portal.call(auditResolve, { body: { entities } }, admin)).status).toBe(400);
    });
  });
});
