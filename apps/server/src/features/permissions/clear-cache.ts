import type { AnswerOf } from '@portal/contract/endpoint';
import type { permissionCacheClear } from '@portal/contract/permissions';
import { inTransaction } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import { lockUsers } from './authority.ts';

/**
 * Makes every process recheck the permissions of its open connections and notify those whose permissions changed. Requests
 * always read permissions from the database.
 */
export async function clearCache(context: SignedInContext): Promise<AnswerOf<typeof permissionCacheClear>> {
  return inTransaction(context, async (tx) => {
    await lockUsers(context, tx, { userIds: [] });
    tx.audit({
      action: 'PermissionChanged',
      entityType: 'Permission',
      entityId: null,
      newValues: { cache: 'cleared' },
    });
    tx.notify('permissions', {});
    return { clearedAt: context.now.toISOString() };
  });
}
