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

/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. Others could be stored as the same text. */
const subjectSchema = z.string().regex(/^[\x20-\x7e]{1,255}$/);
/** Other letters can look like ASCII, and some turn into it in lowercase. */
const emailSchema = z.string().regex(/^[\x21-\x7e]{3,254}$/);

/** The subject of an ID token. Throws SsoError. */
export function readSubject(claims: Readonly<Record<string, unknown>>): string {
  const subject = subjectSchema.safeParse(claims['sub']);
  if (!subject.success) throw new SsoError('refused', 'the subject is not valid');
  return subject.data;
}

/**
 * The email address of an ID token or of the userinfo endpoint, or null unless the issuer has verified it. `email_verified` is a boolean
 * (OpenID Connect Core 1.0, section 5.1), but some issuers send it as text.
 */
export function readVerifiedEmail(claims: Readonly<Record<string, unknown>>, issuer: string): string | null {
  const email = emailSchema.safeParse(claims['email']);
  const said = claims['email_verified'];
  const isVerified = said === true || said === 'true' || (isEntra(issuer) && isTrue(claims['xms_edov']));
  return email.success && isVerified ? email.data : null;
}

/** Entra ID has no `email_verified`. Its `xms_edov` says that the owner of the address's domain is verified. */
const isEntra = (issuer: string) =>
  ['login.microsoftonline.com', 'login.microsoftonline.us'].includes(new URL(issuer).hostname);

/** Documented as a boolean; tokens also have 1 or "1". */
const isTrue = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';
