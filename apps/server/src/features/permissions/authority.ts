import { passesRoleCheck } from '@portal/domain/roles';
import type { Tx } from '#request/transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { removeExpiredOverrides } from './expired-overrides.ts';
import { findUsers, lockUserRows, type UserSelection } from './permission-user-repo.ts';

/** A locked user whose permissions are being changed. */
export interface LockedUser {
  readonly id: string;
  readonly userName: string;
}

/**
 * Locks the caller and the given users (or a role's members) in order of ID, to avoid deadlocks between administrators, and
 * checks the caller's role again. Records expired overrides of these users. Returns the given users that exist, by ID. Throws
 * FORBIDDEN if the caller is no longer a SuperAdmin.
 */
export async function lockUsers(
  context: SignedInContext,
  tx: Tx,
  who: UserSelection,
): Promise<Map<string, LockedUser>> {
  const locked = await lockUserRows(tx.db, context.user.id, who);
  // A separate statement, so it sees changes committed while waiting for the lock.
  const [caller] = await findUsers(tx.db, [context.user.id]);
  if (caller?.is_active !== true || !passesRoleCheck(caller.roles, ['SuperAdmin']))
    throw new AppError('FORBIDDEN');
  const users = locked.filter(({ id }) => !('userIds' in who) || who.userIds.includes(id));
  if (users.length > 0)
    await removeExpiredOverrides(tx.db, {
      auditKey: context.deps.keys.audit,
      now: context.now,
      userIds: users.map(({ id }) => id),
    });
  return new Map(users.map((row) => [row.id, { id: row.id, userName: row.user_name }]));
}

/** Ensures that users do not change their own permissions. Throws FORBIDDEN. */
export function requireOthers(context: SignedInContext, userIds: readonly string[]): void {
  if (userIds.includes(context.user.id))
    throw new AppError('FORBIDDEN', {
      message: 'You cannot change your own permissions. Ask another SuperAdmin.',
    });
}
