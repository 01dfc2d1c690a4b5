import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type {
  RolePermissions,
  rolePermissionsCopy,
  rolePermissionsPreview,
  rolePermissionsUpdate,
} from '@portal/contract/role-permissions';
import { planRoleChange, roleValue, type RolePlan } from '@portal/domain/permission-changes';
import type { PermissionName } from '@portal/domain/permissions';
import { listPermissions, type CatalogEntry } from '#authz/permission-catalog.ts';
import { listPermissionHolders } from '#authz/permission-holders.ts';
import type { Db } from '#db/database.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#http/versions.ts';
import { conflict, lockPeople } from './authority.ts';
import { findRole, presentRole, readRoles, type RoleRecord } from './read-roles.ts';
import { writeRolePlan } from './write-role.ts';

type Preview = AnswerOf<typeof rolePermissionsPreview>;

interface Planned {
  readonly role: RoleRecord;
  readonly plan: RolePlan;
  readonly catalog: readonly CatalogEntry[];
}

/**
 * Updates a role's permissions. Throws NOT_FOUND, STALE, VALIDATION for an unknown permission, CONFLICT for the SuperAdmin
 * role and if nothing would change.
 */
export async function changeRole(
  context: SignedInContext,
  roleId: string,
  body: BodyOf<typeof rolePermissionsUpdate>,
): Promise<RolePermissions> {
  if (body.roleId !== undefined && body.roleId !== roleId)
    throw fieldError('roleId', 'roleId does not match the URL');
  return inTransaction(context, async (tx) => {
    await lockRole(context, tx, roleId);
    const current = await presentRole(tx.db, roleId);
    checkVersion(context, body.version, current);
    const planned = await planUpdate(tx.db, context.now, roleId, body);
    return save(context, tx, planned, body.reason);
  });
}

/** Replaces a role's permissions with another role's. Throws like `changeRole`, and VALIDATION for an invalid source role. */
export async function copyRole(
  context: SignedInContext,
  roleId: string,
  body: BodyOf<typeof rolePermissionsCopy>,
): Promise<RolePermissions> {
  return inTransaction(context, async (tx) => {
    await lockRole(context, tx, roleId);
    const planned = await planCopy(tx.db, context.now, roleId, body.sourceRoleId);
    return save(context, tx, planned, body.reason);
  });
}

/** Previews `changeRole`. */
export async function previewRole(
  { deps: { db }, now }: SignedInContext,
  roleId: string,
  body: BodyOf<typeof rolePermissionsPreview>,
): Promise<Preview> {
  return presentPlan(await planUpdate(db, now, roleId, body));
}

/** Previews `copyRole`. */
export async function previewRoleCopy(
  { deps: { db }, now }: SignedInContext,
  roleId: string,
  sourceRoleId: string,
): Promise<Preview> {
  return presentPlan(await planCopy(db, now, roleId, sourceRoleId));
}

/** Locks the role and its members, so their permissions cannot change until the transaction ends. */
async function lockRole(context: SignedInContext, tx: Tx, roleId: string): Promise<void> {
  await lockPeople(context, tx, { membersOf: roleId });
  await tx.db.selectFrom('roles').select('id').where('id', '=', roleId).forNoKeyUpdate().execute();
}

async function planUpdate(
  db: Db,
  now: Date,
  roleId: string,
  body: BodyOf<typeof rolePermissionsPreview>,
): Promise<Planned> {
  const role = await findRole(db, roleId);
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
  const role = await findRole(db, roleId);
  if (sourceRoleId === roleId) throw fieldError('sourceRoleId', 'Choose a different role');
  const source = (await readRoles(db)).find(({ id }) => id === sourceRoleId);
  if (source === undefined) throw fieldError('sourceRoleId', 'This role does not exist');
  const catalog = await listPermissions(db);
  const wanted = new Map(catalog.map(({ name }) => [name, source.granted.includes(name)]));
  return plan(db, now, { role, catalog, wanted, applyToExistingUsers: true });
}

async function plan(
  db: Db,
  now: Date,
  input: {
    readonly role: RoleRecord;
    readonly catalog: readonly CatalogEntry[];
    readonly wanted: ReadonlyMap<PermissionName, boolean>;
    readonly applyToExistingUsers: boolean;
  },
): Promise<Planned> {
  const { role, catalog, wanted, applyToExistingUsers } = input;
  if (role.name === 'SuperAdmin')
    throw conflict('The SuperAdmin role has every permission and cannot be changed.');
  const members = await listPermissionHolders(db, { roleId: role.id });
  return {
    role,
    catalog,
    plan: planRoleChange({
      role: role.name,
      granted: role.granted,
      wanted,
      applyToExistingUsers,
      members,
      now,
    }),
  };
}

async function save(
  context: SignedInContext,
  tx: Tx,
  planned: Planned,
  reason: string,
): Promise<RolePermissions> {
  const { role, plan: rolePlan, catalog } = planned;
  if (rolePlan.steps.length === 0)
    throw conflict('Nothing would change: the role already has exactly these permissions.');
  await writeRolePlan(context, tx, { role, plan: rolePlan, catalog, reason });
  tx.audit({
    action: 'PermissionChanged',
    entityType: 'Permission',
    entityId: role.id,
    reason,
    oldValues: {
      role: role.name,
      ...Object.fromEntries(rolePlan.steps.map((step) => [step.permission, roleValue(!step.isGranted)])),
    },
    newValues: {
      role: role.name,
      ...Object.fromEntries(rolePlan.steps.map((step) => [step.permission, roleValue(step.isGranted)])),
      affectedUserCount: rolePlan.affectedUserCount,
    },
  });
  tx.activity({
    description: `Permissions for the ${role.name} role were changed`,
    icon: 'Security',
    color: 'warning',
    entityType: 'Permission',
    entityId: role.id,
    requiredRole: 'SuperAdmin',
  });
  tx.notify('permissions', { roleId: role.id });
  return presentRole(tx.db, role.id);
}

function presentPlan({ plan: rolePlan, catalog }: Planned): Preview {
  return {
    changes: rolePlan.steps.flatMap((step) =>
      catalog
        .filter(({ name }) => name === step.permission)
        .map(({ id, name }) => ({
          permissionId: id,
          permissionName: name,
          isGranted: step.isGranted,
          gainingUsers: step.gainingUsers,
          losingUsers: step.losingUsers,
        })),
    ),
    affectedUserCount: rolePlan.affectedUserCount,
    keepingUserCount: new Set(rolePlan.kept.map(({ userId }) => userId)).size,
  };
}
