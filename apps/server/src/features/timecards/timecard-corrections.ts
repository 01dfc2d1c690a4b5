import type { TimecardCorrection } from '@portal/contract/timecards';
import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { TimecardsTable } from '#db/tables/timecards.ts';

type Times = Pick<
  Selectable<TimecardsTable>,
  'clock_in_at' | 'clock_out_at' | 'lunch_start_at' | 'lunch_end_at' | 'notes'
>;

/** The timecard values that a correction can change. */
export const presentTimes = (row: Times) => ({
  clockInTime: row.clock_in_at.toISOString(),
  clockOutTime: row.clock_out_at?.toISOString() ?? null,
  lunchStartTime: row.lunch_start_at?.toISOString() ?? null,
  lunchEndTime: row.lunch_end_at?.toISOString() ?? null,
  notes: row.notes,
});

/** Returns the corrections of a timecard, oldest first. */
export async function listCorrections(db: Db, cardId: string): Promise<TimecardCorrection[]> {
  const rows = await db
    .selectFrom('timecard_corrections as c')
    .innerJoin('users as u', 'u.id', 'c.corrected_by')
    .select([
      'c.id',
      'c.at',
      'c.corrected_by',
      'u.first_name',
      'u.last_name',
      'c.action',
      'c.reason',
      'c.old_values',
      'c.new_values',
    ])
    .where('c.timecard_id', '=', cardId)
    .orderBy('c.at')
    .orderBy('c.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: { id: row.corrected_by, firstName: row.first_name, lastName: row.last_name },
    action: row.action,
    reason: row.reason,
    oldValues: row.old_values,
    newValues: row.new_values,
  }));
}

const json = (values: TimecardCorrection['oldValues']) => (values === null ? null : JSON.stringify(values));

/** Records a correction of a timecard. */
export async function insertCorrection(
  db: Db,
  correction: Pick<TimecardCorrection, 'action' | 'reason' | 'oldValues' | 'newValues'> & {
    readonly cardId: string;
    readonly userId: string;
    readonly at: Date;
  },
): Promise<void> {
  await db
    .insertInto('timecard_corrections')
    .values({
      timecard_id: correction.cardId,
      at: correction.at,
      corrected_by: correction.userId,
      action: correction.action,
      reason: correction.reason,
      old_values: json(correction.oldValues),
      new_values: json(correction.newValues),
    })
    .execute();
}
