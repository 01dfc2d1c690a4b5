import { passesRoleCheck } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import { AppError, conflict, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { hasOtherSuperAdmin, lockSuperAdminRole } from './role-repo.ts';
import { findUser, lockUserForShare, lockUsers, type UserRow } from './user-repo.ts';

/** Whether the user has the SuperAdmin role. */
export const isSuperAdmin = ({ roles }: { readonly roles: readonly string[] }) =>
  roles.includes('SuperAdmin');

/** A 403 error with a message, optionally also as a field error. */
export const forbidden = (message: string, field?: string) =>
  new AppError('FORBIDDEN', { message, ...(field === undefined ? {} : { errors: { [field]: [message] } }) });

/** A user to change and the administrator who changes them. */
export interface Administered {
  /** The user to change, locked until the transaction ends. */
  readonly target: UserRow;
  /** The caller's current record; they may have lost roles since the request arrived. */
  readonly caller: UserRow;
}

/**
 * Returns the user to change and the calling administrator, both locked. Throws NOT_FOUND, and FORBIDDEN if an Admin changes a
 * SuperAdmin or the caller is no longer an administrator.
 */
export async function lockForChange(context: SignedInContext, db: Db, id: string): Promise<Administered> {
  await lockUsers(db, [context.user.id, id]);
  const caller = await getAdministrator(context, db);
  const target = await findUser(db, id);
  if (target === undefined) throw notFound('User not found');
  if (isSuperAdmin(target) && !isSuperAdmin(caller))
    throw forbidden('Only a SuperAdmin can change a SuperAdmin.');
  return { target, caller };
}

/**
 * Returns the calling administrator with a share lock: their roles cannot change until the transaction ends. Throws FORBIDDEN.
 */
export async function lockCallerForShare(context: SignedInContext, db: Db): Promise<UserRow> {
  await lockUserForShare(db, context.user.id);
  return getAdministrator(context, db);
}

/** Reads the caller again after waiting for the lock. Throws FORBIDDEN. */
async function getAdministrator(context: SignedInContext, db: Db): Promise<UserRow> {
  const caller = await findUser(db, context.user.id);
  if (caller === undefined || !caller.is_active || !passesRoleCheck(caller.roles, ['Admin']))
    throw new AppError('FORBIDDEN');
  return caller;
}

/**
 * Call this in the transaction in which a user stops being an active SuperAdmin. Waits for concurrent transactions that do the
 * same, so that the second one sees the first. Throws CONFLICT on `field` for the last active SuperAdmin.
 */
export async function requireAnotherSuperAdmin(db: Db, userId: string, field?: string): Promise<void> {
  await lockSuperAdminRole(db);
  // A separate statement, so that it sees what was committed while waiting for the lock.
  if (!(await hasOtherSuperAdmin(db, userId)))
    throw conflict('This is the last active SuperAdmin. Make someone else SuperAdmin first.', field);
}

/**
 * Call this where a user stops being an active SuperAdmin. Throws CONFLICT on `field` for the only user who may sign in with a
 * password, because nobody else can sign in while the issuer of single sign-on is down.
 */
export function requireNotEmergencyAccount(
  { deps }: SignedInContext,
  { user_name: userName }: Pick<UserRow, 'user_name'>,
  field?: string,
): void {
  if (deps.config.sso?.passwordOnlyFor?.toLowerCase() === userName.toLowerCase())
    throw conflict(
      'Only this user can sign in while single sign-on is down. Name another SuperAdmin in PASSWORD_SIGN_IN first.',
      field,
    );
}
