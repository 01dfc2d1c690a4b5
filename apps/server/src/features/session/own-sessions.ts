import type { AnswerOf } from '@portal/contract/endpoint';
import type { sessions } from '@portal/contract/session';
import { IDLE_MINUTES } from '@portal/domain/session';
import { inTransaction } from '#request/transaction.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';

/** Returns the caller's active sessions, most recent activity first. */
export async function listOwnSessions(context: SignedInContext): Promise<AnswerOf<typeof sessions>> {
  const rows = await context.deps.db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_activity_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', context.user.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', context.now)
    .where('last_activity_at', '>', new Date(context.now.getTime() - IDLE_MINUTES * 60_000))
    .orderBy('last_activity_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === context.user.sessionId,
    createdAt: row.created_at.toISOString(),
    lastActivityAt: row.last_activity_at.toISOString(),
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  }));
}

/** Ends one of the caller's sessions. Throws NOT_FOUND for other users' sessions and ended ones. */
export async function endOwnSession(context: SignedInContext, id: string): Promise<undefined> {
  await inTransaction(context, async (tx) => {
    const ended = await tx.db
      .updateTable('sessions')
      .set({ ended_at: context.now, end_reason: 'signed out by the user' })
      .where('id', '=', id)
      .where('user_id', '=', context.user.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) throw notFound('This session has already ended.');
    tx.audit({ action: 'Logout', entityType: 'Session', entityId: id });
    tx.notify('sessions', { userId: context.user.id, sessionId: id });
  });
  return undefined;
}
