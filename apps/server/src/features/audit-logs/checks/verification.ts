import { type AuditVerification, auditVerificationGet, auditVerify } from '@portal/contract/audit';
import { recordRead } from '#request/record-read.ts';
import type { AuditChecks } from './audit-checks.ts';
import { latestVerification, type VerificationRow } from './verification-repo.ts';
import type { Db } from '#db/database.ts';
import { conflict } from '#platform/app-error.ts';
import { operation } from '#http/operation.ts';
import { presentUser } from '../entry-view.ts';
import { listUserNames } from '../user-name-repo.ts';

/** Starts a verification of the whole log. Throws CONFLICT if one is running. */
export const beginCheck = (checks: AuditChecks) =>
  operation(auditVerify, async (context) => {
    await recordRead(context, {
      action: 'Accessed',
      entityType: 'AuditLog',
      entityId: null,
      reason: 'Verification of the whole log',
    });
    const row = await checks.begin(context.user.id);
    if (row === undefined) throw conflict('A verification is already running. Wait for the result.');
    return presentVerification(context.deps.db, row);
  });

/** Gets the running verification, or else the last one. */
export const readCheck = operation(auditVerificationGet, async ({ deps, now }) => {
  const row = await latestVerification(deps.db, now);
  return { latest: row === undefined ? null : await presentVerification(deps.db, row) };
});

async function presentVerification(db: Db, row: VerificationRow): Promise<AuditVerification> {
  const [user] = row.started_by === null ? [] : await listUserNames(db, [row.started_by]);
  return {
    id: row.id,
    startedAt: row.started_at.toISOString(),
    startedBy: user === undefined ? null : presentUser(row.started_by, user),
    finishedAt: row.finished_at?.toISOString() ?? null,
    outcome: row.outcome,
    totalEntries: Number(row.total_entries),
    checkedEntries: Number(row.checked_entries),
    firstBad: row.first_bad,
  };
}
