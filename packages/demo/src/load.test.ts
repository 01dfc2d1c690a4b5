import { reportOf, reportText } from '@portal/domain/template/report';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAuditLog } from '@portal/server/audit/verify';
import { contentHash } from '@portal/server/features/dictations/content-hash';
import { findDictations } from '@portal/server/features/dictations/dictation-repo';
import { contentOfDictation, requireComplete } from '@portal/server/features/dictations/dictation-rules';
import { presentDictation } from '@portal/server/features/dictations/dictation-view';
import { openTestPortal, type TestPortal } from '@portal/server/test/harness';
import { TEST_KEYS } from '@portal/server/test/settings';
import { loadDemoPractice } from './load.ts';

describe('the demo practice', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
    await loadDemoPractice(portal.deps);
  });
  afterAll(() => portal.close());

  it('has 400 complete dictations in every status, with valid signatures, groups, codes and addenda', async () => {
    const { db } = portal.deps;
    const ids = (await db.selectFrom('dictations').select('id').execute()).map(({ id }) => id);
    const dictations = (await findDictations(db, ids)).map((row) => presentDictation(row));
    expect(dictations).toHaveLength(400);
    for (const status of ['Draft', 'Saved', 'Completed', 'Signed'])
      expect(dictations.filter((each) => each.status === status).length).toBeGreaterThan(3);
    for (const dictation of dictations) {
      const content = contentOfDictation(dictation);
      requireComplete(content, { ...dictation, billingOption: 'standard' });
      const evaluation = evaluateTemplate(content, { entered: dictation.formData });
      expect(reportText(reportOf(content, evaluation)).length).toBeGreaterThan(200);
    }
    const forged = dictations.filter(
      (each) =>
        each.signature !== null &&
        each.signature.contentHash !== contentHash(each, each.signature).toString('hex'),
    );
    expect(forged).toEqual([]);
    expect(dictations.filter(({ hasAddendums }) => hasAddendums).length).toBeGreaterThan(5);
    expect(dictations.filter(({ billingCodes }) => billingCodes.length > 1).length).toBeGreaterThan(200);
    expect(new Set(dictations.map(({ groupId }) => groupId)).size).toBeGreaterThan(10);
    const uses = await db.selectFrom('templates').select('usage_count').execute();
    expect(uses.reduce((sum, { usage_count }) => sum + usage_count, 0)).toBe(400);
  });

  it('has a valid audit log of 60 days in monthly partitions', async () => {
    const { entries, firstBad } = await verifyAuditLog(portal.deps.db, TEST_KEYS.audit);
    expect(firstBad).toBeNull();
    expect(entries).toBeGreaterThan(1_500);
    const { rows } = await portal.owner.query(
      `select count(*) filter (where tableoid = 'audit_log_default'::regclass)::int as stray,
         count(distinct tableoid)::int as partitions, count(distinct action)::int as actions from audit_log`,
    );
    expect(rows).toEqual([{ stray: 0, partitions: 3, actions: 8 }]);
  });
});
