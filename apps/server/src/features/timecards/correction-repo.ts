import type { TimecardCorrection } from '@portal/contract/timecards';
import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { TimecardCorrectionsTable, UsersTable } from '#db/schema.ts';

export type CorrectionRow = Omit<Selectable<TimecardCorrectionsTable>, 'timecard_id'> &
  Pick<Selectable<UsersTable>, 'first_name' | 'last_name'>;

/** Returns the corrections of a timecard, oldest first. */
export function listCorrections(db: Db, cardId: string): Promise<CorrectionRow[]> {
  return db
    .selectFrom('timecard_corrections as c')
    .innerJoin('users as u', 'u.id', 'c.corrected_by')
    .select(['c.id', 'c.at', 'c.corrected_by', 'c.action', 'c.reason', 'c.old_values', 'c.new_values'])
    .select(['u.first_name', 'u.last_name'])
    .where('c.timecard_id', '=', cardId)
    .orderBy('c.at')
    .orderBy('c.id')
    .execute();
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
