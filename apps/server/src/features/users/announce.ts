import type { Tx } from '#request/transaction.ts';

/** Tells the live feed of administrators; names no one but by user name. */
export function announceUser(
  tx: Tx,
  id: string,
  description: string,
  kind: 'changed' | 'warning' | 'security' = 'changed',
): void {
  tx.activity({
    description,
    icon: kind === 'security' ? 'Security' : 'People',
    color: kind === 'changed' ? 'primary' : 'warning',
    entityType: 'User',
    entityId: id,
    requiredRole: 'Admin',
  });
}
