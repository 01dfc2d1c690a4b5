import type { Insertable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { SessionsTable } from '#db/schema.ts';
import { latestPast } from '#platform/time-limits.ts';

/** Inserts a session and returns its ID. */
export async function insertSession(db: Db, row: Insertable<SessionsTable>): Promise<string> {
  const { id } = await db.insertInto('sessions').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Ends an open session of a user. Returns false if it has already ended. */
export async function endSession(
  db: Db,
  { id, userId }: { readonly id: string; readonly userId: string },
  now: Date,
  reason: string,
): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

export interface SessionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly last_activity_at: Date;
  readonly ip_address: string;
  readonly user_agent: string;
}

/** Lists a user's open sessions that were active after `activeSince`, most recent activity first. */
export function listSessions(
  db: Db,
  userId: string,
  { now, activeSince }: { readonly now: Date; readonly activeSince: Date },
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_activity_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_activity_at', '>', activeSince)
    .where('last_activity_at', '<=', latestPast(now))
    .orderBy('last_activity_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Whether a user has this session, open or ended but not signed out, and it was active after `activeSince`. */
export async function hasRestorableSession(
  db: Db,
  { id, userId }: { readonly id: string; readonly userId: string },
  { now, activeSince }: { readonly now: Date; readonly activeSince: Date },
): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('last_activity_at', '>', activeSince)
    .where('last_activity_at', '<=', latestPast(now))
    .where((is) => is.or([is('end_reason', 'is', null), is('end_reason', '!=', 'logout')]))
    .executeTakeFirst();
  return session !== undefined;
}
