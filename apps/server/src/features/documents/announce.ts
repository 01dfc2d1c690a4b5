import type { Tx } from '#request/transaction.ts';
import type { ActivityInput } from '#live/activity-store.ts';

/** Tells the live feed: neither the file's name nor whose it is, only which record. */
export function announce(
  tx: Tx,
  documentId: string,
  description: string,
  color: ActivityInput['color'],
): void {
  tx.activity({
    description,
    icon: 'Description',
    color,
    entityType: 'Document',
    entityId: documentId,
    requiredPermission: 'Document.View',
  });
}
