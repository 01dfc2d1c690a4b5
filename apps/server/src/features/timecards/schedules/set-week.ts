import { type Schedule, scheduleCopy, scheduleSetWeek } from '@portal/contract/timecard-schedules';
import { addDays } from '@portal/domain/calendar';
import { formatDateUs } from '@portal/domain/date';
import { overlappingDays } from '@portal/domain/shift';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, conflict, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { overnightOverlapMessage, requireNotPast, notifyForms, todayOf } from './change-schedule.ts';
import { findEmployee, lockEmployees } from '../employee-repo.ts';
import { presentSchedule, shiftColumns, shiftOf, type ShiftFields } from './schedule-view.ts';
import { clearFrom, insertSchedules, listFrom, listWeeks } from './schedule-repo.ts';
import { atWork } from '../at-work.ts';

/** Sets an employee's weekly schedule from a date on. Throws NOT_FOUND, STALE, VALIDATION for a past day, CONFLICT for overlapping shifts. */
export const setWeek = atWork(scheduleSetWeek, async (context, { params: { userId }, body }) => {
  const { effectiveFrom, days, basedOn } = body;
  const clash = overlappingDays(days);
  if (clash !== undefined) throw conflict(overnightOverlapMessage(clash), 'days');
  return inTransaction(context, async (tx) => {
    const [person] = await lockEmployees(tx.db, [userId]);
    if (person === undefined) throw notFound();
    await requireNotPast(context, tx, [userId], effectiveFrom);
    const current = await schedulesOf(context, tx, userId);
    if (basedOn !== undefined && !isSame(basedOn, current)) throw new AppError('STALE', { current });
    await replaceWeeks(context, tx, [userId], effectiveFrom, days);
    return schedulesOf(context, tx, userId);
  });
});

/**
 * Copies an employee's schedule to other employees. Throws VALIDATION for unknown or inactive employees and for a past day, CONFLICT
 * if there is none.
 */
export const copyWeek = atWork(scheduleCopy, async (context, { body }) => {
  const { sourceUserId, userIds, effectiveFrom } = body;
  const targets = [...new Set(userIds)];
  if (targets.includes(sourceUserId))
    throw fieldError('userIds', 'Choose employees other than the one you are copying from');
  return inTransaction(context, async (tx) => {
    if ((await findEmployee(tx.db, sourceUserId)) === undefined)
      throw fieldError('sourceUserId', 'Choose whose schedule to copy');
    const found = await lockEmployees(tx.db, targets);
    if (found.length !== targets.length || found.some((person) => !person.is_active))
      throw fieldError('userIds', 'Choose only active employees');
    await requireNotPast(context, tx, targets, effectiveFrom);
    const days = (await listWeeks(tx.db, [sourceUserId], effectiveFrom)).map((row) => shiftOf(row));
    if (days.length === 0) throw conflict(`There is no schedule to copy on ${formatDateUs(effectiveFrom)}.`);
    await replaceWeeks(context, tx, targets, effectiveFrom, days);
    return { affectedUserCount: targets.length };
  });
});

/** Replaces schedules, with one audit entry per employee: the weeks before and after, under the employee's ID. */
async function replaceWeeks(
  context: SignedInContext,
  tx: Tx,
  userIds: readonly string[],
  effectiveFrom: string,
  days: readonly ShiftFields[],
): Promise<void> {
  const before = await listWeeks(tx.db, userIds, effectiveFrom);
  await clearFrom(tx.db, userIds, effectiveFrom, addDays(effectiveFrom, -1));
  await insertSchedules(
    tx.db,
    userIds.flatMap((userId) =>
      days.map((shift) => ({
        user_id: userId,
        ...shiftColumns(shift),
        effective_from: effectiveFrom,
        effective_to: null,
      })),
    ),
  );
  for (const userId of userIds) {
    tx.audit({
      action: 'Updated',
      entityType: 'TimecardSchedule',
      entityId: userId,
      oldValues: { days: before.filter((row) => row.user_id === userId).map((row) => shiftOf(row)) },
      newValues: { userId, effectiveFrom, days },
    });
    notifyForms(context, tx, userId);
  }
}

async function schedulesOf(context: SignedInContext, tx: Tx, userId: string): Promise<Schedule[]> {
  return (await listFrom(tx.db, userId, todayOf(context))).map((row) => presentSchedule(row));
}

function isSame(
  basedOn: readonly { readonly id: string; readonly version: number }[],
  current: readonly Schedule[],
): boolean {
  const versions = new Map(basedOn.map(({ id, version }) => [id, version]));
  return versions.size === current.length && current.every(({ id, version }) => versions.get(id) === version);
}
