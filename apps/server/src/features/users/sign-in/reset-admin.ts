import type { Transaction } from 'kysely';
import type { LoginThrottle } from '#authz/login-throttle.ts';
import { notify } from '#db/notifier.ts';
import type { Database } from '#db/schema.ts';
import { addActivity } from '#live/activity-store.ts';
import { addNotification } from '#live/notification-store.ts';
import { OperatorError } from '#platform/operator-error.ts';
import type { TemporaryPassword } from '../create-account.ts';
import { isSuperAdmin } from '../authority.ts';
import { suspendKeysOf } from './key-repo.ts';
import { endSessionsOf, findIdByName, listSuperAdmins } from './reset-admin-repo.ts';
import { clearTwoFactor, findUser, lockUsers, updateCredentials } from '../user-repo.ts';

/**
 * Lets a locked-out SuperAdmin back in, for a command on the server: sets a temporary password, turns off two-factor authentication,
 * clears sign-in delays, ends all sessions, suspends the API keys and tells every SuperAdmin. Returns the user's id and the number of
 * suspended keys. Throws `OperatorError`.
 */
export async function resetSuperAdmin(
  tx: Transaction<Database>,
  {
    userName,
    columns,
    throttle,
    now,
  }: {
    userName: string;
    columns: TemporaryPassword['columns'];
    throttle: LoginThrottle;
    now: Date;
  },
): Promise<{ readonly id: string; readonly suspendedKeys: number }> {
  const found = await findIdByName(tx, userName);
  const names = (await listSuperAdmins(tx)).map(({ user_name: name }) => name);
  if (found === undefined)
    throw new OperatorError(`There is no user ${userName}. The active SuperAdmins are: ${names.join(', ')}.`);
  await lockUsers(tx, [found]);
  const target = await findUser(tx, found);
  if (target === undefined || !isSuperAdmin(target))
    throw new OperatorError(
      `${userName} is not a SuperAdmin. The command only resets SuperAdmins, who can reset everybody else: ${names.join(', ')}.`,
    );
  if (!target.is_active)
    throw new OperatorError(
      `${userName} is deactivated. Another SuperAdmin can activate the account: ${names.join(', ')}.`,
    );
  await clearTwoFactor(tx, target.id, now);
  await updateCredentials(tx, target.id, columns, now);
  await throttle.clearAccount(tx, target);
  await endSessionsOf(tx, target.id, 'reset on the server', now);
  await notify(tx, 'sessions', { userId: target.id });
  const keys = await suspendKeysOf(tx, target.id, 'PasswordReset', now);
  await announce(tx, target, now);
  return { id: target.id, suspendedKeys: keys.length };
}

async function announce(
  tx: Transaction<Database>,
  { id, user_name }: { readonly id: string; readonly user_name: string },
  now: Date,
): Promise<void> {
  for (const reader of await listSuperAdmins(tx))
    await addNotification(tx, { kind: 'AdminReset', userId: reader.id, entityId: id }, now, null);
  await addActivity(
    tx,
    {
      event: 'user.password_reset',
      description: `The account ${user_name} was reset with a command on the server`,
      icon: 'Security',
      color: 'warning',
      entityType: 'User',
      entityId: id,
      requiredRole: 'Admin',
    },
    now,
    null,
  );
}
