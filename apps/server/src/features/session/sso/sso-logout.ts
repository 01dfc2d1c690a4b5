import { ssoLogout } from '@portal/contract/single-sign-on';
import { sessionOf } from '#authz/caller.ts';
import { operation } from '#http/operation.ts';
import { SsoError } from './sso-error.ts';
import { issuerOf } from './sso-issuers.ts';
import { findSsoSession } from './sso-repo.ts';

/** Returns where the browser ends the session at the issuer; null for a session by password, or if the issuer cannot. */
export const getSignOutUrl = operation(ssoLogout, async ({ deps, user, log }) => {
  const issuer = issuerOf(deps);
  if (issuer === undefined || (await findSsoSession(deps.db, sessionOf(user))) === undefined)
    return { url: null };
  try {
    return { url: (await issuer.signOutUrl())?.href ?? null };
  } catch (error) {
    if (!(error instanceof SsoError)) throw error;
    log.warn({ reason: error.reason, detail: error.detail }, 'the logout did not reach the issuer');
    return { url: null };
  }
});
