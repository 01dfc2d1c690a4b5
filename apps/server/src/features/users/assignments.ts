import { isProviderRole } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import type { Tx } from '#request/transaction.ts';
import { fieldError } from '#platform/app-error.ts';
import { forbidden, isSuperAdmin } from './authority.ts';

export interface RoleRef {
  readonly id: string;
  readonly name: string;
}

/** The roles behind ids, each once, in the roles' order. Throws VALIDATION on roleIds for an unknown one. */
export async function findRoles(db: Db, ids: readonly string[]): Promise<RoleRef[]> {
  const wanted = [...new Set(ids)];
  const found = await db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('id', 'in', wanted)
    .orderBy('display_order')
    .execute();
  if (found.length !== wanted.length) throw fieldError('roleIds', 'This role does not exist');
  return found;
}

/** Throws FORBIDDEN on roleIds when anyone but a SuperAdmin gives the SuperAdmin role. */
export function requireMayAssign(
  caller: { readonly roles: readonly string[] },
  added: readonly RoleRef[],
): void {
  if (added.some(({ name }) => name === 'SuperAdmin') && !isSuperAdmin(caller))
    throw forbidden('Only a SuperAdmin can assign the SuperAdmin role.', 'roleIds');
}

/**
 * The title to store for these roles: providers need an active one, or the one they already have; anyone else has none. Throws VALIDATION on title.
 */
export async function titleFor(
  db: Db,
  roles: readonly RoleRef[],
  code: string | null,
  current: string | null,
): Promise<string | null> {
  if (!roles.some(({ name }) => isProviderRole(name))) return null;
  if (code === null) throw fieldError('title', 'Title is required for provider roles');
  if (code === current) return code;
  const title = await db
    .selectFrom('titles')
    .select('code')
    .where('code', '=', code)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (title === undefined) throw fieldError('title', 'This title does not exist');
  return title.code;
}

/**
 * Throws VALIDATION on officeId for an office that is unknown, inactive, or for SuperAdmins only when the caller is none: others
 * do not learn that it exists.
 */
export async function requireAssignableOffice(
  db: Db,
  caller: { readonly roles: readonly string[] },
  officeId: string,
): Promise<void> {
  const office = await db
    .selectFrom('offices')
    .select(['is_active', 'super_admin_only'])
    .where('id', '=', officeId)
    .executeTakeFirst();
  if (office === undefined || (office.super_admin_only && !isSuperAdmin(caller)))
    throw fieldError('officeId', 'This office does not exist');
  if (!office.is_active) throw fieldError('officeId', 'This office is inactive');
}

/** Writes the difference of a user's roles and one audit entry for each. */
export async function changeRoles(
  tx: Tx,
  userId: string,
  { added, removed }: { readonly added: readonly RoleRef[]; readonly removed: readonly RoleRef[] },
): Promise<void> {
  if (removed.length > 0)
    await tx.db
      .deleteFrom('user_roles')
      .where('user_id', '=', userId)
      .where(
        'role_id',
        'in',
        removed.map(({ id }) => id),
      )
      .execute();
  if (added.length > 0)
    await tx.db
      .insertInto('user_roles')
      .values(added.map(({ id }) => ({ user_id: userId, role_id: id })))
      .execute();
  auditAssignments(tx, userId, { added, removed });
  // Rights are read at every request; this is for open live connections.
  if (added.length + removed.length > 0) tx.notify('permissions', { userId });
}

export function auditAssignments(
  tx: Tx,
  userId: string,
  { added = [], removed = [] }: { added?: readonly RoleRef[]; removed?: readonly RoleRef[] },
): void {
  const entityId = (role: RoleRef) => JSON.stringify({ UserId: userId, RoleId: role.id });
  for (const role of removed)
    tx.audit({
      action: 'RemoveRoles',
      entityType: 'UserRoleAssignment',
      entityId: entityId(role),
      oldValues: { role: role.name },
    });
  for (const role of added)
    tx.audit({
      action: 'AssignRoles',
      entityType: 'UserRoleAssignment',
      entityId: entityId(role),
      newValues: { role: role.name },
    });
}
