import type { TimecardCorrection } from '@portal/contract/timecards';
import type { ColumnType, Generated } from 'kysely';
import type { NullableInstant } from './columns.ts';

export interface TimecardsTable {
  id: Generated<string>;
  user_id: string;
  clock_in_at: Date;
  clock_out_at: Date | null;
  lunch_start_at: Date | null;
  lunch_end_at: Date | null;
  notes: string | null;
  is_corrected: Generated<boolean>;
  hours_confirmed: Generated<boolean>;
  version: Generated<number>;
  deleted_at: NullableInstant;
  deleted_by: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface TimecardCorrectionsTable {
  id: Generated<string>;
  timecard_id: string;
  at: ColumnType<Date, Date, never>;
  corrected_by: string;
  action: TimecardCorrection['action'];
  reason: string;
  old_values: ColumnType<TimecardCorrection['oldValues'], string | null, never>;
  new_values: ColumnType<TimecardCorrection['newValues'], string | null, never>;
}

/** Times are HH:mm:ss text. */
export interface TimecardSchedulesTable {
  id: Generated<string>;
  user_id: string;
  day_of_week: number;
  start_time: string;
  end_time: string;
  lunch_start_time: string | null;
  lunch_minutes: number;
  grace_minutes: number;
  requires_lunch: boolean;
  effective_from: string;
  effective_to: string | null;
  version: Generated<number>;
}
