import { sql, type Transaction } from 'kysely';
import { appendEntries } from '#audit/append.ts';
import type { AuditEntryInput } from '#audit/audit-entry.ts';
import { auditEntryId } from '#audit/entry-id.ts';
import type { Database } from '#db/schema.ts';
import { rateLimitKey } from '#platform/client-address.ts';
import { latestPast } from '#platform/time-limits.ts';

/** An address or network has at most one entry per reason in this time. */
const EVERY_MS = 60_000;

/** The audit entry of failed sign-ins without a user. `refused`: of a single sign-on, the reason; else empty. */
function entryOf(refused: string, attempts: number): AuditEntryInput {
  const values = {
    ...(refused === '' ? {} : { method: 'single sign-on', refused }),
    ...(attempts === 1 ? {} : { attempts }),
  };
  return {
    action: 'LoginFailed',
    entityType: 'User',
    entityId: null,
    newValues: Object.keys(values).length === 0 ? null : values,
  };
}

/**
 * Counts a failed sign-in without a user in the caller's transaction. Returns the entry for it and for those that were counted before,
 * or undefined if the address has had one in the last minute: it is then counted for the next entry.
 */
export async function countUnknownSignIn(
  tx: Transaction<Database>,
  { ip, refused = '', now }: { readonly ip: string; readonly refused?: string; readonly now: Date },
): Promise<AuditEntryInput | undefined> {
  const key = { ip_address: rateLimitKey(ip), refused };
  const { unrecorded, recorded_at } = await tx
    .insertInto('unknown_sign_ins')
    .values({ ...key, recorded_at: new Date(0), unrecorded: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['ip_address', 'refused'])
        .doUpdateSet({ unrecorded: sql<number>`unknown_sign_ins.unrecorded + 1` }),
    )
    .returning(['unrecorded', 'recorded_at'])
    .executeTakeFirstOrThrow();
  if (recorded_at.getTime() > now.getTime() - EVERY_MS && recorded_at <= latestPast(now)) return undefined;
  await tx
    .updateTable('unknown_sign_ins')
    .set({ recorded_at: now, unrecorded: 0 })
    .where('ip_address', '=', key.ip_address)
    .where('refused', '=', refused)
    .execute();
  return entryOf(refused, unrecorded);
}

/** Appends the entries of counted sign-ins whose minute is over, and forgets their addresses. */
export async function recordUnknownSignIns(
  tx: Transaction<Database>,
  { auditKey, now }: { readonly auditKey: Buffer; readonly now: Date },
): Promise<void> {
  const ended = await tx
    .deleteFrom('unknown_sign_ins')
    .where((is) =>
      is.or([
        is('recorded_at', '<=', new Date(now.getTime() - EVERY_MS)),
        is('recorded_at', '>', latestPast(now)),
      ]),
    )
    .returning(['ip_address', 'refused', 'unrecorded'])
    .execute();
  const counted = ended.filter(({ unrecorded }) => unrecorded > 0);
  if (counted.length === 0) return;
  await appendEntries(
    tx,
    auditKey,
    counted.map(({ ip_address, refused, unrecorded }) => ({
      patientId: null,
      reason: null,
      oldValues: null,
      newValues: null,
      ...entryOf(refused, unrecorded),
      id: auditEntryId(now),
      at: now,
      userId: null,
      sessionId: null,
      apiKeyId: null,
      ipAddress: ip_address,
      requestId: null,
    })),
  );
}
