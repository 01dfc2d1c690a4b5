import type { Tx } from '#request/transaction.ts';
import { endUserSessions } from './session-repo.ts';

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
  await endUserSessions(tx.db, userId, { at: now, reason, exceptSessionId });
  tx.notify('sessions', { userId });
}
