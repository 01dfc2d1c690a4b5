import * as session from '@portal/contract/session';
import { sessions } from '@portal/contract/session';
import { IDLE_MINUTES } from '@portal/domain/session';
import { inTransaction } from '#request/transaction.ts';
import { notFound } from '#platform/app-error.ts';
import { operation } from '#http/operation.ts';
import { endSession, listSessions } from './session-repo.ts';

/** Returns the caller's active sessions, most recent activity first. */
export const listOwnSessions = operation(sessions, async (context) => {
  const { deps, now, user } = context;
  const activeSince = new Date(now.getTime() - IDLE_MINUTES * 60_000);
  const rows = await listSessions(deps.db, user.id, { now, activeSince });
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === user.sessionId,
    createdAt: row.created_at.toISOString(),
    lastActivityAt: row.last_activity_at.toISOString(),
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  }));
});

/** Ends one of the caller's sessions. Throws NOT_FOUND for other users' sessions and ended ones. */
export const endOwnSession = operation(session.endSession, async (context, { params: { id } }) => {
  await inTransaction(context, async (tx) => {
    const own = { id, userId: context.user.id };
    if (!(await endSession(tx.db, own, context.now, 'signed out by the user')))
      throw notFound('This session has already ended.');
    tx.audit({ action: 'Logout', entityType: 'Session', entityId: id });
    tx.notify('sessions', { userId: context.user.id, sessionId: id });
  });
  return undefined;
});
