import { expect, it } from 'vitest';
import { verifyAuditLog } from '#audit/verify.ts';
import { portalForTest } from '#test/harness.ts';
import { TEST_KEYS } from '#test/settings.ts';
import { loadDemoPractice } from './load.ts';

it('gives the demo practice 60 days of entries that verify, in monthly partitions', async () => {
  const portal = await portalForTest();
  await loadDemoPractice(portal.deps);
  const { entries, firstBad } = await verifyAuditLog(portal.deps.db, TEST_KEYS.audit);
  expect(firstBad).toBeNull();
  expect(entries).toBeGreaterThan(1_500);
  const { rows } = await portal.owner.query(
    `select count(*) filter (where tableoid = 'audit_log_default'::regclass)::int as stray,
       count(distinct tableoid)::int as partitions, count(distinct action)::int as actions from audit_log`,
  );
  expect(rows).toEqual([{ stray: 0, partitions: 3, actions: 8 }]);
});
