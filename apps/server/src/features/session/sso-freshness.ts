import type { Authentication } from './sso-identity.ts';
import { MAX_AGE_SECONDS } from './sso-issuer.ts';

/** Tokens have whole seconds. */
const ROUNDING_MS = 2000;

/**
 * Whether a person must sign in at the issuer again: their last session ended after they did, or it was too long ago. Without a
 * time in the token, any session that has ended asks them again.
 */
export function isTooOld({ at }: Authentication, lastEnd: Date | undefined, now: Date): boolean {
  if (at === null) return lastEnd !== undefined;
  if (lastEnd !== undefined && at <= lastEnd) return true;
  return now.getTime() - at.getTime() > MAX_AGE_SECONDS * 1000 + ROUNDING_MS;
}

/**
 * Whether the person signed in at the issuer after it was told to ask them again (OpenID Connect Core 1.0, section 3.1.2.1: with
 * `max_age`, the ID token must say when). Issuers that do not promise it, such as Google, are believed.
 */
export const isFreshSince = ({ at, isPromised }: Authentication, since: Date): boolean =>
  at === null ? !isPromised : at.getTime() >= since.getTime() - ROUNDING_MS;
