import { checkPassword } from '@portal/domain/password';
import { inTransaction } from '#db/transaction.ts';
import { AppError } from '#http/app-error.ts';
import type { SignedInContext } from '#http/context.ts';
import { endSessions } from '#people/sessions.ts';
import { hashPassword, verifyPassword } from '#security/password-hash.ts';

/** A stolen session must not become a way to guess the password: wrong ones are slowed down like sign-in. */
const gateName = (context: SignedInContext) => `own-password:${context.user.id}`;

/** Throws WRONG_PASSWORD on `field` (a wrong current password is 400, decisions 4), TOO_MANY_ATTEMPTS. */
export async function checkOwnPassword(
  context: SignedInContext,
  password: string,
  field: string,
): Promise<void> {
  const { deps, ip, now, user } = context;
  const wait = await deps.loginGate.waitSeconds(deps.db, gateName(context), ip, now);
  if (wait > 0) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: wait });
  const row = await deps.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (await verifyPassword(row.password_hash, password))
    return deps.loginGate.clearAddress(deps.db, gateName(context), ip);
  await deps.loginGate.recordFailure(deps.db, gateName(context), ip, now);
  const message = field === 'currentPassword' ? 'Current password is incorrect.' : 'Password is incorrect.';
  throw new AppError('WRONG_PASSWORD', { message, errors: { [field]: [message] } });
}

/** Changes one's own password (decisions 17) and ends the other sessions. Throws WRONG_PASSWORD, VALIDATION on newPassword. */
export async function changeOwnPassword(
  context: SignedInContext,
  currentPassword: string,
  newPassword: string,
): Promise<undefined> {
  await checkOwnPassword(context, currentPassword, 'currentPassword');
  const { user, deps, now } = context;
  const row = await deps.db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'user_name', 'email', 'totp_enabled'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const problems = checkPassword(newPassword, {
    secondFactor: row.totp_enabled,
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
    await tx.db
      .updateTable('users')
      .set({ password_hash: passwordHash, must_change_password: false, temporary_password_expires_at: null })
      .where('id', '=', user.id)
      .execute();
    await endSessions(tx, user.id, now, 'password changed', user.sessionId);
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: user.id,
      newValues: { password: 'changed' },
    });
    tx.activity({
      description: `${user.username} changed their password`,
      icon: 'Security',
      color: 'warning',
      entityType: 'User',
      entityId: user.id,
      requiredRole: 'Admin',
    });
  });
  return undefined;
}
