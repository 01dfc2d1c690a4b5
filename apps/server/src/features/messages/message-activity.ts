import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import type { ActivityInput } from '#live/activity-store.ts';

const common = {
  icon: 'Assignment',
  entityType: 'PhoneMessage',
  requiredPermission: 'Message.View',
} as const;

/** Adds a live feed entry that names the message, never the caller or the content. */
export function addMessageActivity(
  tx: Tx,
  id: string,
  event: ActivityInput['event'],
  description: string,
  color: ActivityInput['color'],
): void {
  tx.activity({ ...common, event, description, color, entityId: id });
}

/** Notifies the new assignee, also in the live feed. Self-assignment and unassignment are announced to everyone. */
export function addAssignmentActivity(
  context: SignedInContext,
  tx: Tx,
  id: string,
  userId: string | null,
): void {
  if (userId === null)
    return addMessageActivity(tx, id, 'message.unassigned', 'A phone message was unassigned', 'info');
  if (userId === context.user.id && context.user.apiKey === null)
    return addMessageActivity(
      tx,
      id,
      'message.assigned',
      'A user assigned a phone message to themselves',
      'info',
    );
  tx.notifyUser({ kind: 'MessageAssigned', userId, entityId: id });
  tx.activity({
    ...common,
    event: 'message.assigned',
    description: 'A phone message was assigned to you',
    color: 'warning',
    entityId: id,
    recipientUserId: userId,
  });
}
