import type { SsoSettings } from '#platform/sso-config.ts';
import type { Deps } from '#request/context.ts';
import { SsoIssuer } from './sso-issuer.ts';

const issuers = new WeakMap<SsoSettings, SsoIssuer>();

/** The issuer of the settings, the same for all requests because it keeps what it has read; undefined without single sign-on. */
export function issuerOf({ config: { sso }, clock }: Pick<Deps, 'config' | 'clock'>): SsoIssuer | undefined {
  if (sso === undefined) return undefined;
  const issuer = issuers.get(sso) ?? new SsoIssuer(sso, clock);
  issuers.set(sso, issuer);
  return issuer;
}
