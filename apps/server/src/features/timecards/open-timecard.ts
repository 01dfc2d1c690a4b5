import { sql } from 'kysely';
import { changedValues } from '#audit/audit-entry.ts';
import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import { insertCorrection, presentTimes } from './timecard-corrections.ts';

/** Since when a user of the query (`u`) is clocked in; null when they are not. */
export const clockedInSince = sql<Date | null>`(select t.clock_in_at from timecards t
  where t.user_id = u.id and t.clock_out_at is null and t.deleted_at is null)`;

const REASON = 'deactivated';
const COLUMNS = ['id', 'clock_in_at', 'clock_out_at', 'lunch_start_at', 'lunch_end_at', 'notes'] as const;

/**
 * Closes the open timecard of a user who is deactivated, and a lunch break that goes on with it. Its hours stay unconfirmed beyond 16.
 * The user must be locked. Null when they are not clocked in.
 */
export async function closeOpenTimecard(
  context: SignedInContext,
  tx: Tx,
  userId: string,
): Promise<{ clockInTime: string; clockOutTime: string } | null> {
  const open = await tx.db
    .selectFrom('timecards')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('clock_out_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (open === undefined) return null;
  // A computer's clock can be set back; moments of a card never run backwards.
  const latest = [open.clock_in_at, open.lunch_start_at, open.lunch_end_at, context.now]
    .filter((moment) => moment !== null)
    .reduce((last, moment) => (moment > last ? moment : last));
  const isOnLunch = open.lunch_start_at !== null && open.lunch_end_at === null;
  const closed = {
    ...open,
    clock_out_at: latest,
    lunch_end_at: isOnLunch ? latest : open.lunch_end_at,
  };
  await tx.db
    .updateTable('timecards')
    .set((eb) => ({
      clock_out_at: closed.clock_out_at,
      lunch_end_at: closed.lunch_end_at,
      is_corrected: true,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', open.id)
    .execute();
  const [oldValues, newValues] = [presentTimes(open), presentTimes(closed)];
  await insertCorrection(tx.db, {
    cardId: open.id,
    userId: context.user.id,
    at: context.now,
    action: 'Closed',
    reason: REASON,
    oldValues,
    newValues,
  });
  tx.audit({
    action: 'Updated',
    entityType: 'Timecard',
    entityId: open.id,
    reason: REASON,
    ...changedValues(oldValues, newValues),
  });
  tx.activity({
    description: 'A timecard was closed because its user was deactivated',
    icon: 'Default',
    color: 'warning',
    entityType: 'Timecard',
    entityId: open.id,
    requiredPermission: 'Timecard.ManageTimecards',
  });
  return { clockInTime: newValues.clockInTime, clockOutTime: latest.toISOString() };
}
