import type { AnswerOf } from '@portal/contract/endpoint';
import type { ownIdentity } from '@portal/contract/single-sign-on';
import { sessionOf } from '#authz/caller.ts';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { verifyOwnPassword } from './own-password.ts';
import { maySignInWithPassword } from './password-sign-in.ts';
import { findSsoSession } from './sso/sso-repo.ts';

/** How long a single sign-on counts as a confirmation. */
const CONFIRMED_MINUTES = 5;

/** Returns how the caller confirms who they are. */
export async function getOwnIdentity(context: SignedInContext): Promise<AnswerOf<typeof ownIdentity>> {
  const { deps, user, now } = context;
  const openedAt = await findSsoSession(deps.db, sessionOf(user));
  return {
    password: maySignInWithPassword(deps.config, user.username),
    confirmed: openedAt !== undefined && now.getTime() - openedAt.getTime() < CONFIRMED_MINUTES * 60_000,
  };
}

/**
 * Confirms the caller's identity before they change 2FA: with the password or, without one, by a single sign-on of the last five minutes. Otherwise, users
 * who know no password could not set up 2FA. Throws WRONG_PASSWORD, TOO_MANY_ATTEMPTS, and VALIDATION on `password`.
 */
export async function confirmIdentity(context: SignedInContext, password: string | undefined): Promise<void> {
  if (password !== undefined) {
    await verifyOwnPassword(context, password, 'password');
    return;
  }
  const { confirmed } = await getOwnIdentity(context);
  if (confirmed) return;
  const { sso } = context.deps.config;
  throw fieldError(
    'password',
    sso === undefined
      ? 'Password is required'
      : `Enter your password, or log out and sign in with ${sso.name} again; then try again within ${CONFIRMED_MINUTES} minutes.`,
  );
}
