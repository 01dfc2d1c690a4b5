import { isProviderRole } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import type { Tx } from '#request/transaction.ts';
import { fieldError } from '#platform/app-error.ts';
import { findOfficeAccess, isActivePhysician, isActiveTitle } from './assignable-repo.ts';
import { forbidden, isSuperAdmin } from './authority.ts';
import { deleteUserRoles, insertUserRoles, listRoles, type RoleRef } from './role-repo.ts';

/** Returns the roles with the given IDs, without duplicates, in display order. Throws VALIDATION on roleIds if one is unknown. */
export async function findRoles(db: Db, ids: readonly string[]): Promise<RoleRef[]> {
  const wanted = [...new Set(ids)];
  const found = await listRoles(db, wanted);
  if (found.length !== wanted.length) throw fieldError('roleIds', 'This role does not exist');
  return found;
}

/** Throws FORBIDDEN on roleIds if anyone but a SuperAdmin assigns the SuperAdmin role. */
export function requireCanAssign(
  caller: { readonly roles: readonly string[] },
  added: readonly RoleRef[],
): void {
  if (added.some(({ name }) => name === 'SuperAdmin') && !isSuperAdmin(caller))
    throw forbidden('Only a SuperAdmin can assign the SuperAdmin role.', 'roleIds');
}

/**
 * Returns the title to store for these roles: providers need an active title or the one they already have; other users have none.
 * Throws VALIDATION on title.
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
  if (!(await isActiveTitle(db, code))) throw fieldError('title', 'This title does not exist');
  return code;
}

/** The NPI to store for these roles: only providers have one. */
export const npiFor = (roles: readonly RoleRef[], npi: string | null): string | null =>
  roles.some(({ name }) => isProviderRole(name)) ? npi : null;

/**
 * Returns the supervisor to store for these roles: providers have an active physician, the one they already have, or none; other users
 * have none. Throws VALIDATION on supervisorId.
 */
export async function supervisorFor(
  db: Db,
  roles: readonly RoleRef[],
  wanted: string | null,
  { id, current }: { readonly id: string | null; readonly current: string | null },
): Promise<string | null> {
  if (wanted === null || !roles.some(({ name }) => isProviderRole(name))) return null;
  if (wanted === current) return wanted;
  if (wanted === id) throw fieldError('supervisorId', 'A provider cannot be their own supervisor');
  if (!(await isActivePhysician(db, wanted))) throw fieldError('supervisorId', 'Choose an active physician');
  return wanted;
}

/**
 * Throws VALIDATION on officeId if the office is unknown or inactive. For callers who are not SuperAdmins, a SuperAdmin-only
 * office counts as unknown, so that they do not learn that it exists.
 */
export async function requireAssignableOffice(
  db: Db,
  caller: { readonly roles: readonly string[] },
  officeId: string,
): Promise<void> {
  const office = await findOfficeAccess(db, officeId);
  if (office === undefined || (office.super_admin_only && !isSuperAdmin(caller)))
    throw fieldError('officeId', 'This office does not exist');
  if (!office.is_active) throw fieldError('officeId', 'This office is inactive');
}

const idsOf = (roles: readonly RoleRef[]) => roles.map(({ id }) => id);

/** Adds and removes roles of a user, with one audit entry per role. */
export async function changeRoles(
  tx: Tx,
  userId: string,
  { added, removed }: { readonly added: readonly RoleRef[]; readonly removed: readonly RoleRef[] },
  now: Date,
): Promise<void> {
  await deleteUserRoles(tx.db, userId, idsOf(removed));
  await insertUserRoles(tx.db, userId, idsOf(added), now);
  auditAssignments(tx, userId, { added, removed });
  // Permissions are read on every request; this notifies open live connections.
  if (added.length + removed.length > 0) tx.notify('permissions', { userId });
}

/** Writes one audit entry per added or removed role. */
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
