import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { login } from '@portal/contract/session';
import { ERRORS } from '@portal/contract/errors';
import { ABSOLUTE_MS } from '#authz/session-lookup.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { RequestContext, SignedInContext } from '#request/context.ts';
import { findCurrentUser } from '#features/users/index.ts';
import { verifyAgainstNothing, verifyPassword } from '#security/password-hash.ts';
import { signSessionToken } from '#security/session-token.ts';
import { findAccount, recordSignIn, type Account } from './account-repo.ts';
import { endSession, insertSession } from './session-repo.ts';
import { verifyTwoFactorCode } from './two-factor-code.ts';

type Credentials = BodyOf<typeof login>;

/**
 * Signs in. Unknown user, wrong password, inactive user and forbidden IP address all get the same response in the same time.
 * Throws INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, TOO_MANY_ATTEMPTS.
 */
export async function signIn(
  context: RequestContext,
  credentials: Credentials,
): Promise<AnswerOf<typeof login>> {
  const { deps, ip, now } = context;
  const wait = await deps.loginThrottle.waitSeconds(deps.db, credentials.username, ip, now);
  if (wait > 0) throw tooManyAttempts(wait);
  const account = await findAccount(deps.db, credentials.username, ip, now);
  const matches =
    account === undefined
      ? await verifyAgainstNothing(credentials.password)
      : await verifyPassword(account.passwordHash, credentials.password);
  // Checked first, so that from a forbidden IP address nothing reveals whether the password is correct.
  if (account !== undefined && !account.ipAllowed)
    return refuse(context, credentials, account, { values: { refused: 'IP whitelist' } });
  if (account === undefined || !matches || !account.isActive) return refuse(context, credentials, account);
  if (account.temporaryPasswordExpiresAt !== null && account.temporaryPasswordExpiresAt <= now) {
    return refuse(context, credentials, account, {
      message: 'Your temporary password has expired. Contact your administrator to reset your password.',
    });
  }
  if (account.twoFactorEnabled) {
    if (credentials.code === undefined) throw new AppError('SECOND_FACTOR_REQUIRED');
    if (!(await verifyTwoFactorCode(context, account.id, credentials.code))) {
      return refuse(context, credentials, account, { message: ERRORS.WRONG_CODE.text });
    }
  }
  return openSession(context, account);
}

const tooManyAttempts = (seconds: number) =>
  new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds });

async function refuse(
  context: RequestContext,
  credentials: Credentials,
  account: Account | undefined,
  { message, values = null }: { message?: string; values?: Readonly<Record<string, string>> | null } = {},
): Promise<never> {
  const wait = await inTransaction(context, async (tx) => {
    tx.audit({
      action: 'LoginFailed',
      entityType: 'User',
      entityId: account?.id ?? null,
      newValues: values,
    });
    return context.deps.loginThrottle.recordFailure(tx.db, credentials.username, context.ip, context.now);
  });
  if (wait > 0) throw tooManyAttempts(wait);
  throw new AppError('INVALID_CREDENTIALS', message === undefined ? {} : { message });
}

async function openSession(context: RequestContext, account: Account): Promise<AnswerOf<typeof login>> {
  const { deps, now } = context;
  const expiresAt = new Date(now.getTime() + ABSOLUTE_MS);
  return inTransaction(context, async (tx) => {
    // Check again, because concurrent attempts may have reached the limit.
    const wait = await deps.loginThrottle.waitSeconds(tx.db, account.userName, context.ip, now);
    if (wait > 0) throw tooManyAttempts(wait);
    // A password reset or deactivation since the check above wins: it locks this row while it ends the sessions.
    if (!(await recordSignIn(tx.db, account, now))) throw new AppError('INVALID_CREDENTIALS');
    await deps.loginThrottle.clearAddress(tx.db, account.userName, context.ip);
    const sessionId = await insertSession(tx.db, {
      user_id: account.id,
      created_at: now,
      last_activity_at: now,
      expires_at: expiresAt,
      ended_at: null,
      end_reason: null,
      ip_address: context.ip,
      user_agent: context.userAgent,
    });
    const user = await findCurrentUser(tx.db, account.id, now);
    if (user === undefined) throw new AppError('INVALID_CREDENTIALS');
    tx.audit({
      action: 'Login',
      entityType: 'User',
      entityId: account.id,
      userId: account.id,
      sessionId,
      // A SuperAdmin is exempt from the office's whitelist; that is audited.
      newValues: account.ipExempt ? { ipWhitelist: 'exempt' } : null,
    });
    tx.activity({
      description: `${user.firstName} ${user.lastName} signed in`,
      icon: 'Login',
      color: 'info',
      entityType: 'User',
      entityId: account.id,
      requiredRole: 'Admin',
    });
    const token = await signSessionToken(
      deps.keys,
      {
        sessionId,
        userId: user.id,
        username: user.username,
        email: user.email,
        firstName: user.firstName,
        lastName: user.lastName,
        officeId: user.officeId ?? null,
        roles: user.roles,
      },
      now,
      expiresAt,
    );
    return { token, user };
  });
}

/** Ends the caller's session. */
export async function signOut(context: SignedInContext): Promise<undefined> {
  const { id: userId, sessionId, username } = context.user;
  await inTransaction(context, async (tx) => {
    await endSession(tx.db, { id: sessionId, userId }, context.now, 'logout');
    tx.audit({ action: 'Logout', entityType: 'Session', entityId: sessionId });
    tx.activity({
      description: `${username} signed out`,
      icon: 'Login',
      color: 'info',
      entityType: 'User',
      entityId: userId,
      requiredRole: 'Admin',
    });
    tx.notify('sessions', { userId, sessionId });
  });
  return undefined;
}
