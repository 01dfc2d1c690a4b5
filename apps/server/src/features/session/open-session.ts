import type { AnswerOf } from '@portal/contract/endpoint';
import type { login } from '@portal/contract/session';
import { LoginThrottle } from '#authz/login-throttle.ts';
import { ABSOLUTE_MS } from '#authz/session-lookup.ts';
import { findCurrentUser } from '#features/users/index.ts';
import { AppError } from '#platform/app-error.ts';
import type { RequestContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { signSessionToken } from '#security/session-token.ts';
import { recordSignIn, type Account } from './account-repo.ts';
import { refuseWhile } from './attempt-limits.ts';
import { insertSession } from './session-repo.ts';
import type { SecondFactor } from './two-factor/two-factor-proof.ts';

/** How a session is opened, if not by password. */
interface SessionOptions {
  readonly isSingleSignOn?: boolean;
  /** Runs in the same transaction, after the user is locked. */
  readonly alsoWrite?: (tx: Tx) => Promise<void>;
}

/**
 * Opens a session for an account whose proofs were checked, and records the sign-in and what confirmed it (`passesTwoFactor`).
 * Throws INVALID_CREDENTIALS if the account has changed since it was read, and TOO_MANY_ATTEMPTS.
 */
export async function openSession(
  context: RequestContext,
  account: Account,
  confirmedBy: SecondFactor | 'none',
  { isSingleSignOn = false, alsoWrite }: SessionOptions = {},
): Promise<AnswerOf<typeof login>> {
  const { deps, now } = context;
  const throttle = new LoginThrottle(deps.keys);
  const expiresAt = new Date(now.getTime() + ABSOLUTE_MS);
  return inTransaction(context, async (tx) => {
    // Check again, because concurrent attempts may have reached the limit.
    refuseWhile(await throttle.waitSeconds(tx.db, account.userName, context.ip, now));
    // A password reset or deactivation since the check above wins: it locks this row while it ends the sessions.
    if (!(await recordSignIn(tx.db, account, now))) throw new AppError('INVALID_CREDENTIALS');
    await alsoWrite?.(tx);
    await throttle.clearAddress(tx.db, account.userName, context.ip);
    const sessionId = await insertSession(tx.db, {
      user_id: account.id,
      created_at: now,
      last_activity_at: now,
      expires_at: expiresAt,
      ended_at: null,
      end_reason: null,
      ip_address: context.ip,
      user_agent: context.userAgent,
      is_single_sign_on: isSingleSignOn,
    });
    const user = await findCurrentUser(tx.db, account.id, now);
    if (user === undefined) throw new AppError('INVALID_CREDENTIALS');
    tx.audit({
      action: 'Login',
      entityType: 'User',
      entityId: account.id,
      userId: account.id,
      sessionId,
      newValues: auditValues(account, confirmedBy, isSingleSignOn),
    });
    tx.activity({
      event: 'user.signed_in',
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
    // A sign-in without the password does not ask for a new one.
    return { token, user: { ...user, mustChangePassword: user.mustChangePassword && !isSingleSignOn } };
  });
}

function auditValues(
  { ipExempt }: Account,
  confirmedBy: SecondFactor | 'none',
  isSingleSignOn: boolean,
): Readonly<Record<string, string>> | null {
  const values = {
    ...(isSingleSignOn ? { method: 'single sign-on' } : {}),
    // A SuperAdmin is exempt from the office's whitelist; that is audited.
    ...(ipExempt ? { ipWhitelist: 'exempt' } : {}),
    ...(confirmedBy === 'none' ? {} : { secondFactor: confirmedBy }),
  };
  return Object.keys(values).length === 0 ? null : values;
}
