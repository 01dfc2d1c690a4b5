import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import type { AuditVerificationsTable } from '#db/schema.ts';
import { CLAIMED, isAlive } from '#platform/signs-of-life.ts';
import { latestPast } from '#platform/time-limits.ts';
import { recordVerifiedHead } from '#audit/verified-heads.ts';
import type { AuditVerification } from '#audit/verify.ts';

export type VerificationRow = Selectable<AuditVerificationsTable>;

/** Records the start of a verification. Returns undefined if one is already running, in this or any other process. */
export async function beginVerification(
  db: Db,
  { now, startedBy }: { now: Date; startedBy: string | null },
): Promise<VerificationRow | undefined> {
  await db
    .updateTable('audit_verifications')
    .set({ outcome: 'failed', finished_at: now })
    .where('outcome', '=', 'running')
    .where((is) =>
      is.or([
        is('heartbeat_at', '<=', new Date(now.getTime() - CLAIMED.auditCheck.silentMs)),
        is('heartbeat_at', '>', latestPast(now)),
      ]),
    )
    .execute();
  const total = await db
    .selectFrom('audit_chains')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('seq'), eb.val('0')).as('entries'))
    .executeTakeFirstOrThrow();
  return db
    .insertInto('audit_verifications')
    .values({
      started_at: now,
      started_by: startedBy,
      heartbeat_at: now,
      finished_at: null,
      total_entries: total.entries,
      outcome: 'running',
    })
    .onConflict((conflict) => conflict.column('outcome').where('outcome', '=', 'running').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Records the progress and the heartbeat of a running verification. */
export async function saveProgress(
  db: Db,
  id: string,
  { now, checked, total }: { now: Date; checked: number; total: number },
): Promise<void> {
  await db
    .updateTable('audit_verifications')
    .set({ heartbeat_at: now, checked_entries: String(checked), total_entries: String(total) })
    .where('id', '=', id)
    .where('outcome', '=', 'running')
    .execute();
}

/**
 * Records the result of a verification; null if it did not finish. The heads of an intact log are saved for later
 * verifications.
 */
export async function finishVerification(
  db: Db,
  key: Buffer,
  id: string,
  { now, found }: { now: Date; found: AuditVerification | null },
): Promise<void> {
  await transact(db, async (tx) => {
    await saveOutcome(tx, id, now, found);
    if (found !== null && found.firstBad === null)
      await recordVerifiedHead(tx, key, { verificationId: id, at: now, heads: found.heads });
  });
}

async function saveOutcome(db: Db, id: string, now: Date, found: AuditVerification | null): Promise<void> {
  const bad = found?.firstBad ?? null;
  await db
    .updateTable('audit_verifications')
    .set({
      heartbeat_at: now,
      finished_at: now,
      outcome: found === null ? 'failed' : bad === null ? 'intact' : 'tampered',
      ...(found === null ? {} : { checked_entries: String(found.entries) }),
      ...(found !== null && bad === null ? { total_entries: String(found.entries) } : {}),
      first_bad:
        bad === null
          ? null
          : JSON.stringify({
              chain: bad.chain,
              sequence: bad.seq,
              tampering: bad.tampering,
              entryId: bad.id,
              timestamp: bad.at?.toISOString() ?? null,
            }),
    })
    .where('id', '=', id)
    .execute();
}

const newest = (db: Db, now: Date) =>
  db
    .selectFrom('audit_verifications')
    .selectAll()
    .where('started_at', '<=', latestPast(now))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);

/** The running verification, or else the last one. One that died with its process counts as failed. */
export async function latestVerification(db: Db, now: Date): Promise<VerificationRow | undefined> {
  const row = await newest(db, now).executeTakeFirst();
  const isDead = row?.outcome === 'running' && !isAlive('auditCheck', row.heartbeat_at, now);
  return isDead ? { ...row, outcome: 'failed', finished_at: row.heartbeat_at } : row;
}

/** The last verification that finished with a result. */
export const lastFinishedVerification = (db: Db, now: Date): Promise<VerificationRow | undefined> =>
  newest(db, now).where('outcome', 'in', ['intact', 'tampered']).executeTakeFirst();
