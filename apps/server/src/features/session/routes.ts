import * as passkeys from '@portal/contract/passkeys';
import * as session from '@portal/contract/session';
import { sessionOf } from '#authz/caller.ts';
import { idleEnd, touchSession } from '#authz/session-lookup.ts';
import { AppError } from '#platform/app-error.ts';
import { ownIdentity, ssoLogout, ssoSession } from '@portal/contract/single-sign-on';
import type { Binder } from '#http/bind.ts';
import type { SignedInContext } from '#request/context.ts';
import { signLiveTicket, TICKET_SECONDS } from '#features/live-feed/index.ts';
import { findCurrentUser } from '#features/users/index.ts';
import { getOwnIdentity } from './confirm-identity.ts';
import { getFormKey } from './form-key.ts';
import { signIn, signOut } from './sign-in.ts';
import { changeOwnPassword } from './own-password.ts';
import { endOwnSession, listOwnSessions } from './own-sessions.ts';
import { requestConfirmation } from './passkey-answer.ts';
import { addPasskey, getTwoFactor, removePasskey, renamePasskey, startPasskey } from './passkeys.ts';
import { readBrowser } from './sso-cookie.ts';
import { getSignOutUrl } from './sso-logout.ts';
import { exchangeTicket } from './sso-session.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  removeApp,
  renewRecoveryCodes,
  startTwoFactor,
} from './two-factor.ts';

const expiry = ({ user }: SignedInContext) => ({
  idleExpiresAt: user.idleExpiresAt.toISOString(),
  expiresAt: user.expiresAt.toISOString(),
});

/** Binds the endpoints for sign-in, sign-out and the caller's own account. */
export function bindSession(binder: Binder): void {
  binder.bind(session.login, ({ body }, context) => signIn(context, body));
  bindSingleSignOn(binder);
  binder.bind(session.logout, (_input, context) => signOut(context));
  binder.bind(session.permissions, async (_input, context) =>
    [...context.user.permissions].toSorted().map((name) => ({ name })),
  );
  binder.bind(session.me, async (_input, context) => {
    const user = await findCurrentUser(context.deps.db, context.user.id, context.now);
    if (user === undefined) throw new AppError('SESSION_EXPIRED');
    return { user: { ...user, mustChangePassword: context.user.mustChangePassword }, ...expiry(context) };
  });
  binder.bind(session.heartbeat, async (_input, context) => {
    await touchSession(context.deps.db, sessionOf(context.user), context.now);
    return { ...expiry(context), idleExpiresAt: idleEnd(context.now).toISOString() };
  });
  binder.bind(session.changePassword, ({ body }, context) =>
    changeOwnPassword(context, body.currentPassword, body.newPassword),
  );
  binder.bind(session.sessions, (_input, context) => listOwnSessions(context));
  binder.bind(session.endSession, ({ params }, context) => endOwnSession(context, params.id));
  binder.bind(session.formKey, ({ params }, context) => getFormKey(context, params.id));
  binder.bind(session.startTwoFactor, ({ body }, context) => startTwoFactor(context, body));
  binder.bind(session.enableTwoFactor, ({ body }, context) => enableTwoFactor(context, body.code));
  binder.bind(session.disableTwoFactor, ({ body }, context) => disableTwoFactor(context, body));
  binder.bind(session.renewRecoveryCodes, ({ body }, context) => renewRecoveryCodes(context, body));
  binder.bind(passkeys.twoFactorGet, (_input, context) => getTwoFactor(context));
  binder.bind(passkeys.twoFactorAppRemove, ({ body }, context) => removeApp(context, body));
  binder.bind(passkeys.passkeyChallenge, (_input, context) => requestConfirmation(context));
  binder.bind(passkeys.passkeyStart, ({ body }, context) => startPasskey(context, body));
  binder.bind(passkeys.passkeyAdd, ({ body }, context) => addPasskey(context, body));
  binder.bind(passkeys.passkeyRename, ({ params, body }, context) =>
    renamePasskey(context, params.id, body.name),
  );
  binder.bind(passkeys.passkeyRemove, ({ params, body }, context) => removePasskey(context, params.id, body));
  binder.bind(session.liveTicket, async (_input, context) => ({
    ticket: await signLiveTicket(context.deps.keys, context.user, context.now),
    expiresInSeconds: TICKET_SECONDS,
  }));
}

function bindSingleSignOn(binder: Binder): void {
  // The cookie is not part of the contract: only a browser has it.
  binder.bindPrepared(ssoSession, async ({ deps }, { headers }) => {
    const browser = readBrowser(headers.cookie, deps.config.sso?.redirectUri.startsWith('https:') === true);
    return ({ body }, context) => exchangeTicket(context, body, browser);
  });
  binder.bind(ssoLogout, (_input, context) => getSignOutUrl(context));
  binder.bind(ownIdentity, (_input, context) => getOwnIdentity(context));
}
