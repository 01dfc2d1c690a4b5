import type { ListedTimecard, Timecard, TimecardCorrection } from '@portal/contract/timecards';
import { dateIn } from '@portal/domain/date';
import { fullName } from '@portal/domain/person-name';
import { isTooLong, isUnconfirmed, type CountedCard } from '@portal/domain/timecard';
import { countedTime, lunchSeconds, workedSeconds } from '@portal/domain/work-time';
import type { CorrectionRow } from './correction-repo.ts';
import type { CardRow, MomentsRow, Span, TimesRow } from './timecard-repo.ts';

export const momentsOf = (row: MomentsRow): CountedCard => ({
  clockInTime: row.clock_in_at,
  clockOutTime: row.clock_out_at,
  lunchStartTime: row.lunch_start_at,
  lunchEndTime: row.lunch_end_at,
  isConfirmed: row.hours_confirmed,
});

/** The values that a correction can change. */
export const presentTimes = (row: TimesRow) => ({
  clockInTime: row.clock_in_at.toISOString(),
  clockOutTime: row.clock_out_at?.toISOString() ?? null,
  lunchStartTime: row.lunch_start_at?.toISOString() ?? null,
  lunchEndTime: row.lunch_end_at?.toISOString() ?? null,
  notes: row.notes,
});

/** The values that a card has once somebody confirms what its owner proposes. */
export const proposedTimes = (row: CardRow) => ({
  ...presentTimes(row),
  ...row.proposal,
});

/** Converts a row to a correction. */
export const presentCorrection = (row: CorrectionRow): TimecardCorrection => ({
  id: row.id,
  at: row.at.toISOString(),
  by: { id: row.corrected_by, firstName: row.first_name, lastName: row.last_name },
  action: row.action,
  reason: row.reason,
  oldValues: row.old_values,
  newValues: row.new_values,
});

/** Seconds of a card that count on the dates of a list. */
export const hoursIn = (row: MomentsRow, { from, to }: Span, now: Date): number =>
  workedSeconds(countedTime(momentsOf(row), now), from.getTime() / 1000, to.getTime() / 1000);

/** Converts a row to a card in a list by dates. */
export function presentListed(row: CardRow, zone: string, span: Span, now: Date): ListedTimecard {
  const card = presentCard(row, zone, now);
  const hoursInRange = hoursIn(row, span, now);
  return hoursInRange === card.totalHours ? card : { ...card, hoursInRange };
}

/** Converts a row to a card as of `now`. Its work date is the date of the clock-in in the practice's time zone. */
export function presentCard(row: CardRow, zone: string, now: Date): Timecard {
  const card = momentsOf(row);
  const work = countedTime(card, now);
  return {
    id: row.id,
    userId: row.user_id,
    userName: fullName(row.first_name, row.last_name),
    workDate: dateIn(zone, row.clock_in_at),
    ...presentTimes(row),
    lunchDuration: row.lunch_start_at === null ? null : lunchSeconds(work),
    totalHours: workedSeconds(work),
    isComplete: row.clock_out_at !== null,
    lunchRequired: row.lunch_required,
    lunchDue: row.lunch_due,
    lunchMissing: row.lunch_due && row.ends_day,
    isTooLong: isTooLong(card, now),
    isUnconfirmed: isUnconfirmed(card, now),
    isCorrected: row.is_corrected,
    isOwnCorrection: row.own_correction,
    proposedTimes: row.proposal === null ? null : proposedTimes(row),
    lastCorrection: row.last_correction,
    version: row.version,
  };
}
