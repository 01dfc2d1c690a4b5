import type { Db } from '#db/database.ts';

/** A user's session settings for one day, with the names of the provider and the location. */
export interface SessionRow {
  readonly providerId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locationId: string;
  readonly locationName: string;
  readonly sessionDate: string;
}

/** Finds a user's session of a day. */
export const findSession = (db: Db, userId: string, day: string): Promise<SessionRow | undefined> =>
  db
    .selectFrom('dictation_sessions as s')
    .innerJoin('users as u', 'u.id', 's.provider_id')
    .innerJoin('offices as o', 'o.id', 's.location_id')
    .select([
      's.provider_id as providerId',
      'u.first_name as firstName',
      'u.last_name as lastName',
      's.location_id as locationId',
      'o.name as locationName',
      's.session_date as sessionDate',
    ])
    .where('s.user_id', '=', userId)
    .where('s.day', '=', day)
    .executeTakeFirst();

/** Saves a user's session of a day. */
export async function upsertSession(
  db: Db,
  session: {
    readonly userId: string;
    readonly day: string;
    readonly providerId: string;
    readonly locationId: string;
    readonly sessionDate: string;
  },
  now: Date,
): Promise<void> {
  const columns = {
    provider_id: session.providerId,
    location_id: session.locationId,
    session_date: session.sessionDate,
    updated_at: now,
  };
  await db
    .insertInto('dictation_sessions')
    .values({ user_id: session.userId, day: session.day, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'day']).doUpdateSet(columns))
    .execute();
}
