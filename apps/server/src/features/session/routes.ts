import * as session from '@portal/contract/session';
import { sessionOf } from '#authz/caller.ts';
import { idleEnd, touchSession } from '#authz/session-lookup.ts';
import { AppError } from '#platform/app-error.ts';
import * as sso from '@portal/contract/single-sign-on';
import type { SignedInContext } from '#request/context.ts';
import { signLiveTicket, TICKET_SECONDS } from '#features/live-feed/index.ts';
import { findCurrentUser } from '#features/users/index.ts';
import { operation, preparedOperation } from '#http/operation.ts';
import { getOwnIdentity } from './confirm-identity.ts';
import { readBrowser } from './sso/sso-cookie.ts';
import { exchangeTicket } from './sso/sso-session.ts';

export * from './form-key.ts';
export * from './own-password.ts';
export * from './own-sessions.ts';
export * from './passkeys/passkey-answer.ts';
export * from './passkeys/passkeys.ts';
export * from './sign-in.ts';
export * from './sso/sso-logout.ts';
export * from './two-factor/two-factor.ts';

const expiry = ({ user }: SignedInContext) => ({
  idleExpiresAt: user.idleExpiresAt.toISOString(),
  expiresAt: user.expiresAt.toISOString(),
});

export const permissions = operation(session.permissions, async (context) =>
  [...context.user.permissions].toSorted().map((name) => ({ name })),
);
export const me = operation(session.me, async (context) => {
  const user = await findCurrentUser(context.deps.db, context.user.id, context.now);
  if (user === undefined) throw new AppError('SESSION_EXPIRED');
  return { user: { ...user, mustChangePassword: context.user.mustChangePassword }, ...expiry(context) };
});
export const heartbeat = operation(session.heartbeat, async (context) => {
  await touchSession(context.deps.db, sessionOf(context.user), context.now);
  return { ...expiry(context), idleExpiresAt: idleEnd(context.now).toISOString() };
});
export const liveTicket = operation(session.liveTicket, async (context) => ({
  ticket: await signLiveTicket(context.deps.keys, context.user, context.now),
  expiresInSeconds: TICKET_SECONDS,
}));
export const ssoSession = preparedOperation(sso.ssoSession, async ({ deps }, { headers }) => {
  const browser = readBrowser(headers.cookie, deps.config.sso?.redirectUri.startsWith('https:') === true);
  return (context, { body }) => exchangeTicket(context, body, browser);
});
export const ownIdentity = operation(sso.ownIdentity, (context) => getOwnIdentity(context));
