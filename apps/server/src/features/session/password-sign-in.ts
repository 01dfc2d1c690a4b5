import type { SignInOptions } from '@portal/contract/single-sign-on';
import type { Config } from '#platform/config.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { SSO_START } from '#platform/sso-config.ts';
import type { Db } from '#db/database.ts';
import { isActiveSuperAdmin } from './sso/sso-repo.ts';

export function maySignInWithPassword({ sso }: Pick<Config, 'sso'>, userName: string): boolean {
  const only = sso?.passwordOnlyFor;
  return only === undefined || only.toLowerCase() === userName.toLowerCase();
}

/** How users can sign in. Does not say who may still use a password. */
export const signInOptionsOf = ({ sso }: Pick<Config, 'sso'>): SignInOptions => ({
  sso:
    sso === undefined ? null : { name: sso.name, start: new URL(`/api${SSO_START}`, sso.redirectUri).href },
  password: sso?.passwordOnlyFor === undefined,
});

/**
 * Checks that the only user who may sign in with a password can: otherwise nobody could if the issuer is down. Returns what it found; throws
 * OperatorError.
 */
export async function requireEmergencyAccount(db: Db, { sso }: Pick<Config, 'sso'>): Promise<string> {
  const only = sso?.passwordOnlyFor;
  if (only === undefined) return 'everyone may sign in with a password';
  if (await isActiveSuperAdmin(db, only)) return `only ${only} may sign in with a password`;
  throw new OperatorError(
    `PASSWORD_SIGN_IN names ${only}, who is not an active SuperAdmin. Set it to the username of one, or to everyone; otherwise nobody could sign in while the OpenID Connect issuer is down.`,
  );
}
