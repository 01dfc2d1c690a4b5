import * as permissions from '@portal/contract/permissions';
import * as twoFactor from '@portal/contract/required-two-factor';
import * as roles from '@portal/contract/role-permissions';
import * as users from '@portal/contract/user-permissions';
import { listPermissions } from '#authz/permission-catalog.ts';
import type { Binder } from '#http/bind.ts';
import { getAudit, getRoleAudit, getUserAudit } from './read-audit.ts';
import { bulkAssign, previewBulk } from './bulk-assign.ts';
import { updateRole, copyRole, previewRole, previewRoleCopy } from './change-role.ts';
import { copyUser, previewUserCopy, removeOverride, resetUser, setOverride } from './change-user.ts';
import { clearCache } from './clear-cache.ts';
import { getMembers, getRolePermissions, getRoleSummaries } from './read-roles.ts';
import { getTwoFactorLacking, getTwoFactorPolicy, updateTwoFactorPolicy } from './two-factor-policy.ts';
import { getComparison, getOverrides, getPermissionUsers, getUserPermissions } from './read-users.ts';

/** Binds the permission administration routes. */
export function bindPermissions(binder: Binder): void {
  bindCatalog(binder);
  bindRoles(binder);
  bindUsers(binder);
  bindTwoFactor(binder);
}

function bindTwoFactor(binder: Binder): void {
  binder.bind(twoFactor.twoFactorPolicyGet, (_input, { deps }) => getTwoFactorPolicy(deps.db));
  binder.bind(twoFactor.twoFactorPolicyUpdate, ({ body }, context) => updateTwoFactorPolicy(context, body));
  binder.bind(twoFactor.twoFactorLackingList, ({ query }, context) => getTwoFactorLacking(context, query));
}

function bindCatalog(binder: Binder): void {
  binder.bind(permissions.permissionList, async (_input, { deps }) => [...(await listPermissions(deps.db))]);
  binder.bind(permissions.permissionsByCategory, async (_input, { deps }) => {
    const groups = Map.groupBy(await listPermissions(deps.db), ({ category }) => category);
    return [...groups].map(([category, entries]) => ({ category, permissions: entries }));
  });
  binder.bind(permissions.permissionUserList, ({ query }, context) => getPermissionUsers(context, query));
  binder.bind(permissions.permissionBulkAssign, ({ body }, context) => bulkAssign(context, body));
  binder.bind(permissions.permissionBulkPreview, ({ body }, context) => previewBulk(context, body));
  binder.bind(permissions.permissionAuditLog, ({ query }, context) => getAudit(context, query));
  binder.bind(permissions.permissionAuditOfUser, ({ params, query }, context) =>
    getUserAudit(context, params.id, query),
  );
  binder.bind(permissions.permissionAuditOfRole, ({ params, query }, context) =>
    getRoleAudit(context, params.id, query),
  );
  binder.bind(permissions.permissionCacheClear, (_input, context) => clearCache(context));
}

function bindRoles(binder: Binder): void {
  binder.bind(roles.roleSummaryList, (_input, context) => getRoleSummaries(context));
  binder.bind(roles.rolePermissionsGet, ({ params }, { deps }) => getRolePermissions(deps.db, params.id));
  binder.bind(roles.rolePermissionsUpdate, ({ params, body }, context) =>
    updateRole(context, params.id, body),
  );
  binder.bind(roles.rolePermissionsPreview, ({ params, body }, context) =>
    previewRole(context, params.id, body),
  );
  binder.bind(roles.rolePermissionsCopy, ({ params, body }, context) => copyRole(context, params.id, body));
  binder.bind(roles.rolePermissionsCopyPreview, ({ params, body }, context) =>
    previewRoleCopy(context, params.id, body.sourceRoleId),
  );
  binder.bind(roles.roleMembers, ({ params, query }, context) => getMembers(context, params.id, query));
}

function bindUsers(binder: Binder): void {
  binder.bind(users.userPermissionsGet, ({ params }, { deps, now }) =>
    getUserPermissions(deps.db, params.id, now),
  );
  binder.bind(users.userOverrides, ({ params }, { deps, now }) => getOverrides(deps.db, params.id, now));
  binder.bind(users.userPermissionComparison, ({ params }, { deps, now }) =>
    getComparison(deps.db, params.id, now),
  );
  binder.bind(users.userOverrideSet, ({ params, body }, context) => setOverride(context, params.id, body));
  binder.bind(users.userOverrideRemove, ({ params, body }, context) =>
    removeOverride(context, params.id, params.permissionId, body),
  );
  binder.bind(users.userPermissionsReset, ({ params, body }, context) => resetUser(context, params.id, body));
  binder.bind(users.userPermissionsCopy, ({ params, body }, context) => copyUser(context, params.id, body));
  binder.bind(users.userPermissionsCopyPreview, ({ params, body }, context) =>
    previewUserCopy(context, params.id, body.sourceUserId),
  );
}
