import { z } from 'zod';
import { SsoError } from './sso-error.ts';

/** Who the issuer says has signed in. */
export interface SsoIdentity {
  readonly issuer: string;
  /** Identifies the person at the issuer, and never changes. */
  readonly subject: string;
  /** Null if there is none or the issuer has not verified it. */
  readonly verifiedEmail: string | null;
}

/** When the person signed in at the issuer. */
export interface Authentication {
  /** Null if the ID token does not say. */
  readonly at: Date | null;
  /** The issuer’s discovery document promises that its tokens say it. */
  readonly isPromised: boolean;
}

type Claims = Readonly<Record<string, unknown>>;

/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. Others could be stored as the same text. */
const subjectSchema = z.string().regex(/^[\x20-\x7e]{1,255}$/);
/** Other letters can look like ASCII, and some turn into it in lowercase. */
const emailSchema = z.string().regex(/^[\x21-\x7e]{3,254}$/);

/** The subject of an ID token. Throws SsoError. */
export function readSubject(claims: Claims): string {
  const subject = subjectSchema.safeParse(claims['sub']);
  if (!subject.success) throw new SsoError('refused', 'the subject is not valid');
  return subject.data;
}

/** The email address of an ID token or of the userinfo endpoint, or null unless the issuer has verified it. */
export function readVerifiedEmail(claims: Claims, issuer: string): string | null {
  const email = emailSchema.safeParse(claims['email']);
  // A boolean in OpenID Connect Core 1.0, section 5.1; some issuers send it as text.
  const isVerified =
    claims['email_verified'] === true ||
    claims['email_verified'] === 'true' ||
    (isEntra(issuer) && isTrue(claims['xms_edov']));
  return email.success && isVerified ? email.data : null;
}

/** Whether the userinfo endpoint may say what the ID token leaves open about the address. */
export const lacksEmail = (claims: Claims): boolean =>
  claims['email'] === undefined ||
  (claims['email_verified'] === undefined && claims['xms_edov'] === undefined);

/**
 * When the person signed in at the issuer, by our clock: `auth_time` is as long ago as it was when the issuer made the token, so a
 * difference of the clocks does not matter. Throws SsoError if the claim is no time.
 */
export function readAuthenticatedAt(
  { auth_time: claimed, iat }: Claims & { readonly iat: number },
  now: Date,
): Date | null {
  if (claimed === undefined) return null;
  if (typeof claimed !== 'number' || !Number.isFinite(claimed))
    throw new SsoError('refused', 'auth_time is not a time');
  return new Date(now.getTime() - Math.max(0, iat - claimed) * 1000);
}

/**
 * Checks that the person belongs to the domain of the practice’s directory. Google’s `hd` is missing for private accounts (Google
 * for Developers, OpenID Connect, looked up on 2026-11-26). Throws SsoError.
 */
export function requireDomain({ hd }: Claims, domain: string | undefined): void {
  if (domain === undefined || (typeof hd === 'string' && hd.toLowerCase() === domain)) return;
  throw new SsoError('domain', 'the claim hd does not name the domain of OIDC_DOMAIN');
}

/** Entra ID has no `email_verified`. Its `xms_edov` says that the owner of the address's domain is verified. */
const isEntra = (issuer: string) =>
  ['login.microsoftonline.com', 'login.microsoftonline.us'].includes(new URL(issuer).hostname);

/** Documented as a boolean; tokens also have 1 or "1". */
const isTrue = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';
