import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Records that a user is inactive from a moment on, unless that is recorded already. */
export async function beginInactive(db: Db, userId: string, from: Date): Promise<void> {
  await db
    .insertInto('user_inactive_periods')
    .values({ user_id: userId, from_at: from, to_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records that a user is active again. */
export async function endInactive(db: Db, userId: string, to: Date): Promise<void> {
  await db
    .updateTable('user_inactive_periods')
    .set({ to_at: sql<Date>`greatest(from_at, ${to}::timestamptz)` })
    .where('user_id', '=', userId)
    .where('to_at', 'is', null)
    .execute();
}
