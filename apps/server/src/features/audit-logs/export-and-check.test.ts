import { auditExport, auditVerificationGet, auditVerify } from '@portal/contract/audit';
import type { CallInput } from '@portal/contract/endpoint';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendEntries } from '#audit/append.ts';
import { AuditChecks } from './checks/audit-checks.ts';
import { auditEntryId } from '#audit/entry-id.ts';
import { systemStatus } from '#features/system/index.ts';
import { auditOf, makePatient, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_KEYS } from '#test/settings.ts';

const MAY = new Date('2026-05-04T16:00:00.000Z').getTime();
const MANY = 4_100;

describe('audit log export and verification', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let patient: { readonly id: string; readonly medicalRecordNumber: string };
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    patient = await makePatient(portal);
    await portal.deps.db.transaction().execute((tx) =>
      appendEntries(
        tx,
        TEST_KEYS.audit,
        Array.from({ length: MANY }, (_, index) => {
          // Several entries per millisecond, so batches of the export end in the middle of one.
          const at = new Date(MAY + Math.floor(index / 7));
          return {
            id: auditEntryId(at),
            at,
            userId: index === 0 ? null : admin.id,
            sessionId: null,
            apiKeyId: null,
            action: index % 2 === 0 ? 'Viewed' : 'Accessed',
            entityType: 'Patient',
            entityId: patient.id,
            patientId: patient.id,
            ipAddress: '203.0.113.7',
            reason: index === 0 ? '=HYPERLINK("http://bad.example","Click"), and "quotes"' : `entry ${index}`,
            requestId: null,
            oldValues: null,
            newValues: null,
          };
        }),
      ),
    );
  });
  afterAll(() => portal.close());

  const download = async (body: NonNullable<CallInput<typeof auditExport>['body']>, as = admin) => {
    const { blob, fileName } = await portal.succeed(auditExport, { body }, as);
    const bytes = Buffer.from(await blob.arrayBuffer());
    const rows: Record<string, string>[] = parse(bytes, {
      bom: true,
      columns: true,
      record_delimiter: '\r\n',
    });
    return { bytes, fileName, rows };
  };
  const latest = async () => (await portal.succeed(auditVerificationGet, {}, admin)).latest;
  const check = async () => {
    const begun = await portal.succeed(auditVerify, {}, admin);
    await portal.deps.auditChecks.settled();
    expect(await latest()).toMatchObject({ id: begun.id });
    return latest();
  };

  describe('POST /audit/export', () => {
    const day = { startDate: '2026-05-04', endDate: '2026-05-04' };

    it('exports all matching entries once, newest first, with the local time in the file name', async () => {
      const { bytes, fileName, rows } = await download(day);
      expect(fileName).toBe('audit_logs_20261121-100000.csv');
      expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
      expect(rows).toHaveLength(MANY);
      expect(new Set(rows.map((row) => row['Reason'])).size).toBe(MANY);
      const times = rows.map((row) => row['Timestamp (UTC)'] ?? '');
      expect(times).toEqual(times.toSorted().toReversed());
      expect(rows.at(-1)).toEqual({
        'Old Values': '',
        'New Values': '',
        'Timestamp (America/New_York)': '05/04/2026 12:00:00',
        'Timestamp (UTC)': '2026-05-04T16:00:00.000Z',
        User: expect.any(String),
        Username: expect.any(String),
        Action: expect.any(String),
        'Entity Type': 'Patient',
        'Entity ID': patient.id,
        'IP Address': '203.0.113.7',
        'Patient ID': patient.id,
        MRN: patient.medicalRecordNumber,
        Reason: expect.any(String),
      });
    });

    it('prevents cells from starting a formula, and shows a missing user as System', async () => {
      const { rows } = await download({ ...day, userType: 'system' });
      expect(rows).toMatchObject([
        {
          User: 'System',
          Username: '',
          Reason: '\'=HYPERLINK("http://bad.example","Click"), and "quotes"',
        },
      ]);
    });

    it('applies every filter, and is recorded with them', async () => {
      const filters = {
        ...day,
        entityType: 'Patient',
        action: 'Viewed',
        userId: admin.id,
        userType: 'user',
      } as const;
      // Viewed also matches Accessed.
      expect((await download(filters)).rows).toHaveLength(MANY - 1);
      expect((await download({ ...filters, entityType: 'Office' })).rows).toHaveLength(0);
      const recorded = await auditOf(portal, 'AuditLog', null);
      expect(recorded.filter(({ action }) => action === 'Exported')).toEqual(
        expect.arrayContaining([expect.objectContaining({ user_id: admin.id, new_values: filters })]),
      );
    });

    it('leaves out the MRN without Patient.View', async () => {
      const auditor = await signedInAs(portal, 'Admin');
      await overridePermission(portal, auditor.id, 'Patient.View', false);
      const { bytes, rows } = await download(day, auditor);
      expect(rows).toHaveLength(MANY);
      expect(bytes.toString()).not.toContain(patient.medicalRecordNumber);
    });

    it('refuses the same filters as the list, without recording an export', async () => {
      const before = (await auditOf(portal, 'AuditLog', null)).length;
      const body = { startDate: '2026-05-05', endDate: '2026-05-04' };
      expect(await portal.call(auditExport, { body }, admin)).toMatchObject({
        status: 400,
        error: { errors: { endDate: ['The end date must not be before the start date'] } },
      });
      expect(await auditOf(portal, 'AuditLog', null)).toHaveLength(before);
    });
  });

  describe('POST /audit/verify', () => {
    it('starts without a result, runs one check at a time in worker threads, and is recorded', async () => {
      expect(await latest()).toBeNull();
      const begun = await portal.succeed(auditVerify, {}, admin);
      expect(begun).toMatchObject({
        outcome: 'running',
        startedBy: { id: admin.id },
        finishedAt: null,
        firstBad: null,
      });
      expect(await portal.call(auditVerify, {}, admin)).toMatchObject({
        status: 409,
        error: { message: 'A verification is already running. Wait for the result.' },
      });
      await portal.deps.auditChecks.settled();
      const done = await latest();
      expect(done).toMatchObject({ id: begun.id, outcome: 'intact', finishedAt: expect.any(String) });
      expect(done?.checkedEntries).toBe(done?.totalEntries);
      expect(done?.checkedEntries).toBeGreaterThan(MANY);
      const recorded = await auditOf(portal, 'AuditLog', null);
      expect(recorded.filter(({ reason }) => reason === 'Verification of the whole log')).toHaveLength(2);
    });

    it('names the first bad entry and keeps the system Degraded until a later check passes', async () => {
      expect((await systemStatus(portal.deps)).status).toBe('Healthy');
      const { rows } = await portal.owner.query(
        "select id, chain, seq::int from audit_log where reason = 'entry 77'",
      );
      await portal.owner.query("update audit_log set reason = 'entry 78' where id = $1", [rows[0]?.id]);
      expect(await check()).toMatchObject({
        outcome: 'tampered',
        firstBad: {
          chain: rows[0]?.chain,
          sequence: rows[0]?.seq,
          tampering: 'changed',
          entryId: rows[0]?.id,
        },
      });
      expect((await systemStatus(portal.deps)).status).toBe('Degraded');
      await portal.owner.query("update audit_log set reason = 'entry 77' where id = $1", [rows[0]?.id]);
      // Stays Degraded until the next verification.
      expect((await systemStatus(portal.deps)).status).toBe('Degraded');
      expect(await check()).toMatchObject({ outcome: 'intact', firstBad: null });
      expect((await systemStatus(portal.deps)).status).toBe('Healthy');
    });

    it('allows a new check after one died with its process', async () => {
      const { rows } = await portal.owner.query(
        `insert into audit_verifications (started_at, heartbeat_at, total_entries) values ($1, $1, 1) returning id`,
        [portal.clock.now()],
      );
      expect((await portal.call(auditVerify, {}, admin)).status).toBe(409);
      portal.clock.advance({ seconds: 61 });
      expect(await latest()).toMatchObject({ outcome: 'failed', finishedAt: expect.any(String) });
      expect(await check()).toMatchObject({ outcome: 'intact' });
      const dead = await portal.owner.query('select outcome from audit_verifications where id = $1', [
        rows[0]?.id,
      ]);
      expect(dead.rows).toEqual([{ outcome: 'failed' }]);
    });

    it('leaves no running check when the portal closes while one starts', async () => {
      const { db, log, config } = portal.deps;
      const checks = new AuditChecks({
        db,
        log,
        key: TEST_KEYS.audit,
        clock: portal.clock,
        database: { url: 'postgres://127.0.0.1:1/none', role: undefined },
        timeZone: config.practice.timeZone,
      });
      portal.clock.advance({ seconds: 1 });
      const starting = checks.begin(null);
      await checks.close();
      expect(await starting).toMatchObject({ outcome: 'running' });
      expect(await latest()).toMatchObject({ startedBy: null, outcome: 'failed' });
    });

    it('runs automatically once a night', async () => {
      const count = async () => {
        const { rows } = await portal.owner.query('select count(*)::int as count from audit_verifications');
        return Number(rows[0]?.count);
      };
      const before = await count();
      // 10:00 AM in the practice’s time zone, then 2:15 AM.
      await portal.deps.auditChecks.beginNightly();
      expect(await count()).toBe(before);
      portal.clock.advance({ hours: 16, minutes: 15 });
      await portal.deps.auditChecks.beginNightly();
      await portal.deps.auditChecks.settled();
      await portal.deps.auditChecks.beginNightly();
      expect(await count()).toBe(before + 1);
    });
  });
});
