import {
  OWN_TIMECARD,
  type Timecard,
  timecardActive,
  timecardClockIn,
  timecardClockOut,
  timecardLunchEnd,
  timecardLunchStart,
} from '@portal/contract/timecards';
import { clockState, type ClockState } from '@portal/domain/timecard';
import { violatedConstraint } from '#db/database-errors.ts';
import { together } from '#db/together.ts';
import { inTransaction } from '#request/transaction.ts';
import { conflict, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { findOpenCard, findOwnCard } from './timecard-repo.ts';
import { endCard, endLunch, insertOpenCard, startLunch } from './clock-repo.ts';
import { lockEmployee } from './employee-repo.ts';
import { momentsOf, presentCard } from './timecard-view.ts';
import { atWork } from './at-work.ts';

const zoneOf = (context: SignedInContext) => context.deps.config.practice.timeZone;

/** Gets the caller's open card, and the server time for the live clock. */
export const getActive = atWork(timecardActive, async (context) => {
  const row = await findOpenCard(context.deps.db, zoneOf(context), context.user.id);
  const timecard = row === undefined ? null : presentCard(row, zoneOf(context), context.now);
  return { hasActive: timecard !== null, timecard, serverTime: context.now.toISOString() };
});

/** Clocks in. Throws CONFLICT if a card is already open. */
export const clockIn = atWork(timecardClockIn, async (context, { body }) => {
  const userId = context.user.id;
  return inTransaction(context, async (tx) => {
    const card = { userId, now: context.now, notes: body?.notes ?? null };
    const [person, id, row] = await together([
      lockEmployee(tx.db, userId),
      withoutOverlap(() => insertOpenCard(tx.db, card)),
      findOpenCard(tx.db, zoneOf(context), userId),
    ]);
    if (person?.is_active !== true) throw conflict('Your account is deactivated.');
    if (id === undefined) throw conflict('You are already clocked in');
    if (row === undefined) throw notFound();
    const timecard = presentCard(row, zoneOf(context), context.now);
    const { clockInTime, notes } = timecard;
    tx.notify('changes', { topic: OWN_TIMECARD, userId });
    tx.audit({
      action: 'Created',
      entityType: 'Timecard',
      entityId: id,
      newValues: { userId, clockInTime, notes },
    });
    return timecard;
  });
});

/** Converts an overlap with an earlier card to CONFLICT. It happens if the system clock was set back. */
async function withoutOverlap<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'timecards_no_overlap') throw error;
    throw conflict('You already have a timecard for this time. Please contact your supervisor.');
  }
}

type StepName = 'clockOutTime' | 'lunchStartTime' | 'lunchEndTime';
const STEPS = { clockOutTime: endCard, lunchStartTime: startLunch, lunchEndTime: endLunch } as const;
const NONE = 'No active timecard';
/** Why a step is refused, by clock state. */
const REFUSALS: Readonly<Record<StepName, Partial<Record<ClockState, string>>>> = {
  clockOutTime: { NotClockedIn: NONE, OnLunch: 'End your lunch break before clocking out.' },
  lunchStartTime: {
    NotClockedIn: NONE,
    OnLunch: 'You are already on your lunch break.',
    BackAtWork: 'You have already taken a lunch break on this timecard.',
  },
  lunchEndTime: {
    NotClockedIn: NONE,
    ClockedIn: 'You have not started a lunch break.',
    BackAtWork: 'Your lunch break has already ended.',
  },
};

/** Clocks out. Throws NOT_FOUND, CONFLICT. */
export const clockOut = atWork(timecardClockOut, (context, { params: { id } }) =>
  take(context, id, 'clockOutTime'),
);
/** Starts lunch. Throws NOT_FOUND, CONFLICT. */
export const beginLunch = atWork(timecardLunchStart, (context, { params: { id } }) =>
  take(context, id, 'lunchStartTime'),
);
/** Ends lunch. Throws NOT_FOUND, CONFLICT. */
export const finishLunch = atWork(timecardLunchEnd, (context, { params: { id } }) =>
  take(context, id, 'lunchEndTime'),
);

/** Takes a step of the caller's own open card. Throws NOT_FOUND (also for other users' cards), CONFLICT in the wrong state. */
async function take(context: SignedInContext, id: string, step: StepName): Promise<Timecard> {
  return inTransaction(context, async (tx) => {
    const userId = context.user.id;
    const [taken, row] = await together([
      STEPS[step](tx.db, { id, userId, now: context.now }),
      findOwnCard(tx.db, zoneOf(context), id, userId),
    ]);
    if (row === undefined) throw notFound();
    if (!taken) throw conflict(REFUSALS[step][clockState(momentsOf(row))] ?? 'Please try again.');
    const timecard = presentCard(row, zoneOf(context), context.now);
    tx.notify('changes', { topic: OWN_TIMECARD, userId });
    tx.audit({
      action: 'Updated',
      entityType: 'Timecard',
      entityId: id,
      newValues: { [step]: timecard[step] },
    });
    return timecard;
  });
}
