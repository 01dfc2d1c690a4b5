import { passesRoleCheck } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { findUser, type UserRow } from './user-repo.ts';

/** Whether the user has the SuperAdmin role. */
export const isSuperAdmin = ({ roles }: { readonly roles: readonly string[] }) =>
  roles.includes('SuperAdmin');

/** A 403 error with a message, optionally also as a field error. */
export const forbidden = (message: string, field?: string) =>
  new AppError('FORBIDDEN', { message, ...(field === undefined ? {} : { errors: { [field]: [message] } }) });

/** A 409 error with a message, optionally also as a field error. */
export const conflict = (message: string, field?: string) =>
  new AppError('CONFLICT', { message, ...(field === undefined ? {} : { errors: { [field]: [message] } }) });

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
  const caller = await lockCaller(context, db, [id]);
  const target = await findUser(db, id);
  if (target === undefined) throw notFound('User not found');
  if (isSuperAdmin(target) && !isSuperAdmin(caller))
    throw forbidden('Only a SuperAdmin can change a SuperAdmin.');
  return { target, caller };
}

/**
 * Returns the calling administrator, locked together with the other users. Rows are locked in ID order, so that two
 * administrators who change each other do not deadlock, and the caller's roles are read again after waiting for the locks.
 * Throws FORBIDDEN if the caller is no longer an administrator.
 */
async function lockCaller(context: SignedInContext, db: Db, others: readonly string[]): Promise<UserRow> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [context.user.id, ...others])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return administrator(context, db);
}

/**
 * Returns the calling administrator with a share lock: their roles cannot change until the transaction ends. Throws FORBIDDEN.
 */
export async function lockCallerForShare(context: SignedInContext, db: Db): Promise<UserRow> {
  await db.selectFrom('users').select('id').where('id', '=', context.user.id).forShare().execute();
  return administrator(context, db);
}

async function administrator(context: SignedInContext, db: Db): Promise<UserRow> {
  const caller = await findUser(db, context.user.id);
  if (caller === undefined || !caller.is_active || !passesRoleCheck(caller.roles, ['Admin']))
    throw new AppError('FORBIDDEN');
  return caller;
}
