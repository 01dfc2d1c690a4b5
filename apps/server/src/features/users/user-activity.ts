import type { ActivityEvent } from '@portal/domain/activity-event';
import type { Tx } from '#request/transaction.ts';

/** Adds an activity about a user to the live feed of administrators. It names users by username only. */
export function addUserActivity(
  tx: Tx,
  id: string,
  event: ActivityEvent,
  description: string,
  kind: 'changed' | 'warning' | 'security' = 'changed',
): void {
  tx.activity({
    event,
    description,
    icon: kind === 'security' ? 'Security' : 'People',
    color: kind === 'changed' ? 'primary' : 'warning',
    entityType: 'User',
    entityId: id,
    requiredRole: 'Admin',
  });
}
