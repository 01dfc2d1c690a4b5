import type { BodyOf } from '@portal/contract/endpoint';
import {
  type Schedule,
  scheduleAdd,
  scheduleChange,
  scheduleDelete,
  scheduleTopic,
} from '@portal/contract/timecard-schedules';
import { addDays, DAY_NAMES } from '@portal/domain/calendar';
import { formatDateUs, todayIn } from '@portal/domain/date';
import { overlappingDays, shiftProblems, type WeekShift } from '@portal/domain/shift';
import { changedValues } from '#audit/audit-entry.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { conflict, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { lockEmployee } from '../employee-repo.ts';
import { presentSchedule, shiftColumns, shiftOf, type ShiftFields } from './schedule-view.ts';
import {
  deleteSchedule,
  findSchedule,
  haveScheduleBefore,
  insertSchedules,
  listBetween,
  updateSchedule,
  type ScheduleRow,
} from './schedule-repo.ts';
import { atWork } from '../at-work.ts';

interface Period {
  readonly effectiveFrom: string;
  readonly effectiveTo: string | null;
}

/** Adds a shift to an employee's schedule. Throws VALIDATION for an unknown employee or a past day, CONFLICT if it overlaps another shift. */
export const addSchedule = atWork(scheduleAdd, async (context, { body }) => {
  const { userId, effectiveTo, ...shift } = body;
  const effectiveFrom = body.effectiveFrom ?? todayOf(context);
  validatePeriod({ effectiveFrom, effectiveTo });
  return inTransaction(context, async (tx) => {
    const person = await lockEmployee(tx.db, userId);
    if (person?.is_active !== true) throw fieldError('userId', 'Choose an active employee');
    await requireNotPast(context, tx, [userId], effectiveFrom);
    await requireNoOverlap(tx, userId, { ...shift, effectiveFrom, effectiveTo }, null);
    const [id = ''] = await insertSchedules(tx.db, [
      {
        user_id: userId,
        ...shiftColumns(shift),
        effective_from: effectiveFrom,
        effective_to: effectiveTo,
      },
    ]);
    const schedule = presentSchedule(await requireSchedule(tx, id));
    tx.audit({
      action: 'Created',
      entityType: 'TimecardSchedule',
      entityId: id,
      newValues: auditFields(schedule),
    });
    notifyForms(context, tx, userId);
    return schedule;
  });
});

/**
 * Changes a shift from a day on, by default today. What was in effect before stays as a shift of its own that ended the day before.
 * Throws NOT_FOUND, STALE, VALIDATION for a past day, CONFLICT if the shift has ended or overlaps another one.
 */
export const changeSchedule = atWork(scheduleChange, async (context, { params: { id }, body }) => {
  const today = todayOf(context);
  return inTransaction(context, async (tx) => {
    const before = await lockSchedule(tx, id);
    checkVersion(context, body.version, before);
    requireNotOver(before, today);
    const shift = mergeChanges(body, before, today);
    const { effectiveFrom, effectiveTo } = shift;
    validateShift(shift);
    validatePeriod({ effectiveFrom, effectiveTo });
    if (effectiveFrom < today && (effectiveFrom !== before.effectiveFrom || !isSameShift(shift, before)))
      throw fieldError('effectiveFrom', PAST_DAY);
    if (effectiveTo !== null && effectiveTo < addDays(today, -1)) throw fieldError('effectiveTo', PAST_END);
    await requireNoOverlap(tx, before.userId, shift, id);
    await updateSchedule(tx.db, id, {
      ...shiftColumns(shift),
      effective_from: effectiveFrom,
      effective_to: effectiveTo,
    });
    if (before.effectiveFrom < today && before.effectiveFrom < effectiveFrom)
      await insertSchedules(tx.db, [
        {
          user_id: before.userId,
          ...shiftColumns(before),
          effective_from: before.effectiveFrom,
          effective_to: addDays(effectiveFrom, -1),
        },
      ]);
    const after = presentSchedule(await requireSchedule(tx, id));
    tx.audit({
      action: 'Updated',
      entityType: 'TimecardSchedule',
      entityId: id,
      ...changedValues(auditFields(before), auditFields(after)),
    });
    notifyForms(context, tx, before.userId);
    return after;
  });
});

/**
 * Ends a shift from a day on, by default today; a shift that begins later is removed. Throws NOT_FOUND, VALIDATION for a past day,
 * CONFLICT if the shift ends before.
 */
export const removeSchedule = atWork(scheduleDelete, async (context, { params: { id }, query }) => {
  const { effectiveFrom } = query;
  const today = todayOf(context);
  const from = effectiveFrom ?? today;
  if (from < today) throw fieldError('effectiveFrom', PAST_DAY);
  await inTransaction(context, async (tx) => {
    const schedule = await lockSchedule(tx, id);
    requireNotOver(schedule, from);
    const effectiveTo = addDays(from, -1);
    const isRemoved = schedule.effectiveFrom > effectiveTo;
    if (isRemoved) await deleteSchedule(tx.db, id);
    else await updateSchedule(tx.db, id, { effective_to: effectiveTo });
    tx.audit({
      action: 'Deleted',
      entityType: 'TimecardSchedule',
      entityId: id,
      oldValues: auditFields(schedule),
      ...(isRemoved ? {} : { newValues: { effectiveTo } }),
    });
    notifyForms(context, tx, schedule.userId);
  });
  return undefined;
});

