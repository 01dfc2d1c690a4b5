import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import type { ActivityInput } from '#live/activity-store.ts';

const common = {
  icon: 'Assignment',
  entityType: 'PhoneMessage',
  requiredPermission: 'Message.View',
} as const;

/** Tells the live feed which message it is, never who called or what about. */
export function announce(tx: Tx, id: string, description: string, color: ActivityInput['color']): void {
  tx.activity({ ...common, description, color, entityId: id });
}

/** Tells the one who has to do something now; that somebody took it themselves or has it no more, everybody. */
export function announceAssignment(
  context: SignedInContext,
  tx: Tx,
  id: string,
  userId: string | null,
): void {
  if (userId === null) return announce(tx, id, 'A phone message is no longer assigned', 'info');
  if (userId === context.user.id) return announce(tx, id, 'A phone message was taken over', 'info');
  tx.activity({
    ...common,
    description: 'A phone message was assigned to you',
    color: 'warning',
    entityId: id,
    recipientUserId: userId,
  });
}
