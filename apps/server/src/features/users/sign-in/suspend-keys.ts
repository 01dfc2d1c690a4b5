import type { Suspension } from '@portal/domain/api-key';
import type { Tx } from '#request/transaction.ts';
import { suspendKeysOf } from './key-repo.ts';

/**
 * Suspends a user's API keys: the person who made them may not be the one who gets the account back, or the role that allowed them is
 * gone. Returns how many. Their creator enables them again (features/api-keys).
 */
export async function suspendKeys(tx: Tx, userId: string, because: Suspension, now: Date): Promise<number> {
  const keys = await suspendKeysOf(tx.db, userId, because, now);
  for (const { id, name } of keys) {
    tx.audit({
      action: 'Updated',
      entityType: 'ApiKey',
      entityId: id,
      oldValues: { state: 'Active' },
      newValues: { state: 'Suspended', because },
    });
    tx.activity({
      event: 'api_key.suspended',
      description: `API key ${name} was suspended`,
      icon: 'Security',
      color: 'warning',
      entityType: 'ApiKey',
      entityId: id,
      requiredRole: 'Admin',
    });
  }
  return keys.length;
}
