import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';

/** A step of somebody's own open card; each states its precondition itself. False when it does not hold. */
interface Step {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
}
type Column = 'clock_out_at' | 'lunch_start_at' | 'lunch_end_at';

async function advance(
  db: Db,
  { id, userId, now }: Step,
  column: Column,
  { after, when }: { readonly after: RawBuilder<Date>; readonly when: RawBuilder<boolean> },
): Promise<boolean> {
  const result = await db
    .updateTable('timecards')
    // A computer's clock can be set back; moments of a card never run backwards.
    .set({ [column]: sql`greatest(${after}, ${now}::timestamptz)`, version: sql`version + 1` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('clock_out_at', 'is', null)
    .where(when)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export const endCard = (db: Db, step: Step) =>
  advance(db, step, 'clock_out_at', {
    after: sql`coalesce(lunch_end_at, clock_in_at)`,
    when: sql`(lunch_start_at is null or lunch_end_at is not null)`,
  });
export const startLunch = (db: Db, step: Step) =>
  advance(db, step, 'lunch_start_at', { after: sql`clock_in_at`, when: sql`lunch_start_at is null` });
export const endLunch = (db: Db, step: Step) =>
  advance(db, step, 'lunch_end_at', {
    after: sql`lunch_start_at`,
    when: sql`(lunch_start_at is not null and lunch_end_at is null)`,
  });
