import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { Timecard, timecardActive, timecardClockIn } from '@portal/contract/timecards';
import { clockState, type ClockState } from '@portal/domain/timecard';
import { violatedConstraint } from '#db/database-errors.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { findOpenCard, findOwnCard, insertCard } from './card-repo.ts';
import { endCard, endLunch, startLunch } from './clock-repo.ts';
import { lockPerson } from './people-repo.ts';
import { momentsOf, presentCard } from './present.ts';

const conflict = (message: string) => new AppError('CONFLICT', { message });
const zoneOf = (context: SignedInContext) => context.deps.config.practice.timeZone;

/** One's own open card and the server's time, from which a live clock runs. */
export async function getActive(context: SignedInContext): Promise<AnswerOf<typeof timecardActive>> {
  const row = await findOpenCard(context.deps.db, zoneOf(context), context.user.id);
  const timecard = row === undefined ? null : presentCard(row, zoneOf(context), context.now);
  return { hasActive: timecard !== null, timecard, serverTime: context.now.toISOString() };
}

/** Opens a card. Throws CONFLICT while one is open. */
export async function clockIn(
  context: SignedInContext,
  body: BodyOf<typeof timecardClockIn>,
): Promise<Timecard> {
  const userId = context.user.id;
  return inTransaction(context, async (tx) => {
    const person = await lockPerson(tx.db, userId);
    if (person?.is_active !== true) throw conflict('Your account is deactivated.');
    if ((await findOpenCard(tx.db, zoneOf(context), userId)) !== undefined)
      throw conflict('You are already clocked in');
    const id = await withinOwnTime(() =>
      insertCard(tx.db, {
        user_id: userId,
        clock_in_at: context.now,
        clock_out_at: null,
        lunch_start_at: null,
        lunch_end_at: null,
        notes: body?.notes ?? null,
      }),
    );
    const timecard = presentCard(await ownCard(context, tx.db, id), zoneOf(context), context.now);
    const { clockInTime, notes } = timecard;
    tx.audit({
      action: 'Created',
      entityType: 'Timecard',
      entityId: id,
      newValues: { userId, clockInTime, notes },
    });
    return timecard;
  });
}

/** The card's last one ends ahead of the time: somebody set the computer's clock back. */
async function withinOwnTime<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'timecards_no_overlap') throw error;
    throw conflict('You have a timecard for this time already. Please tell whoever corrects timecards.');
  }
}

type StepName = 'clockOutTime' | 'lunchStartTime' | 'lunchEndTime';
const STEPS = { clockOutTime: endCard, lunchStartTime: startLunch, lunchEndTime: endLunch } as const;
const NONE = 'No active timecard';
/** Why a step is refused in a state; in the others it is taken. */
const REFUSALS: Readonly<Record<StepName, Partial<Record<ClockState, string>>>> = {
  clockOutTime: { NotClockedIn: NONE, OnLunch: 'End your lunch break before clocking out.' },
  lunchStartTime: {
    NotClockedIn: NONE,
    OnLunch: 'You are on your lunch break already.',
    BackAtWork: 'You have already had the lunch break of this timecard.',
  },
  lunchEndTime: {
    NotClockedIn: NONE,
    ClockedIn: 'You have not started a lunch break.',
    BackAtWork: 'Your lunch break has already ended.',
  },
};

export const clockOut = (context: SignedInContext, id: string) => take(context, id, 'clockOutTime');
export const beginLunch = (context: SignedInContext, id: string) => take(context, id, 'lunchStartTime');
export const finishLunch = (context: SignedInContext, id: string) => take(context, id, 'lunchEndTime');

/** Takes a step of one's own open card. Throws NOT_FOUND, also for somebody else's, and CONFLICT in another state. */
async function take(context: SignedInContext, id: string, step: StepName): Promise<Timecard> {
  return inTransaction(context, async (tx) => {
    const taken = await STEPS[step](tx.db, { id, userId: context.user.id, now: context.now });
    const row = await ownCard(context, tx.db, id);
    if (!taken) throw conflict(REFUSALS[step][clockState(momentsOf(row))] ?? 'Please try again.');
    const timecard = presentCard(row, zoneOf(context), context.now);
    tx.audit({
      action: 'Updated',
      entityType: 'Timecard',
      entityId: id,
      newValues: { [step]: timecard[step] },
    });
    return timecard;
  });
}

async function ownCard(context: SignedInContext, db: SignedInContext['deps']['db'], id: string) {
  const row = await findOwnCard(db, zoneOf(context), id, context.user.id);
  if (row === undefined) throw notFound();
  return row;
}
