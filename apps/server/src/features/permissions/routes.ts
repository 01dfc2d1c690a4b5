import * as permissions from '@portal/contract/permissions';
import * as twoFactor from '@portal/contract/required-two-factor';
import * as roles from '@portal/contract/role-permissions';
import * as users from '@portal/contract/user-permissions';
import { listPermissions } from '#authz/permission-catalog.ts';
import { operation } from '#http/operation.ts';
import { getTwoFactorPolicy } from './two-factor-policy.ts';
import { getAudit } from './read-audit.ts';
import { getRolePermissions } from './read-roles.ts';
import { getUserPermissions, getOverrides, getComparison } from './read-users.ts';

export * from './bulk-assign.ts';
export * from './change-role.ts';
export * from './change-user.ts';
export * from './clear-cache.ts';
export * from './read-audit.ts';
export * from './read-roles.ts';
export * from './read-users.ts';
export * from './two-factor-policy.ts';

export const twoFactorPolicyGet = operation(twoFactor.twoFactorPolicyGet, ({ deps }) =>
  getTwoFactorPolicy(deps.db),
);
export const permissionList = operation(permissions.permissionList, async ({ deps }) => [
  ...(await listPermissions(deps.db)),
]);
export const permissionsByCategory = operation(permissions.permissionsByCategory, async ({ deps }) => {
  const groups = Map.groupBy(await listPermissions(deps.db), ({ category }) => category);
  return [...groups].map(([category, entries]) => ({ category, permissions: entries }));
});
export const permissionAuditLog = operation(permissions.permissionAuditLog, (context, { query }) =>
  getAudit(context, query),
);
export const rolePermissionsGet = operation(roles.rolePermissionsGet, ({ deps }, { params }) =>
  getRolePermissions(deps.db, params.id),
);
export const userPermissionsGet = operation(users.userPermissionsGet, ({ deps, now }, { params }) =>
  getUserPermissions(deps.db, params.id, now),
);
export const userOverrides = operation(users.userOverrides, ({ deps, now }, { params }) =>
  getOverrides(deps.db, params.id, now),
);
export const userPermissionComparison = operation(
  users.userPermissionComparison,
  ({ deps, now }, { params }) => getComparison(deps.db, params.id, now),
);
