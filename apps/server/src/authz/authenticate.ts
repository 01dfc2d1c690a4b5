import { readSessionToken } from '../security/session-token.ts';
import { AppError } from '../http/app-error.ts';
import type { Caller, Deps } from '../http/context.ts';
import { lookUpSession, touchSession } from './session-lookup.ts';

export interface Credentials {
  readonly authorization: string | undefined;
  readonly ip: string;
}

/**
 * Who calls. A background call never extends the session (decisions 13).
 * Throws UNAUTHENTICATED without a token, SESSION_EXPIRED with one that no longer stands, IP_NOT_ALLOWED (decisions 46).
 */
export async function authenticate(
  deps: Deps,
  { authorization, ip }: Credentials,
  background: boolean,
): Promise<Caller> {
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('UNAUTHENTICATED');
  const now = deps.clock.now();
  const claims = await readSessionToken(deps.keys, token, now);
  if (claims === null) throw new AppError('SESSION_EXPIRED');
  const session = await lookUpSession(deps.db, claims.sessionId, ip, now);
  if (!session.found || session.caller.id !== claims.userId) throw new AppError('SESSION_EXPIRED');
  if (!session.ipAllowed) throw new AppError('IP_NOT_ALLOWED');
  if (session.stale && !background) await touchSession(deps.db, claims.sessionId, now);
  return session.caller;
}
