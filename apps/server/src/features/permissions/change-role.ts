import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import {
  type RolePermissions,
  rolePermissionsCopy,
  rolePermissionsCopyPreview,
  rolePermissionsPreview,
  rolePermissionsUpdate,
} from '@portal/contract/role-permissions';
import { overrideValue, planRoleChange, roleValue, type RolePlan } from '@portal/domain/permission-changes';
import type { PermissionName } from '@portal/domain/permissions';
import { recordPermissionChanges, type PermissionChange } from '#authz/permission-audit.ts';
import { idIn, listPermissions, type CatalogEntry } from '#authz/permission-catalog.ts';
import { listPermissionHolders } from '#authz/permission-holders.ts';
import type { Db } from '#db/database.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { conflict, fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { operation } from '#http/operation.ts';
import { previewLostWork, settleWork } from '#features/waiting-work/index.ts';
import { lockUsers } from './authority.ts';
import { insertOverrides } from './override-repo.ts';
import { getRolePermissions } from './read-roles.ts';
import { getRole, listRoles, lockRole, updateRoleGrants, type Role } from './role-repo.ts';

type Preview = AnswerOf<typeof rolePermissionsPreview>;

interface Planned {
  readonly role: Role;
  readonly plan: RolePlan;
  readonly catalog: readonly CatalogEntry[];
}

/**
 * Updates a role's permissions. Throws NOT_FOUND, STALE, VALIDATION for an unknown permission, CONFLICT for the SuperAdmin
 * role and if nothing would change.
 */
export const updateRole = operation(rolePermissionsUpdate, async (context, { params, body }) => {
  const { id: roleId } = params;
  if (body.roleId !== undefined && body.roleId !== roleId)
    throw fieldError('roleId', 'roleId does not match the URL');
  return inTransaction(context, async (tx) => {
    await lockRoleAndMembers(context, tx, roleId);
    checkVersion(context, body.version, await getRolePermissions(tx.db, roleId));
    return savePlan(context, tx, await planUpdate(tx.db, context.now, roleId, body), body);
  });
});

/** Replaces a role's permissions with another role's. Throws like `updateRole`, and VALIDATION for an invalid source role. */
export const copyRole = operation(rolePermissionsCopy, async (context, { params: { id: roleId }, body }) => {
  return inTransaction(context, async (tx) => {
    await lockRoleAndMembers(context, tx, roleId);
    return savePlan(context, tx, await planCopy(tx.db, context.now, roleId, body.sourceRoleId), body);
  });
});

/** Previews `updateRole`. */
export const previewRole = operation(
  rolePermissionsPreview,
  async (context, { params: { id: roleId }, body }) =>
    presentPlan(context, await planUpdate(context.deps.db, context.now, roleId, body)),
);

/** Previews `copyRole`. */
export const previewRoleCopy = operation(rolePermissionsCopyPreview, async (context, { params, body }) => {
  const { id: roleId } = params;
  const sourceRoleId = body.sourceRoleId;
  return presentPlan(context, await planCopy(context.deps.db, context.now, roleId, sourceRoleId));
});

/** Locks the role and its members, so their permissions cannot change until the transaction ends. */
async function lockRoleAndMembers(context: SignedInContext, tx: Tx, roleId: string): Promise<void> {
  await lockUsers(context, tx, { membersOf: roleId });
  await lockRole(tx.db, roleId);
}

async function planUpdate(
  db: Db,
  now: Date,
  roleId: string,
  body: BodyOf<typeof rolePermissionsPreview>,
): Promise<Planned> {
  const role = await getRole(db, roleId);
  const catalog = await listPermissions(db);
  const names = new Map(catalog.map(({ id, name }) => [id, name]));
  const wanted = new Map<PermissionName, boolean>();
  for (const [index, { permissionId, isGranted }] of body.permissions.entries()) {
    const name = names.get(permissionId);
    if (name === undefined)
      throw fieldError(`permissions.${index}.permissionId`, `No permission with ID ${permissionId}`);
    wanted.set(name, isGranted);
  }
  return plan(db, now, { role, catalog, wanted, applyToExistingUsers: body.applyToExistingUsers });
}

async function planCopy(db: Db, now: Date, roleId: string, sourceRoleId: string): Promise<Planned> {
  const role = await getRole(db, roleId);
  if (sourceRoleId === roleId) throw fieldError('sourceRoleId', 'Choose a different role');
  const source = (await listRoles(db)).find(({ id }) => id === sourceRoleId);
  if (source === undefined) throw fieldError('sourceRoleId', 'This role does not exist');
  const catalog = await listPermissions(db);
  const wanted = new Map(catalog.map(({ name }) => [name, source.granted.includes(name)]));
  return plan(db, now, { role, catalog, wanted, applyToExistingUsers: true });
}

