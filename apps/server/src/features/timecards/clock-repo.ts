import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

/** A step of the user's own open card. The update includes its precondition and returns false if it is not met. */
interface Step {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
}
type Column = 'clock_out_at' | 'lunch_start_at' | 'lunch_end_at';

/** Clocks a user in. Returns the card's ID; undefined if a card is already open. */
export async function insertOpenCard(
  db: Db,
  card: { readonly userId: string; readonly now: Date; readonly notes: string | null },
): Promise<string | undefined> {
  const inserted = await db
    .insertInto('timecards')
    .values({ user_id: card.userId, clock_in_at: card.now, notes: card.notes })
    .onConflict((open) =>
      open.column('user_id').where('clock_out_at', 'is', null).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return inserted?.id;
}

async function advance(
  db: Db,
  { id, userId, now }: Step,
  column: Column,
  { after, when }: { readonly after: RawBuilder<Date>; readonly when: RawBuilder<boolean> },
): Promise<boolean> {
  const result = await db
    .updateTable('timecards')
    // The system clock can be set back, but the times of a card never go backwards.
    .set({ [column]: sql`greatest(${after}, ${now}::timestamptz)`, version: sql`version + 1` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('clock_out_at', 'is', null)
    .where(when)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Clocks out. Returns false if the card is not open or lunch has not ended. */
export const endCard = (db: Db, step: Step) =>
  advance(db, step, 'clock_out_at', {
    after: sql`coalesce(lunch_end_at, clock_in_at)`,
    when: sql`(lunch_start_at is null or lunch_end_at is not null)`,
  });
/** Starts lunch. Returns false if the card is not open or lunch was already started. */
export const startLunch = (db: Db, step: Step) =>
  advance(db, step, 'lunch_start_at', { after: sql`clock_in_at`, when: sql`lunch_start_at is null` });
/** Ends lunch. Returns false if the card is not open or not on lunch. */
export const endLunch = (db: Db, step: Step) =>
  advance(db, step, 'lunch_end_at', {
    after: sql`lunch_start_at`,
    when: sql`(lunch_start_at is not null and lunch_end_at is null)`,
  });
