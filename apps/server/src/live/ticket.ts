import { jwtVerify, SignJWT } from 'jose';
import type { Caller } from '../http/context.ts';
import type { Keys } from '../security/keys.ts';
import type { SessionClaims } from '../security/session-token.ts';

/** How long a ticket for the live connection is good: it travels in an address (decisions 35). */
export const TICKET_SECONDS = 60;
const TYPE = 'live+jwt';

export function signLiveTicket(keys: Keys, caller: Caller, now: Date): Promise<string> {
  return new SignJWT({ sid: caller.sessionId, UserId: caller.id })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + TICKET_SECONDS * 1000))
    .sign(keys.token);
}

/** The session a ticket stands for, or null. A session token is not a ticket. */
export async function readLiveTicket(keys: Keys, ticket: string, now: Date): Promise<SessionClaims | null> {
  try {
    const { payload } = await jwtVerify(ticket, keys.token, {
      algorithms: ['HS256'],
      currentDate: now,
      typ: TYPE,
    });
    const { sid, UserId } = payload;
    return typeof sid === 'string' && typeof UserId === 'string' ? { sessionId: sid, userId: UserId } : null;
  } catch {
    return null;
  }
}