async function plan(
  db: Db,
  now: Date,
  input: {
    readonly role: Role;
    readonly catalog: readonly CatalogEntry[];
    readonly wanted: ReadonlyMap<PermissionName, boolean>;
    readonly applyToExistingUsers: boolean;
  },
): Promise<Planned> {
  const { role, catalog, wanted, applyToExistingUsers } = input;
  const { name, granted } = role;
  if (name === 'SuperAdmin')
    throw conflict('The SuperAdmin role has every permission and cannot be changed.');
  const members = await listPermissionHolders(db, { roleId: role.id });
  return {
    role,
    catalog,
    plan: planRoleChange({ role: name, granted, wanted, applyToExistingUsers, members, now }),
  };
}

/** Writes the grants, the overrides that preserve members' permissions, and both audit logs. */
async function savePlan(
  context: SignedInContext,
  tx: Tx,
  planned: Planned,
  { reason, reassignTo }: { readonly reason: string; readonly reassignTo: string | null },
): Promise<RolePermissions> {
  const { role, catalog } = planned;
  const { steps, losses, kept } = planned.plan;
  const { now, user } = context;
  if (steps.length === 0)
    throw conflict('Nothing would change: the role already has exactly these permissions.');
  const ids = (isGranted: boolean) =>
    steps.filter((step) => step.isGranted === isGranted).map(({ permission }) => idIn(catalog, permission));
  await updateRoleGrants(tx.db, role.id, { added: ids(true), removed: ids(false), by: user.id, now });
  await insertOverrides(
    tx.db,
    kept.map(({ userId, permission, isGranted }) => ({
      user_id: userId,
      permission_id: idIn(catalog, permission),
      is_granted: isGranted,
      reason,
      expires_at: null,
      created_by: user.id,
      created_at: now,
    })),
  );
  const change = { changed_at: now, changed_by: user.id, expires_at: null, reason };
  await recordPermissionChanges(tx.db, changesOf(planned, change));
  auditPlan(tx, planned, reason);
  tx.activity({
    event: 'permission.role_changed',
    description: `Permissions for the ${role.name} role were changed`,
    icon: 'Security',
    color: 'warning',
    entityType: 'Permission',
    entityId: role.id,
    requiredRole: 'SuperAdmin',
  });
  await settleWork(context, tx, losses, reassignTo);
  tx.notify('permissions', { roleId: role.id });
  return getRolePermissions(tx.db, role.id);
}

/** What the log of permissions keeps: each kept override and each changed grant. */
function changesOf(
  { role, plan: { steps, kept }, catalog }: Planned,
  change: Pick<PermissionChange, 'changed_at' | 'changed_by' | 'expires_at' | 'reason'>,
): PermissionChange[] {
  return [
    ...kept.map(({ userId, permission, isGranted }): PermissionChange => ({
      ...change,
      entity_type: 'User',
      entity_id: userId,
      permission_id: idIn(catalog, permission),
      change_type: 'UserOverrideAdded',
      affected_user_count: 1,
      old_value: overrideValue(null),
      new_value: overrideValue(isGranted),
    })),
    ...steps.map(({ permission, isGranted, gainingUsers, losingUsers }): PermissionChange => ({
      ...change,
      entity_type: 'Role',
      entity_id: role.id,
      permission_id: idIn(catalog, permission),
      change_type: 'RoleTemplateUpdate',
      affected_user_count: gainingUsers + losingUsers,
      old_value: roleValue(!isGranted),
      new_value: roleValue(isGranted),
    })),
  ];
}

/** The audit entries of the role, and of each member who keeps a permission by an override. */
function auditPlan(
  tx: Tx,
  { role, plan: { steps, kept, affectedUserCount } }: Planned,
  reason: string,
): void {
  for (const [userId, overrides] of Map.groupBy(kept, (each) => each.userId))
    tx.audit({
      action: 'PermissionChanged',
      entityType: 'User',
      entityId: userId,
      reason,
      oldValues: Object.fromEntries(overrides.map(({ permission }) => [permission, overrideValue(null)])),
      newValues: Object.fromEntries(
        overrides.map(({ permission, isGranted }) => [permission, overrideValue(isGranted)]),
      ),
    });
  tx.audit({
    action: 'PermissionChanged',
    entityType: 'Permission',
    entityId: role.id,
    reason,
    oldValues: {
      role: role.name,
      ...Object.fromEntries(steps.map((step) => [step.permission, roleValue(!step.isGranted)])),
    },
    newValues: {
      role: role.name,
      ...Object.fromEntries(steps.map((step) => [step.permission, roleValue(step.isGranted)])),
      affectedUserCount,
    },
  });
}

const presentPlan = async (
  context: SignedInContext,
  { role, plan: { steps, losses, kept, affectedUserCount }, catalog }: Planned,
): Promise<Preview> => ({
  changes: steps.map(({ permission, isGranted, gainingUsers, losingUsers }) => ({
    permissionId: idIn(catalog, permission),
    permissionName: permission,
    isGranted,
    gainingUsers,
    losingUsers,
  })),
  affectedUserCount,
  keepingUserCount: new Set(kept.map(({ userId }) => userId)).size,
  waitingWork: await previewLostWork(context, losses, { entityType: 'Permission', entityId: role.id }),
});