const PAST_KEPT = 'Past days keep the schedule that was in effect.';
const PAST_DAY = `Choose today or a later day. ${PAST_KEPT}`;
const PAST_END = `The last day can be yesterday at the earliest. ${PAST_KEPT}`;

/** Tells the open forms of others that an employee's schedule has changed. */
export function notifyForms({ user }: SignedInContext, tx: Tx, userId: string): void {
  tx.notify('changes', {
    topic: scheduleTopic(userId),
    permission: 'Timecard.ManageSchedules',
    exceptUserId: user.id,
  });
}

/** Today in the practice's time zone. */
export const todayOf = ({ deps, now }: SignedInContext): string =>
  todayIn(deps.config.practice.timeZone, now);

/**
 * Throws VALIDATION for a schedule from a past day on. Only the first schedule of a person may begin earlier: nothing was recorded
 * about those days.
 */
export async function requireNotPast(
  context: SignedInContext,
  tx: Tx,
  userIds: readonly string[],
  effectiveFrom: string,
): Promise<void> {
  const today = todayOf(context);
  if (effectiveFrom >= today) return;
  if (await haveScheduleBefore(tx.db, userIds, today)) throw fieldError('effectiveFrom', PAST_DAY);
}

/** Throws CONFLICT for a shift that ended before the day. */
function requireNotOver({ effectiveTo }: Schedule, day: string): void {
  if (effectiveTo === null || effectiveTo >= day) return;
  throw conflict(`This shift ends on ${formatDateUs(effectiveTo)}. ${PAST_KEPT} Add a new shift instead.`);
}

const isSameShift = (a: ShiftFields, b: ShiftFields) =>
  JSON.stringify(shiftColumns(a)) === JSON.stringify(shiftColumns(b));

function mergeChanges(
  body: BodyOf<typeof scheduleChange>,
  before: Schedule,
  today: string,
): ShiftFields & Period {
  const shift = withChange(before, body);
  const hasBegun = before.effectiveFrom < today;
  const effectiveFrom = hasBegun && !isSameShift(shift, before) ? today : before.effectiveFrom;
  return { ...shift, effectiveFrom: body.effectiveFrom ?? effectiveFrom };
}

function validateShift(shift: ShiftFields): void {
  const [problem] = Object.entries(shiftProblems(shift));
  if (problem !== undefined) throw fieldError(...problem);
}

function validatePeriod({ effectiveFrom, effectiveTo }: Period): void {
  if (effectiveTo !== null && effectiveTo < effectiveFrom)
    throw fieldError('effectiveTo', 'The last day must not be before the first day');
}

/** A shift is validated against the employee's other shifts, so the employee is locked before the shift is read. */
async function lockSchedule(tx: Tx, id: string): Promise<Schedule> {
  const { user_id: userId } = await requireSchedule(tx, id);
  await lockEmployee(tx.db, userId);
  return presentSchedule(await requireSchedule(tx, id));
}

async function requireSchedule(tx: Tx, id: string): Promise<ScheduleRow> {
  const row = await findSchedule(tx.db, id);
  if (row === undefined) throw notFound();
  return row;
}

/** Throws CONFLICT for another shift on the same day of the week, or one that overlaps the next day's. */
async function requireNoOverlap(
  tx: Tx,
  userId: string,
  shift: ShiftFields & Period,
  except: string | null,
): Promise<void> {
  const others = (await listBetween(tx.db, userId, shift.effectiveFrom, shift.effectiveTo)).filter(
    ({ id }) => id !== except,
  );
  const day = DAY_NAMES[shift.dayOfWeek] ?? '';
  const same = others.find(({ day_of_week: other }) => other === shift.dayOfWeek);
  if (same !== undefined) {
    const from = formatDateUs(same.effective_from);
    const to = same.effective_to === null ? 'with no end date' : `through ${formatDateUs(same.effective_to)}`;
    throw conflict(
      `There is already a shift on ${day} from ${from} ${to}. Edit that shift or choose different dates.`,
      'effectiveFrom',
    );
  }
  for (const other of others) {
    const pair = overlappingDays([shift, shiftOf(other)]);
    if (pair !== undefined) throw conflict(overnightOverlapMessage(pair), 'scheduledEndTime');
  }
}

/** The message for a shift that overlaps the next day's. */
export function overnightOverlapMessage([first, next]: readonly [WeekShift, WeekShift]): string {
  const [day, following] = [DAY_NAMES[first.dayOfWeek] ?? '', DAY_NAMES[next.dayOfWeek] ?? ''];
  const [end, start] = [first.scheduledEndTime, next.scheduledStartTime];
  return `The ${day} shift ends at ${end} on ${following}, after the ${following} shift starts (${start})`;
}

const auditFields = (schedule: Schedule) => {
  const { id: _, userName: _name, version: _version, ...fields } = schedule;
  return fields;
};
