import { sql } from 'kysely';
import { changedValues } from '#audit/audit-entry.ts';
import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import { insertCorrection, presentTimes } from './timecard-corrections.ts';

/** SQL for the start of the open timecard of user `u`; null if not clocked in. */
export const clockedInSince = sql<Date | null>`(select t.clock_in_at from timecards t
  where t.user_id = u.id and t.clock_out_at is null and t.deleted_at is null)`;

const REASON = 'deactivated';
const COLUMNS = ['id', 'clock_in_at', 'clock_out_at', 'lunch_start_at', 'lunch_end_at', 'notes'] as const;

/**
 * Closes the open timecard of a user who is being deactivated, including an open lunch break. Hours beyond 16 stay unconfirmed.
 * The user must be locked. Returns null if they are not clocked in.
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
  // The system clock can be set back, but times of a timecard must never go backwards.
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
