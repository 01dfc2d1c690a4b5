import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import type { ActivityInput } from '#live/activity-store.ts';

/** Adds an activity about a dictation to the live feed, without patient data. */
export function announce(
  tx: Tx,
  id: string,
  description: string,
  color: ActivityInput['color'],
  recipientUserId?: string,
): void {
  tx.activity({
    description,
    color,
    icon: 'Mic',
    entityType: 'Dictation',
    entityId: id,
    requiredPermission: 'Dictation.View',
    ...(recipientUserId === undefined ? {} : { recipientUserId }),
  });
}

/** Notifies the provider that a dictation is ready for review, unless the provider is the caller. */
export function notifyReviewer(context: SignedInContext, tx: Tx, id: string, providerId: string): void {
  if (providerId !== context.user.id)
    announce(tx, id, 'A dictation is ready for your review', 'warning', providerId);
}
