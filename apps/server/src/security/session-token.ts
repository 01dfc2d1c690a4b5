import { jwtVerify, SignJWT } from 'jose';
import { LimitedMap } from '#platform/limited-map.ts';
import { latestPast } from '#platform/time-limits.ts';
import type { Keys } from './keys.ts';

/** Issuer and audience of session tokens: the portal itself. */
export const TOKEN_ISSUER = 'medical-portal';

export interface SessionClaims {
  readonly sessionId: string;
  readonly userId: string;
}
/** The claims of a token with an id of its own, or null. */
export interface TokenClaims extends SessionClaims {
  readonly tokenId: string | null;
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

interface VerifiedToken {
  readonly claims: TokenClaims;
  readonly expiresAt: number;
}

const MOST_VERIFIED = 10_000;
/** Session tokens whose signature was verified, by the key. */
const verified = new WeakMap<Keys, LimitedMap<string, VerifiedToken>>();

/**
 * The claims of a session token, or null when it is forged, malformed, for another audience or expired at `now`. The signature is
 * verified once per process.
 */
export async function readSessionToken(keys: Keys, token: string, now: Date): Promise<SessionClaims | null> {
  const tokens = verified.get(keys) ?? new LimitedMap<string, VerifiedToken>(MOST_VERIFIED);
  verified.set(keys, tokens);
  const known = tokens.get(token) ?? (await verify(keys, token, TYPE, now));
  if (known === null || now.getTime() >= known.expiresAt) return null;
  tokens.set(token, known);
  return known.claims;
}

/** The claims of a token of type `typ` signed by this portal, or null. */
export async function readToken(
  keys: Keys,
  token: string,
  typ: string,
  now: Date,
): Promise<TokenClaims | null> {
  return (await verify(keys, token, typ, now))?.claims ?? null;
}

async function verify(keys: Keys, token: string, typ: string, now: Date): Promise<VerifiedToken | null> {
  try {
    const { payload } = await jwtVerify(token, keys.token, {
      algorithms: ['HS256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_ISSUER,
      requiredClaims: ['iat', 'exp'],
      currentDate: now,
      typ,
    });
    const { sid, UserId, jti = null, iat, exp } = payload;
    if (typeof sid !== 'string' || typeof UserId !== 'string' || iat === undefined || exp === undefined)
      return null;
    if (iat * 1000 > latestPast(now).getTime()) return null;
    return {
      claims: { sessionId: sid, userId: UserId, tokenId: jti },
      expiresAt: exp * 1000,
    };
  } catch {
    return null;
  }
}
