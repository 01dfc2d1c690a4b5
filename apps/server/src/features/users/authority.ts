import { passesRoleCheck } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { findUser, type UserRow } from './user-repo.ts';

export const isSuperAdmin = ({ roles }: { readonly roles: readonly string[] }) =>
  roles.includes('SuperAdmin');

/** 403 with the message, also on the field it is about. */
export const forbidden = (message: string, field?: string) =>
  new AppError('FORBIDDEN', { message, ...(field === undefined ? {} : { errors: { [field]: [message] } }) });

/** 409 with the message, also on the field it is about. */
export const conflict = (message: string, field?: string) =>
  new AppError('CONFLICT', { message, ...(field === undefined ? {} : { errors: { [field]: [message] } }) });

export interface Administered {
  /** The user to change; nobody else changes them until the transaction ends. */
  readonly target: UserRow;
  /** The caller as they stand now, which may be less than when the request arrived. */
  readonly caller: UserRow;
}

/**
 * The user an administrator is about to change, and the administrator, both locked. Throws NOT_FOUND, FORBIDDEN when an Admin
 * changes a SuperAdmin or the caller is no administrator any more.
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
 * The calling administrator, locked together with the users told. Rows are locked in the order of their ids, so that two
 * administrators who change each other wait instead of dead-locking, and the caller's rights are read again after the wait.
 * Throws FORBIDDEN when they are no administrator any more.
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

/** The calling administrator, whose rights stay as they are until the transaction ends; other such transactions need not wait. */
export async function holdCaller(context: SignedInContext, db: Db): Promise<UserRow> {
  await db.selectFrom('users').select('id').where('id', '=', context.user.id).forShare().execute();
  return administrator(context, db);
}

async function administrator(context: SignedInContext, db: Db): Promise<UserRow> {
  const caller = await findUser(db, context.user.id);
  if (caller === undefined || !caller.is_active || !passesRoleCheck(caller.roles, ['Admin']))
    throw new AppError('FORBIDDEN');
  return caller;
}
