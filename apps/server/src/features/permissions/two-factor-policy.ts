import {
  twoFactorLackingList,
  type TwoFactorPolicy,
  twoFactorPolicyUpdate,
} from '@portal/contract/required-two-factor';
import { clampPage } from '@portal/domain/list';
import type { Db } from '#db/database.ts';
import { checkVersion } from '#request/versions.ts';
import { operation } from '#http/operation.ts';
import { conflict, fieldError } from '#platform/app-error.ts';
import { inTransaction } from '#request/transaction.ts';
import { lockUsers } from './authority.ts';
import * as repo from './two-factor-policy-repo.ts';

/** Gets the roles for which 2FA is required, and the days of grace. */
export async function getTwoFactorPolicy(db: Db): Promise<TwoFactorPolicy> {
  const { grace_days: graceDays, version } = await repo.getPolicy(db);
  const roles = await repo.listRequirements(db);
  return {
    graceDays,
    version,
    roles: roles.map((role) => ({
      roleId: role.id,
      roleName: role.name,
      requiredSince: role.two_factor_required_since?.toISOString() ?? null,
      userCount: role.user_count,
      lackingCount: role.lacking_count,
    })),
  };
}

/**
 * Chooses the roles and the days of grace. Throws FORBIDDEN if the caller is no longer a SuperAdmin, STALE, VALIDATION for an
 * unknown role and CONFLICT if nothing would change.
 */
export const updateTwoFactorPolicy = operation(twoFactorPolicyUpdate, async (context, { body }) => {
  const { graceDays, requiredRoleIds, reason } = body;
  return inTransaction(context, async (tx) => {
    await lockUsers(context, tx, { userIds: [] });
    await repo.lockPolicy(tx.db);
    const before = await getTwoFactorPolicy(tx.db);
    checkVersion(context, body.version, before);
    const unknown = requiredRoleIds.some((id) => before.roles.every(({ roleId }) => roleId !== id));
    if (unknown) throw fieldError('requiredRoleIds', 'This role does not exist');
    await repo.updatePolicy(tx.db, { graceDays, requiredRoleIds, now: context.now });
    const after = await getTwoFactorPolicy(tx.db);
    const [oldValues, newValues] = [auditValues(before), auditValues(after)];
    if (JSON.stringify(oldValues) === JSON.stringify(newValues)) throw conflict('Nothing would change.');
    tx.audit({
      action: 'PermissionChanged',
      entityType: 'Permission',
      entityId: null,
      reason,
      oldValues,
      newValues,
    });
    tx.activity({
      event: 'permission.two_factor_policy_changed',
      description: 'The two-factor authentication requirement was changed',
      icon: 'Security',
      color: 'warning',
      entityType: 'Permission',
      entityId: null,
      requiredRole: 'SuperAdmin',
    });
    tx.notify('permissions', {});
    return after;
  });
});

const auditValues = ({ roles, graceDays }: TwoFactorPolicy) => ({
  twoFactorRequiredFor: roles.flatMap(({ roleName, requiredSince }) =>
    requiredSince === null ? [] : [roleName],
  ),
  graceDays,
});

/** Lists a page of the active users who must use 2FA and do not. */
export const getTwoFactorLacking = operation(
  twoFactorLackingList,
  async ({ deps: { db }, now }, { query }) => {
    const totalCount = await repo.countLacking(db, query.search);
    const rows = await repo.listLacking(db, query.search, clampPage({ ...query, totalCount }));
    return {
      totalCount,
      users: rows.map((row) => ({
        id: row.id,
        userName: row.user_name,
        firstName: row.first_name,
        lastName: row.last_name,
        title: row.title,
        roles: row.roles,
        requiredSince: row.required_since.toISOString(),
        dueAt: row.due_at.toISOString(),
        isOverdue: row.due_at <= now,
      })),
    };
  },
);
