import { readSessionToken } from '../security/session-token.ts';
import { AppError } from '../http/app-error.ts';
import type { Caller, Deps } from '../http/context.ts';
import { idleEnd, lookUpSession, touchSession } from './session-lookup.ts';

export interface Credentials {
  readonly authorization: string | undefined;
  readonly ip: string;
}
export interface Authenticated {
  readonly caller: Caller;
  /** The office's whitelist lets the address in; the caller may do nothing otherwise. */
  readonly ipAllowed: boolean;
}

/**
 * Who calls. A background call never extends the session, nor does one from a forbidden address.
 * Throws UNAUTHENTICATED without a token, SESSION_EXPIRED with one that no longer stands.
 */
export async function authenticate(
  deps: Deps,
  { authorization, ip }: Credentials,
  background: boolean,
): Promise<Authenticated> {
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('UNAUTHENTICATED');
  const now = deps.clock.now();
  const claims = await readSessionToken(deps.keys, token, now);
  if (claims === null) throw new AppError('SESSION_EXPIRED');
  const session = await lookUpSession(deps.db, claims.sessionId, ip, now);
  if (!session.found || session.caller.id !== claims.userId) throw new AppError('SESSION_EXPIRED');
  const { caller, ipAllowed, stale } = session;
  if (!ipAllowed || !stale || background) return { caller, ipAllowed };
  await touchSession(deps.db, claims.sessionId, now);
  return { caller: { ...caller, idleExpiresAt: idleEnd(now) }, ipAllowed };
}
