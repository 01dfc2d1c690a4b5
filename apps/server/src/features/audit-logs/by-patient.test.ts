import { auditByPatient, auditExport, auditList } from '@portal/contract/audit';
import { orderExport } from '@portal/contract/orders';
import { patientExport, patientGet, patientList } from '@portal/contract/patients';
import { searchEverything } from '@portal/contract/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOrder, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const drained = async (answer: Promise<{ readonly blob: Blob }>) => (await answer).blob.text();
const DAY_MS = 24 * 3_600_000;

describe('who saw or exported a patient', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let patientId: string;
  let otherId: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    patientId = (await makePatient(portal, { lastName: 'Findmark' })).id;
    otherId = (await makePatient(portal, { lastName: 'Othermark' })).id;
    await makeOrder(portal, { patientId, providerId: (await signedInAs(portal, 'ProviderPhysician')).id });
    await portal.succeed(patientGet, { params: { id: otherId } }, admin);
    await portal.succeed(patientList, { query: { search: 'Othermark' } }, admin);
    portal.clock.advance({ ms: 1 });
    await portal.succeed(patientGet, { params: { id: patientId } }, admin);
    portal.clock.advance({ ms: 1 });
    await portal.succeed(patientList, { query: {} }, admin);
    portal.clock.advance({ ms: 1 });
    await portal.succeed(searchEverything, { query: { q: 'Findmark' } }, admin);
    portal.clock.advance({ ms: 1 });
    await drained(portal.succeed(patientExport, { body: {} }, admin));
    portal.clock.advance({ ms: 1 });
    await drained(portal.succeed(orderExport, { body: {} }, admin));
  });
  afterAll(() => portal.close());

  const found = async (query: Record<string, string> = {}) =>
    (await portal.succeed(auditByPatient, { params: { patientId }, query }, admin)).logs
      .filter(({ entityType }) => entityType !== 'AuditLog')
      .map(
        ({ action, entityType, namesPatients }) =>
          `${action} ${entityType}${namesPatients ? ' in a list' : ''}`,
      );

  it('shows openings, lists, searches and exports, and nothing of other patients', async () => {
    expect(await found()).toEqual([
      'Exported MedicalOrder in a list',
      'Exported Patient in a list',
      'Accessed Patient in a list',
      'Accessed Patient in a list',
      'Viewed Patient',
    ]);
  });

  it('is found by the filter of the log, with other filters, and in the export', async () => {
    const query = { patientId, action: 'Exported' as const };
    const { logs, totalCount } = await portal.succeed(auditList, { query }, admin);
    expect([totalCount, logs.map(({ entityType }) => entityType)]).toEqual([2, ['MedicalOrder', 'Patient']]);
    const sorted = await portal.succeed(auditList, { query: { ...query, orderBy: 'entityType' } }, admin);
    expect(sorted.logs.map(({ entityType }) => entityType)).toEqual(['MedicalOrder', 'Patient']);
    const csv = await drained(portal.succeed(auditExport, { body: query }, admin));
    const [heading = '', ...rows] = csv.trim().split('\r\n');
    expect(heading.endsWith(',Reason,Old Values,New Values')).toBe(true);
    // The first one is this export.
    expect(rows).toHaveLength(3);
    expect(rows[2]).toContain('""patients"":2');
    expect(csv).not.toContain(otherId);
  });

  it('says of each entry of the log whether it names several patients', async () => {
    const { logs } = await portal.succeed(auditList, { query: { entityType: 'Patient' } }, admin);
    const names = (action: string) =>
      new Set(logs.filter((each) => each.action === action).map(({ namesPatients }) => namesPatients));
    expect([names('Exported'), names('Accessed'), names('Viewed')]).toEqual([
      new Set([true]),
      new Set([true]),
      new Set([false]),
    ]);
  });

  it('is found by date', async () => {
    const now = portal.clock.now();
    const dayBefore = new Date(now.getTime() - DAY_MS).toISOString();
    expect(await found({ endDate: dayBefore })).toEqual([]);
    expect(await found({ startDate: dayBefore, endDate: now.toISOString() })).toHaveLength(5);
    const reversed = await portal.call(
      auditByPatient,
      { params: { patientId }, query: { startDate: '2026-02-02', endDate: '2026-02-01' } },
      admin,
    );
    expect(reversed).toMatchObject({ status: 400 });
  });

  it('uses the indexes', async () => {
    const plan = async (condition: string) => {
      const { rows } = await portal.owner.query<{ 'QUERY PLAN': string }>(
        `explain select from audit_log where ${condition}`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    await portal.owner.query('set enable_seqscan = off');
    expect(
      await plan(`new_values ? 'patientIds' and new_values -> 'patientIds' @> '["${patientId}"]'`),
    ).toContain('expr_idx');
    expect(await plan(`reason is not null and lower(reason) like '%abcd%'`)).toContain('lower_idx');
    expect(await plan(`ip_address <<= '10.0.0.0/8'`)).toContain('ip_address_at_id_idx');
    await portal.owner.query('set enable_seqscan = on');
  });
});
