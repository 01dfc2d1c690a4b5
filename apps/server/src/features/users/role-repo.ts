import { PROVIDER_ROLES } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';

/** A role's ID and name. */
export interface RoleRef {
  readonly id: string;
  readonly name: string;
}

/** Lists roles by ID, in display order. */
export function listRoles(db: Db, ids: readonly string[]): Promise<RoleRef[]> {
  return db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .orderBy('display_order')
    .execute();
}

/** Lists the roles that may be assigned, in display order. */
export function listAssignableRoles(
  db: Db,
  { includeSuperAdmin }: { readonly includeSuperAdmin: boolean },
): Promise<(RoleRef & { readonly description: string })[]> {
  return db
    .selectFrom('roles')
    .select(['id', 'name', 'description'])
    .$if(!includeSuperAdmin, (query) => query.where('name', '!=', 'SuperAdmin'))
    .orderBy('display_order')
    .execute();
}

/** Lists a user's roles, in display order. */
export function listRolesOfUser(db: Db, userId: string): Promise<RoleRef[]> {
  return db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .select(['r.id', 'r.name'])
    .where('ur.user_id', '=', userId)
    .orderBy('r.display_order')
    .execute();
}

/** Assigns roles to a user. */
export async function insertUserRoles(
  db: Db,
  userId: string,
  roleIds: readonly string[],
  now: Date,
): Promise<void> {
  if (roleIds.length === 0) return;
  await db
    .insertInto('user_roles')
    .values(roleIds.map((roleId) => ({ user_id: userId, role_id: roleId, assigned_at: now })))
    .execute();
}

/** Removes roles from a user. */
export async function deleteUserRoles(db: Db, userId: string, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return;
  await db.deleteFrom('user_roles').where('user_id', '=', userId).where('role_id', 'in', roleIds).execute();
}

/** Whether the user is active and has a provider role. */
export async function isActiveProvider(db: Db, userId: string): Promise<boolean> {
  return (
    (await activeUsersWithRole(db, PROVIDER_ROLES).where('u.id', '=', userId).executeTakeFirst()) !==
    undefined
  );
}

/** Locks the SuperAdmin role until the transaction ends. */
export async function lockSuperAdminRole(db: Db): Promise<void> {
  await db.selectFrom('roles').select('id').where('name', '=', 'SuperAdmin').forNoKeyUpdate().execute();
}

/** Whether an active user other than this one is SuperAdmin. */
export async function hasOtherSuperAdmin(db: Db, userId: string): Promise<boolean> {
  const other = activeUsersWithRole(db, ['SuperAdmin']).where('u.id', '!=', userId);
  return (await other.limit(1).executeTakeFirst()) !== undefined;
}

const activeUsersWithRole = (db: Db, names: readonly string[]) =>
  db
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .select('u.id')
    .where('u.is_active', '=', true)
    .where('r.name', 'in', names);
