import type { AnswerOf } from '@portal/contract/endpoint';
import type { permissionCacheClear } from '@portal/contract/permissions';
import { inTransaction } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import { lockPeople } from './authority.ts';

/**
 * Makes every process look at the rights behind its open connections again and tell those whose rights differ. Requests
 * need no such thing: they read rights from the database each time.
 */
export async function clearCache(context: SignedInContext): Promise<AnswerOf<typeof permissionCacheClear>> {
  return inTransaction(context, async (tx) => {
    await lockPeople(context, tx, { userIds: [] });
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
