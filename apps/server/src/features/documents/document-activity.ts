import type { Tx } from '#request/transaction.ts';
import type { ActivityInput } from '#live/activity-store.ts';

/** Adds a live feed entry that names the record but neither the file name nor the patient. */
export function addDocumentActivity(
  tx: Tx,
  documentId: string,
  event: ActivityInput['event'],
  description: string,
  color: ActivityInput['color'],
): void {
  tx.activity({
    event,
    description,
    icon: 'Description',
    color,
    entityType: 'Document',
    entityId: documentId,
    requiredPermission: 'Document.View',
  });
}
