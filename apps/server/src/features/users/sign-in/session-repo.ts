import type { Tx } from '#request/transaction.ts';

/**
 * Ends a user's sessions, optionally all but one. Takes effect on their next request and closes their live connections.
 */
export async function endSessions(
  tx: Tx,
  userId: string,
  now: Date,
  reason: string,
  exceptSessionId?: string,
): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId ?? ''))
    .execute();
  tx.notify('sessions', { userId });
}
