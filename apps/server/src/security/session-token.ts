import { jwtVerify, SignJWT } from 'jose';
import type { Keys } from './keys.ts';

/** Issuer and audience of session tokens: the portal itself. */
export const TOKEN_ISSUER = 'medical-portal';

export interface SessionClaims {
  readonly sessionId: string;
  readonly userId: string;
}
const TYPE = 'JWT';

export interface TokenSubject extends SessionClaims {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly officeId: string | null;
  readonly roles: readonly string[];
}

/** Signs a session token (JWT) with the user’s identity, roles and session id. */
export function signSessionToken(
  keys: Keys,
  subject: TokenSubject,
  issuedAt: Date,
  expiresAt: Date,
): Promise<string> {
  return new SignJWT({
    UserId: subject.userId,
    ...(subject.officeId === null ? {} : { OfficeId: subject.officeId }),
    unique_name: subject.username,
    email: subject.email,
    given_name: subject.firstName,
    family_name: subject.lastName,
    role: [...subject.roles],
    sid: subject.sessionId,
  })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_ISSUER)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(keys.token);
}

/** The claims of a session token, or null when it is forged, malformed, for another audience or expired at `now`. */
export function readSessionToken(keys: Keys, token: string, now: Date): Promise<SessionClaims | null> {
  return readToken(keys, token, TYPE, now);
}

/** The claims of a token of type `typ` signed by this portal, or null. */
export async function readToken(
  keys: Keys,
  token: string,
  typ: string,
  now: Date,
): Promise<SessionClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keys.token, {
      algorithms: ['HS256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_ISSUER,
      requiredClaims: ['iat', 'exp'],
      currentDate: now,
      typ,
    });
    const { sid, UserId } = payload;
    return typeof sid === 'string' && typeof UserId === 'string' ? { sessionId: sid, userId: UserId } : null;
  } catch {
    return null;
  }
}
