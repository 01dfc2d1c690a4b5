import type { Db } from '#db/database.ts';

/** Ends a user's open sessions, optionally all but one. */
export async function endUserSessions(
  db: Db,
  userId: string,
  end: { readonly at: Date; readonly reason: string; readonly exceptSessionId: string | undefined },
): Promise<void> {
  const { at, reason, exceptSessionId } = end;
  await db
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId ?? ''))
    .execute();
}
