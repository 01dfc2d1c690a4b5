import { permissionCacheClear } from '@portal/contract/permissions';
import { inTransaction } from '#request/transaction.ts';
import { forgetRights } from '#authz/known-rights.ts';
import { operation } from '#http/operation.ts';
import { lockUsers } from './authority.ts';

/**
 * Makes every process forget the rights that it remembers (`authz/known-rights.ts`), check its open
 * connections again and notify those whose permissions changed. The rights are only remembered while their version in the
 * database is the same, so this changes nothing unless somebody changed tables behind the portal's triggers.
 */
export const clearCache = operation(permissionCacheClear, async (context) => {
  return inTransaction(context, async (tx) => {
    await lockUsers(context, tx, { userIds: [] });
    tx.audit({
      action: 'PermissionChanged',
      entityType: 'Permission',
      entityId: null,
      newValues: { cache: 'cleared' },
    });
    tx.notify('permissions', {});
    // This process must not depend on its own notification.
    forgetRights(context.deps.db);
    return { clearedAt: context.now.toISOString() };
  });
});
