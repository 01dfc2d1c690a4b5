import { z } from 'zod';
import { ConfigError } from './config-error.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the text is the identifier of an issuer: an HTTPS URL, or HTTP on this machine, without query and fragment. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]|\/\.well-known\//.test(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname)));
}

/** The settings of single sign-on with OpenID Connect. */
export const ssoEnvironment = {
  /** The issuer, exactly as its discovery document names it. Default: no single sign-on. */
  OIDC_ISSUER: z
    .string()
    .refine(
      isIssuer,
      'OIDC_ISSUER must be the address of the issuer, such as https://login.example/tenant, without /.well-known; http only on this machine',
    )
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** The label of the button: “Sign in with …”. */
  OIDC_NAME: z
    .string()
    .normalize()
    .max(40, 'OIDC_NAME can have at most 40 characters')
    .default('single sign-on'),
  OIDC_SCOPES: z
    .string()
    .refine(
      (text) => text.split(' ').includes('openid') && /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text),
      'OIDC_SCOPES must be scopes separated by spaces and include openid',
    )
    .default('openid email profile'),
  /** The domain of the directory (Google’s `hd`). Default at Google: EMAIL_DOMAIN; elsewhere: any. */
  OIDC_DOMAIN: z.hostname({ error: 'OIDC_DOMAIN must be a domain name' }).toLowerCase().optional(),
  /** Who may sign in with a password: everyone, or only the SuperAdmin with this username. */
  PASSWORD_SIGN_IN: z.string().default('everyone'),
};

/** Single sign-on with OpenID Connect. */
export interface SsoSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the users call it, such as `Entra ID`. */
  readonly name: string;
  readonly scopes: string;
  readonly redirectUri: string;
  /** Where the issuer sends the browser back to after a logout. */
  readonly afterLogoutUri: string;
  /** The domain that the claim `hd` must name; undefined: any. */
  readonly domain: string | undefined;
  /** `OIDC_DOMAIN` is not set at Google, so that the domain is only assumed. */
  readonly isDomainAssumed: boolean;
  /** The username of the only one who may sign in with a password; undefined: everyone may. */
  readonly passwordOnlyFor: string | undefined;
}

/** Google’s issuer, where anyone in the world can have an account. */
export const GOOGLE = 'https://accounts.google.com';

/** Where the browser starts a single sign-on, below `/api`. */
export const SSO_START = '/auth/sso/start';
/** Where the issuer sends the browser back to, below `/api`. */
export const SSO_CALLBACK = '/auth/sso/callback';

/** The settings of single sign-on, or undefined without it. Throws `ConfigError` that names what is missing. */
export function ssoSettings(
  env: z.output<z.ZodObject<typeof ssoEnvironment>>,
  { publicOrigin, emailDomain }: { readonly publicOrigin: string; readonly emailDomain: string },
): SsoSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  const required = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  const missing = Object.entries(required).flatMap(([name, value]) => (value === undefined ? [name] : []));
  const onlyFor = env.PASSWORD_SIGN_IN === 'everyone' ? undefined : env.PASSWORD_SIGN_IN;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    if (missing.length < 3)
      throw new ConfigError(`Invalid settings. Single sign-on also needs ${missing.join(' and ')}.`);
    if (onlyFor !== undefined)
      throw new ConfigError(
        'Invalid settings. PASSWORD_SIGN_IN can only turn off passwords if single sign-on is set up (OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET).',
      );
    return undefined;
  }
  return {
    issuer,
    clientId,
    clientSecret,
    name: env.OIDC_NAME,
    scopes: env.OIDC_SCOPES,
    redirectUri: `${publicOrigin}/api${SSO_CALLBACK}`,
    afterLogoutUri: `${publicOrigin}/login`,
    domain: env.OIDC_DOMAIN ?? (issuer === GOOGLE ? emailDomain.toLowerCase() : undefined),
    isDomainAssumed: issuer === GOOGLE && env.OIDC_DOMAIN === undefined,
    passwordOnlyFor: onlyFor,
  };
}
