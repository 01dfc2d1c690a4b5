import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type {
  RolePermissions,
  rolePermissionsCopy,
  rolePermissionsPreview,
  rolePermissionsUpdate,
} from '@portal/contract/role-permissions';
import { planRoleChange, roleValue, type RolePlan } from '@portal/domain/permission-changes';
import type { PermissionName } from '@portal/domain/permissions';
import { readCatalogue, type CatalogueEntry } from '#authz/permission-catalog.ts';
import { readHolders } from '#authz/permission-holders.ts';
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
  readonly catalogue: readonly CatalogueEntry[];
}

/**
 * Changes what a role grants. Throws NOT_FOUND, STALE, VALIDATION for an unknown permission, CONFLICT for SuperAdmin's
 * role and when nothing would change.
 */
export async function changeRole(
  context: SignedInContext,
  roleId: string,
  body: BodyOf<typeof rolePermissionsUpdate>,
): Promise<RolePermissions> {
  if (body.roleId !== undefined && body.roleId !== roleId)
    throw fieldError('roleId', 'This is another role than the address names');
  return inTransaction(context, async (tx) => {
    await lockRole(context, tx, roleId);
    const current = await presentRole(tx.db, roleId);
    checkVersion(context, body.version, current);
    const planned = await planUpdate(tx.db, context.now, roleId, body);
    return save(context, tx, planned, body.reason);
  });
}

/** Replaces what a role grants with what another grants. Throws as `changeRole`, VALIDATION for the source. */
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

/** What `changeRole` would do. */
export async function previewRole(
  { deps: { db }, now }: SignedInContext,
  roleId: string,
  body: BodyOf<typeof rolePermissionsPreview>,
): Promise<Preview> {
  return presentPlan(await planUpdate(db, now, roleId, body));
}

/** What `copyRole` would do. */
export async function previewRoleCopy(
  { deps: { db }, now }: SignedInContext,
  roleId: string,
  sourceRoleId: string,
): Promise<Preview> {
  return presentPlan(await planCopy(db, now, roleId, sourceRoleId));
}

/** Nobody else changes the role or its members' overrides until the transaction ends. */
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
  const catalogue = await readCatalogue(db);
  const names = new Map(catalogue.map(({ id, name }) => [id, name]));
  const wanted = new Map<PermissionName, boolean>();
  for (const [index, { permissionId, isGranted }] of body.permissions.entries()) {
    const name = names.get(permissionId);
    if (name === undefined)
      throw fieldError(
        `permissions.${index}.permissionId`,
        `There is no permission with the id ${permissionId}`,
      );
    wanted.set(name, isGranted);
  }
  return plan(db, now, { role, catalogue, wanted, applyToExistingUsers: body.applyToExistingUsers });
}

async function planCopy(db: Db, now: Date, roleId: string, sourceRoleId: string): Promise<Planned> {
  const role = await findRole(db, roleId);
  if (sourceRoleId === roleId) throw fieldError('sourceRoleId', 'Choose another role than this one');
  const source = (await readRoles(db)).find(({ id }) => id === sourceRoleId);
  if (source === undefined) throw fieldError('sourceRoleId', 'This role does not exist');
  const catalogue = await readCatalogue(db);
  const wanted = new Map(catalogue.map(({ name }) => [name, source.granted.includes(name)]));
  return plan(db, now, { role, catalogue, wanted, applyToExistingUsers: true });
}

async function plan(
  db: Db,
  now: Date,
  input: {
    readonly role: RoleRecord;
    readonly catalogue: readonly CatalogueEntry[];
    readonly wanted: ReadonlyMap<PermissionName, boolean>;
    readonly applyToExistingUsers: boolean;
  },
): Promise<Planned> {
  const { role, catalogue, wanted, applyToExistingUsers } = input;
  if (role.name === 'SuperAdmin')
    throw conflict('The SuperAdmin role holds every permission and cannot be changed.');
  const members = await readHolders(db, { roleId: role.id });
  return {
    role,
    catalogue,
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
  const { role, plan: told, catalogue } = planned;
  if (told.steps.length === 0)
    throw conflict('Nothing would change: the role grants exactly these permissions already.');
  await writeRolePlan(context, tx, { role, plan: told, catalogue, reason });
  tx.audit({
    action: 'PermissionChanged',
    entityType: 'Permission',
    entityId: role.id,
    reason,
    oldValues: {
      role: role.name,
      ...Object.fromEntries(told.steps.map((step) => [step.permission, roleValue(!step.isGranted)])),
    },
    newValues: {
      role: role.name,
      ...Object.fromEntries(told.steps.map((step) => [step.permission, roleValue(step.isGranted)])),
      affectedUserCount: told.affectedUserCount,
    },
  });
  tx.activity({
    description: `Permissions of the role ${role.name} were changed`,
    icon: 'Security',
    color: 'warning',
    entityType: 'Permission',
    entityId: role.id,
    requiredRole: 'SuperAdmin',
  });
  tx.notify('permissions', { roleId: role.id });
  return presentRole(tx.db, role.id);
}

function presentPlan({ plan: told, catalogue }: Planned): Preview {
  return {
    changes: told.steps.flatMap((step) =>
      catalogue
        .filter(({ name }) => name === step.permission)
        .map(({ id, name }) => ({
          permissionId: id,
          permissionName: name,
          isGranted: step.isGranted,
          gainingUsers: step.gainingUsers,
          losingUsers: step.losingUsers,
        })),
    ),
    affectedUserCount: told.affectedUserCount,
    keepingUserCount: new Set(told.kept.map(({ userId }) => userId)).size,
  };
}
