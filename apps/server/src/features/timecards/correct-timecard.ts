import type { BodyOf } from '@portal/contract/endpoint';
import {
  OWN_TIMECARD,
  timecardAdd,
  timecardChange,
  timecardConfirm,
  type TimecardCorrection,
  timecardDelete,
  type TimecardDetail,
  timecardGet,
} from '@portal/contract/timecards';
import { formatDateTime } from '@portal/domain/clock';
import { cardProblems } from '@portal/domain/timecard';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, conflict, fieldError, notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { insertCorrection, listCorrections } from './correction-repo.ts';
import { canOthersCorrect, lockEmployee } from './employee-repo.ts';
import { findCard, findOverlap, insertCard, lockCard, updateCard, type CardRow } from './timecard-repo.ts';
import { presentCard, presentCorrection, presentTimes } from './timecard-view.ts';
import { atWork } from './at-work.ts';

const zoneOf = (context: SignedInContext) => context.deps.config.practice.timeZone;

/** Gets one card with its corrections. Throws NOT_FOUND, also for other users' cards without permission. */
export const getCard = atWork(timecardGet, async (context, { params: { id } }) => {
  const row = await findCard(context.deps.db, zoneOf(context), id);
  const seesAll =
    hasPermission(context, 'Timecard.ViewReports') || hasPermission(context, 'Timecard.ManageTimecards');
  if (row === undefined || (row.user_id !== context.user.id && !seesAll)) throw notFound();
  return detail(context, context.deps.db, row);
});

/**
 * Adds a missing card for an employee. The caller's own has no hours before somebody else confirms it, if somebody else can. Throws VALIDATION, CONFLICT if it overlaps another of their cards.
 */
export const addCard = atWork(timecardAdd, async (context, { body }) => {
  const { userId, reason } = body;
  validateTimes(context, body);
  return inTransaction(context, async (tx) => {
    const person = await lockEmployee(tx.db, userId);
    if (person === undefined) throw fieldError('userId', 'Choose an employee');
    requireClockOutIfInactive(person, body);
    await requireNoOverlap(context, tx, userId, body, null);
    const newValues = presentTimes(columns(body));
    const waits = await mustBeConfirmed(context, tx, userId);
    const id = await insertCard(tx.db, {
      user_id: userId,
      ...columns(body),
      ...markOf(context, userId),
      ...(waits && {
        ...NO_HOURS,
        clock_out_at: new Date(body.clockInTime),
        proposal: JSON.stringify(newValues),
      }),
    });
    const action = waits ? 'Proposed' : 'Added';
    await record(context, tx, { id, userId }, { action, reason, oldValues: null, newValues });
    tx.audit({
      action: 'Created',
      entityType: 'Timecard',
      entityId: id,
      reason,
      newValues: { userId, ...(waits ? { proposedTimes: newValues } : newValues) },
    });
    return reload(context, tx, id);
  });
});

/**
 * Corrects a card. A change of the caller's own is only proposed, if somebody else can confirm it. Throws NOT_FOUND, VALIDATION, STALE, CONFLICT if it overlaps another of the employee's
 * cards.
 */
export const changeCard = atWork(timecardChange, async (context, { params: { id }, body }) => {
  const { reason } = body;
  return inTransaction(context, async (tx) => {
    const { before, oldValues, person } = await lockForCorrection(context, tx, id);
    checkVersion(context, body.version, before);
    const times = withChange(before, body);
    validateTimes(context, times);
    requireClockOutIfInactive(person, times);
    await requireNoOverlap(context, tx, before.userId, times, id);
    const newValues = presentTimes(columns(times));
    const changed = changedValues(oldValues, newValues);
    const waits = await mustBeConfirmed(context, tx, before.userId);
    await updateCard(tx.db, id, {
      ...markOf(context, before.userId),
      ...(waits ? { proposal: JSON.stringify(changed.newValues) } : columns(times)),
    });
    await record(context, tx, before, {
      action: waits ? 'Proposed' : 'Changed',
      reason,
      oldValues,
      newValues,
    });
    tx.audit({
      action: 'Updated',
      entityType: 'Timecard',
      entityId: id,
      reason,
      ...(waits ? { newValues: { proposedTimes: changed.newValues } } : changed),
    });
    return reload(context, tx, id);
  });
});

