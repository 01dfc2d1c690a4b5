import type { Tx } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import type { ActivityInput } from '#live/activity-store.ts';

/** Tells the live feed that something happened with a dictation, never whose it is. */
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

/** Tells the provider that a note was handed over to them. */
export function announceReview(context: SignedInContext, tx: Tx, id: string, providerId: string): void {
  if (providerId !== context.user.id)
    announce(tx, id, 'A dictation waits for your review', 'warning', providerId);
}
