import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import { ERRORS } from '@portal/contract/errors';
import { login, logout } from '@portal/contract/session';
import { TEMPORARY_PASSWORD_HOURS } from '@portal/domain/password';
import { AddressThrottle } from '#authz/address-throttle.ts';
import { LoginThrottle } from '#authz/login-throttle.ts';
import { sessionOf } from '#authz/caller.ts';
import { countUnknownSignIn } from '#authz/unknown-sign-ins.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError } from '#platform/app-error.ts';
import { stillHolds } from '#platform/time-limits.ts';
import type { RequestContext } from '#request/context.ts';
import { verifyAgainstNothing, verifyPassword } from '#security/password-hash.ts';
import { operation } from '#http/operation.ts';
import { findAccount, hasSignedInFrom, type Account } from './account-repo.ts';
import { refuseWhile } from './attempt-limits.ts';
import { maySignInWithPassword } from './password-sign-in.ts';
import { openSession } from './open-session.ts';
import { endSession } from './session-repo.ts';
import { passesTwoFactor, refusalOf } from './two-factor/two-factor-proof.ts';

type Credentials = BodyOf<typeof login>;

/**
 * Signs in. Unknown user, wrong password, inactive user and forbidden IP address all get the same response in the same time.
 * Throws INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, PASSWORD_SIGN_IN_OFF, TOO_MANY_ATTEMPTS.
 */
export const signIn = operation(login, async (context, { body: credentials }) => {
  const { deps, ip, now } = context;
  refuseWhile(await new LoginThrottle(deps.keys).waitSeconds(deps.db, credentials.username, ip, now));
  const account = await findAccount(deps.db, credentials.username, ip, now);
  const work = () => checkCredentials(context, credentials, account);
  const throttle = new AddressThrottle(deps.keys);
  if (!(await throttle.isOver(deps.db, ip, now))) return work();
  // People who have signed in from this address do not wait behind someone who guesses there.
  const isKnown = account !== undefined && (await hasSignedInFrom(deps.db, account.id, ip));
  return isKnown ? work() : throttle.inTurn(ip, work);
});

async function checkCredentials(
  context: RequestContext,
  credentials: Credentials,
  account: Account | undefined,
): Promise<AnswerOf<typeof login>> {
  const { deps, now } = context;
  const matches =
    account === undefined
      ? await verifyAgainstNothing(credentials.password)
      : await verifyPassword(account.passwordHash, credentials.password);
  // Checked first, so that from a forbidden IP address nothing reveals whether the password is correct.
  if (account !== undefined && !account.ipAllowed)
    return refuse(context, credentials, account, { values: { refused: 'IP whitelist' } });
  if (account === undefined || !matches || !account.isActive) return refuse(context, credentials, account);
  const { temporaryPasswordExpiresAt: expiry } = account;
  if (expiry !== null && !stillHolds(expiry, now, TEMPORARY_PASSWORD_HOURS * 3_600_000)) {
    return refuse(context, credentials, account, {
      message: 'Your temporary password has expired. Contact your administrator to reset your password.',
    });
  }
  if (!maySignInWithPassword(deps.config, account.userName)) return refuseOff(context, account);
  const confirmedBy = await passesTwoFactor(context, account, credentials);
  if (confirmedBy === false)
    return refuse(context, credentials, account, { message: refusalOf(credentials) });
  return openSession(context, account, confirmedBy);
}

async function refuse(
  context: RequestContext,
  credentials: Credentials,
  account: Account | undefined,
  { message, values = null }: { message?: string; values?: Readonly<Record<string, string>> | null } = {},
): Promise<never> {
  const { deps, ip, now } = context;
  const { wait, isTooMany } = await inTransaction(context, async (tx) => {
    const entry =
      account === undefined
        ? await countUnknownSignIn(tx.db, { ip, now })
        : ({
            action: 'LoginFailed',
            entityType: 'User',
            entityId: account.id,
            newValues: values,
          } as const);
    if (entry !== undefined) tx.audit(entry);
    return {
      wait: await new LoginThrottle(deps.keys).recordFailure(tx.db, credentials.username, ip, now),
      isTooMany: await new AddressThrottle(deps.keys).recordFailure(tx.db, ip, now),
    };
  });
  refuseWhile(wait);
  if (isTooMany)
    throw new AppError('TOO_MANY_ATTEMPTS', {
      message: `${message ?? ERRORS.INVALID_CREDENTIALS.text} Many sign-ins from your network have failed. Wait a few seconds before you try again.`,
      retryAfterSeconds: 5,
    });
  throw new AppError('INVALID_CREDENTIALS', message === undefined ? {} : { message });
}

/** Only said to someone who knows the password, so that it reveals nothing about accounts. */
async function refuseOff(context: RequestContext, account: Account): Promise<never> {
  const { sso } = context.deps.config;
  await inTransaction(context, async (tx) => {
    tx.audit({
      action: 'LoginFailed',
      entityType: 'User',
      entityId: account.id,
      newValues: { refused: 'password sign-in is off' },
    });
  });
  throw new AppError('PASSWORD_SIGN_IN_OFF', {
    message: `Signing in with a password is turned off. Use “Sign in with ${sso?.name ?? 'single sign-on'}”.`,
  });
}

/** Ends the caller's session. */
export const signOut = operation(logout, async (context) => {
  const { id: userId, username } = context.user;
  const sessionId = sessionOf(context.user);
  await inTransaction(context, async (tx) => {
    await endSession(tx.db, { id: sessionId, userId }, context.now, 'logout');
    tx.audit({ action: 'Logout', entityType: 'Session', entityId: sessionId });
    tx.activity({
      event: 'user.signed_out',
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
});