/**
 * Soft-deletes a card, which excludes it from all totals. Returns the card with its corrections. Throws NOT_FOUND, and FORBIDDEN
 * for the caller's own card if somebody else may delete it.
 */
export const deleteCard = atWork(timecardDelete, async (context, { params: { id }, body: { reason } }) => {
  return inTransaction(context, async (tx) => {
    const { before, oldValues } = await lockForCorrection(context, tx, id);
    // Nobody could confirm it: a deleted card is in no list.
    if (before.userId === context.user.id && (await canOthersCorrect(tx.db, before.userId, context.now)))
      throw new AppError('FORBIDDEN', {
        message: 'Ask another person who may correct timecards to delete your own.',
      });
    await record(context, tx, before, { action: 'Deleted', reason, oldValues, newValues: null });
    await updateCard(tx.db, id, {
      deleted_at: context.now,
      deleted_by: context.user.id,
      ...markOf(context, before.userId),
    });
    tx.audit({
      action: 'Deleted',
      entityType: 'Timecard',
      entityId: id,
      reason,
      oldValues: { userId: before.userId, ...oldValues },
    });
    return { ...before, corrections: await getCorrections(tx.db, id) };
  });
});

/**
 * Confirms what the owner of a card corrected, so that reports no longer mark it, or proposed, so that it counts. Throws NOT_FOUND,
 * STALE, FORBIDDEN for the owner, CONFLICT if nothing waits or it overlaps another card, VALIDATION if it became impossible.
 */
export const confirmCard = atWork(timecardConfirm, async (context, { params: { id }, body: { version } }) => {
  return inTransaction(context, async (tx) => {
    const { before, oldValues, person } = await lockForCorrection(context, tx, id);
    checkVersion(context, version, before);
    if (before.userId === context.user.id)
      throw new AppError('FORBIDDEN', { message: 'Another person must confirm your own correction.' });
    if (!before.isOwnCorrection) throw conflict('This timecard has no correction to confirm.');
    const { proposedTimes: times } = before;
    if (times !== null) {
      validateTimes(context, times);
      requireClockOutIfInactive(person, times);
      await requireNoOverlap(context, tx, before.userId, times, id);
    }
    await updateCard(tx.db, id, {
      ...(times !== null && columns(times)),
      own_correction: false,
      proposal: null,
    });
    const newValues = times ?? oldValues;
    await record(context, tx, before, { action: 'Confirmed', reason: CONFIRMED, oldValues, newValues });
    tx.audit({
      action: 'Updated',
      entityType: 'Timecard',
      entityId: id,
      ...changedValues({ ...oldValues, isOwnCorrection: true }, { ...newValues, isOwnCorrection: false }),
    });
    return reload(context, tx, id);
  });
});

const CONFIRMED = 'Own correction confirmed';

/** What a correction marks a card with. Only somebody else's correction or confirmation removes the mark of an own one. */
const markOf = (context: SignedInContext, userId: string) => ({
  is_corrected: true,
  own_correction: context.user.id === userId,
  proposal: null,
});

/** Whether a correction is of an own card and somebody else can confirm it. */
const mustBeConfirmed = async (context: SignedInContext, tx: Tx, userId: string) =>
  context.user.id === userId && (await canOthersCorrect(tx.db, userId, context.now));

const NO_HOURS = { lunch_start_at: null, lunch_end_at: null, hours_confirmed: true };

type Times = Pick<
  BodyOf<typeof timecardAdd>,
  'clockInTime' | 'clockOutTime' | 'lunchStartTime' | 'lunchEndTime' | 'notes'
>;

/** Refuses an open card for a deactivated user, who could never clock out. */
function requireClockOutIfInactive(person: { readonly is_active: boolean }, card: Times): void {
  if (!person.is_active && card.clockOutTime === null)
    throw fieldError('clockOutTime', 'This employee is deactivated. Enter a clock-out time.');
}

