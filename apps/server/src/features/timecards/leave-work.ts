import { changedValues } from '#audit/audit-entry.ts';
import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import { beginInactive, endInactive } from './inactive-repo.ts';
import { insertCorrection } from './correction-repo.ts';
import { lockOpenCard, updateCard } from './timecard-repo.ts';
import { presentTimes } from './timecard-view.ts';

const REASON = 'deactivated';

/**
 * Ends the work of a user who is being deactivated: reports of earlier days stay as they are, and no shift counts from now on. Closes
 * an open timecard, including an open lunch break; hours beyond 16 stay unconfirmed. The user must be locked. Returns null if they are
 * not clocked in.
 */
export async function leaveWork(
  context: SignedInContext,
  tx: Tx,
  userId: string,
): Promise<{ clockInTime: string; clockOutTime: string } | null> {
  const now = await context.deps.databaseTime(tx.db);
  await beginInactive(tx.db, userId, now);
  const open = await lockOpenCard(tx.db, userId);
  if (open === undefined) return null;
  // The system clock can be set back, but times of a timecard must never go backwards.
  const latest = [open.clock_in_at, open.lunch_start_at, open.lunch_end_at, now]
    .filter((moment) => moment !== null)
    .reduce((last, moment) => (moment > last ? moment : last));
  const isOnLunch = open.lunch_start_at !== null && open.lunch_end_at === null;
  const changed = { clock_out_at: latest, lunch_end_at: isOnLunch ? latest : open.lunch_end_at };
  await updateCard(tx.db, open.id, { ...changed, is_corrected: true });
  const [oldValues, newValues] = [presentTimes(open), presentTimes({ ...open, ...changed })];
  await insertCorrection(tx.db, {
    cardId: open.id,
    userId: context.user.id,
    at: now,
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
    event: 'timecard.closed',
    description: 'A timecard was closed because its user was deactivated',
    icon: 'Default',
    color: 'warning',
    entityType: 'Timecard',
    entityId: open.id,
    requiredPermission: 'Timecard.ManageTimecards',
  });
  return { clockInTime: newValues.clockInTime, clockOutTime: latest.toISOString() };
}

/** Lets the shifts of a user who is active again count from now on. */
export async function returnToWork(context: SignedInContext, tx: Tx, userId: string): Promise<void> {
  await endInactive(tx.db, userId, await context.deps.databaseTime(tx.db));
}
