import { passesRoleCheck } from '@portal/domain/roles';
import { removeExpiredOverrides } from '#authz/expired-overrides.ts';
import type { Tx } from '#request/transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';

/** A user whose permissions are being changed. */
export interface Person {
  readonly id: string;
  readonly userName: string;
}

/** A CONFLICT error with this message. */
export const conflict = (message: string) => new AppError('CONFLICT', { message });

/**
 * Locks the caller and the given users (or a role's members) in order of ID, to avoid deadlocks between administrators, and
 * checks the caller's role again. Records expired overrides of these users. Returns the given users that exist, by ID. Throws
 * FORBIDDEN if the caller is no longer a SuperAdmin.
 */
export async function lockPeople(
  context: SignedInContext,
  tx: Tx,
  who: { readonly userIds: readonly string[] } | { readonly membersOf: string },
): Promise<Map<string, Person>> {
  const locked = await tx.db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_name', 'u.is_active'])
    .where((eb) =>
      eb.or([
        eb('u.id', '=', context.user.id),
        'userIds' in who
          ? eb('u.id', 'in', [context.user.id, ...who.userIds])
          : eb(
              'u.id',
              'in',
              eb.selectFrom('user_roles').select('user_id').where('role_id', '=', who.membersOf),
            ),
      ]),
    )
    .orderBy('u.id')
    .forNoKeyUpdate()
    .execute();
  await requireSuperAdmin(context, tx, locked);
  const people = locked.filter(({ id }) => !('userIds' in who) || who.userIds.includes(id));
  if (people.length > 0)
    await removeExpiredOverrides(tx.db, {
      auditKey: context.deps.keys.audit,
      now: context.now,
      userIds: people.map(({ id }) => id),
    });
  return new Map(people.map((row) => [row.id, { id: row.id, userName: row.user_name }]));
}

async function requireSuperAdmin(
  context: SignedInContext,
  tx: Tx,
  locked: readonly { readonly id: string; readonly is_active: boolean }[],
): Promise<void> {
  // A separate statement, so it sees changes committed while waiting for the lock.
  const roles = await tx.db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .select('r.name')
    .where('ur.user_id', '=', context.user.id)
    .execute();
  const isActive = locked.some((row) => row.id === context.user.id && row.is_active);
  const names = roles.map(({ name }) => name);
  if (!isActive || !passesRoleCheck(names, ['SuperAdmin'])) throw new AppError('FORBIDDEN');
}

/** Ensures that users do not change their own permissions. Throws FORBIDDEN. */
export function requireOthers(context: SignedInContext, userIds: readonly string[]): void {
  if (userIds.includes(context.user.id))
    throw new AppError('FORBIDDEN', {
      message: 'You cannot change your own permissions. Ask another SuperAdmin.',
    });
}
