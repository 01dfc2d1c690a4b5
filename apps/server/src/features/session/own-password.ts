import { changePassword } from '@portal/contract/session';
import { checkPassword } from '@portal/domain/password';
import { sessionOf } from '#authz/caller.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { endSessions } from '#features/users/index.ts';
import { hashPassword, verifyPassword } from '#security/password-hash.ts';
import { operation } from '#http/operation.ts';
import { getPasswordAccount, updatePassword } from './account-repo.ts';
import { limitPasswordAttempts } from './attempt-limits.ts';

/**
 * Checks the caller's password and returns the matching hash. Throws WRONG_PASSWORD (400) on `field`, TOO_MANY_ATTEMPTS.
 */
export async function verifyOwnPassword(
  context: SignedInContext,
  password: string,
  field: string,
): Promise<string> {
  const message = field === 'currentPassword' ? 'Current password is incorrect.' : 'Password is incorrect.';
  const { password_hash: stored } = await getPasswordAccount(context.deps.db, context.user.id);
  return limitPasswordAttempts(
    context,
    async () => ((await verifyPassword(stored, password)) ? stored : null),
    new AppError('WRONG_PASSWORD', { message, errors: { [field]: [message] } }),
  );
}

/** Changes the caller's password and ends their other sessions. Throws WRONG_PASSWORD, and VALIDATION on newPassword. */
export const changeOwnPassword = operation(changePassword, async (context, { body }) => {
  const currentPassword = body.currentPassword;
  const newPassword = body.newPassword;
  const currentHash = await verifyOwnPassword(context, currentPassword, 'currentPassword');
  const { user, deps, now } = context;
  const row = await getPasswordAccount(deps.db, user.id);
  const problems = checkPassword(newPassword, {
    twoFactor: row.has_two_factor,
    contextWords: [
      row.user_name,
      row.first_name,
      row.last_name,
      row.email.split('@')[0] ?? '',
      deps.config.practice.name,
      'medical portal',
    ],
  });
  if (newPassword === currentPassword) problems.push('The new password must differ from the current one');
  if (problems.length > 0)
    throw new AppError('VALIDATION', { message: problems[0] ?? '', errors: { newPassword: problems } });
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(context, async (tx) => {
    // An Admin has reset the password since the check above, which also ended this session.
    if (!(await updatePassword(tx.db, user.id, { current: currentHash, next: passwordHash })))
      throw new AppError('SESSION_EXPIRED');
    await endSessions(tx, user.id, now, 'password changed', sessionOf(user));
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: user.id,
      newValues: { password: 'changed' },
    });
    tx.activity({
      event: 'user.password_changed',
      description: `${user.username} changed their password`,
      icon: 'Security',
      color: 'warning',
      entityType: 'User',
      entityId: user.id,
      requiredRole: 'Admin',
    });
  });
  return undefined;
});
