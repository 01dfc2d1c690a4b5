import type { Timecard } from '@portal/contract/timecards';
import { dateIn } from '@portal/domain/date';
import { fullName } from '@portal/domain/person-name';
import { isTooLong, type CardMoments } from '@portal/domain/timecard';
import { lunchSeconds, workedSeconds, workTime } from '@portal/domain/work-time';
import type { CardRow, MomentsRow } from './card-repo.ts';

export const momentsOf = (row: MomentsRow): CardMoments => ({
  clockInTime: row.clock_in_at,
  clockOutTime: row.clock_out_at,
  lunchStartTime: row.lunch_start_at,
  lunchEndTime: row.lunch_end_at,
});

/** A card as of `now`, with the day of its clock-in in the practice's zone. */
export function presentCard(row: CardRow, zone: string, now: Date): Timecard {
  const card = momentsOf(row);
  const work = workTime(card, now);
  const isComplete = row.clock_out_at !== null;
  return {
    id: row.id,
    userId: row.user_id,
    userName: fullName(row.first_name, row.last_name),
    workDate: dateIn(zone, row.clock_in_at),
    ...presentTimes(row),
    lunchDuration: row.lunch_start_at === null ? null : lunchSeconds(work),
    totalHours: workedSeconds(work),
    isComplete,
    lunchRequired: row.lunch_required,
    lunchMissing: isComplete && row.lunch_required && row.lunch_start_at === null,
    isTooLong: isTooLong(card, now),
    isCorrected: row.is_corrected,
    version: row.version,
  };
}

/** What a correction can change. */
export const presentTimes = (row: MomentsRow & { readonly notes: string | null }) => ({
  clockInTime: row.clock_in_at.toISOString(),
  clockOutTime: row.clock_out_at?.toISOString() ?? null,
  lunchStartTime: row.lunch_start_at?.toISOString() ?? null,
  lunchEndTime: row.lunch_end_at?.toISOString() ?? null,
  notes: row.notes,
});
