import { readSessionToken } from '#security/session-token.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from './caller.ts';
import type { Db } from '#db/database.ts';
import type { Clock } from '#platform/clock.ts';
import type { Keys } from '#security/keys.ts';
import { idleEnd, lookUpSession, touchSession } from './session-lookup.ts';

interface Needs {
  readonly db: Db;
  readonly keys: Keys;
  readonly clock: Clock;
}
/** The Authorization header and IP address of a request. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly ip: string;
}
export interface Authenticated {
  readonly caller: Caller;
  /** Whether the office's whitelist allows the IP address. If false, the caller may not do anything. */
  readonly ipAllowed: boolean;
}

/**
 * Authenticates the caller. Background calls and calls from a forbidden IP address do not extend the session.
 * `onLookup` is called when a genuine token's session is being looked up, to send statements with it.
 * Throws UNAUTHENTICATED without a token and SESSION_EXPIRED if the session has ended.
 */
export async function authenticate(
  { db, keys, clock }: Needs,
  { authorization, ip }: Credentials,
  background: boolean,
  onLookup?: () => void,
): Promise<Authenticated> {
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('UNAUTHENTICATED');
  const now = clock.now();
  const claims = await readSessionToken(keys, token, now);
  if (claims === null) throw new AppError('SESSION_EXPIRED');
  const lookup = lookUpSession(db, claims.sessionId, ip, now);
  onLookup?.();
  const session = await lookup;
  if (!session.found || session.caller.id !== claims.userId) throw new AppError('SESSION_EXPIRED');
  const { caller, ipAllowed, stale } = session;
  if (!ipAllowed || !stale || background) return { caller, ipAllowed };
  await touchSession(db, claims.sessionId, now);
  return { caller: { ...caller, idleExpiresAt: idleEnd(now) }, ipAllowed };
}