function validateTimes(context: SignedInContext, card: Times): void {
  const problems = Object.entries(cardProblems(card, context.now));
  const [first] = problems;
  if (first === undefined) return;
  throw new AppError('VALIDATION', {
    message: first[1],
    errors: Object.fromEntries(problems.map(([field, message]) => [field, [message]])),
  });
}

const moment = (text: string | null) => (text === null ? null : new Date(text));
const columns = (card: Times) => ({
  clock_in_at: new Date(card.clockInTime),
  clock_out_at: moment(card.clockOutTime),
  lunch_start_at: moment(card.lunchStartTime),
  lunch_end_at: moment(card.lunchEndTime),
  notes: card.notes,
  // An open card has no clock-out to confirm.
  hours_confirmed: card.clockOutTime !== null,
});

/** Locks the user before the card, like all changes to cards, to avoid deadlocks. */
async function lockForCorrection(context: SignedInContext, tx: Tx, id: string) {
  const found = await findCard(tx.db, zoneOf(context), id);
  if (found === undefined) throw notFound();
  const person = await lockEmployee(tx.db, found.user_id);
  const row = await lockCard(tx.db, zoneOf(context), id);
  if (person === undefined || row === undefined) throw notFound();
  return { person, oldValues: presentTimes(row), before: await detail(context, tx.db, row) };
}

async function requireNoOverlap(
  context: SignedInContext,
  tx: Tx,
  userId: string,
  card: Times,
  except: string | null,
): Promise<void> {
  const other = await findOverlap(tx.db, userId, {
    from: new Date(card.clockInTime),
    to: moment(card.clockOutTime),
    except,
  });
  if (other === undefined) return;
  const { practice } = context.deps.config;
  const start = formatDateTime(other.clock_in_at, practice);
  const end =
    other.clock_out_at === null ? ', still open' : ` to ${formatDateTime(other.clock_out_at, practice)}`;
  throw conflict(`This overlaps another timecard of this employee (${start}${end})`, 'clockInTime');
}

/** What webhooks call each correction. */
const EVENTS = {
  Added: 'timecard.added',
  Changed: 'timecard.corrected',
  Closed: 'timecard.closed',
  Confirmed: 'timecard.confirmed',
  Deleted: 'timecard.deleted',
  Proposed: 'timecard.proposed',
} as const satisfies Record<TimecardCorrection['action'], string>;

async function record(
  context: SignedInContext,
  tx: Tx,
  { id: cardId, userId }: Pick<TimecardDetail, 'id' | 'userId'>,
  correction: Pick<TimecardCorrection, 'action' | 'reason' | 'oldValues' | 'newValues'>,
): Promise<void> {
  await insertCorrection(tx.db, { ...correction, cardId, userId: context.user.id, at: context.now });
  tx.notifyUser({ kind: 'TimecardCorrected', userId, entityId: cardId });
  tx.notify('changes', { topic: OWN_TIMECARD, userId });
  tx.activity({
    event: EVENTS[correction.action],
    description: `A timecard was ${correction.action === 'Changed' ? 'corrected' : correction.action.toLowerCase()}`,
    icon: 'Default',
    color: 'warning',
    entityType: 'Timecard',
    entityId: cardId,
    requiredPermission: 'Timecard.ManageTimecards',
  });
}

async function reload(context: SignedInContext, tx: Tx, id: string): Promise<TimecardDetail> {
  const row = await findCard(tx.db, zoneOf(context), id);
  if (row === undefined) throw notFound();
  return detail(context, tx.db, row);
}

async function detail(context: SignedInContext, db: Db, row: CardRow): Promise<TimecardDetail> {
  const card = presentCard(row, zoneOf(context), context.now);
  return { ...card, corrections: await getCorrections(db, row.id) };
}

const getCorrections = async (db: Db, id: string) =>
  (await listCorrections(db, id)).map((row) => presentCorrection(row));
