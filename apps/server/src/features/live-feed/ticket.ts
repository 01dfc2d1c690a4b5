import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { sessionOf, type Caller } from '#authz/caller.ts';
import type { Keys } from '#security/keys.ts';
import { readToken, TOKEN_ISSUER, type TokenClaims as TicketClaims } from '#security/session-token.ts';

/** Lifetime of a live ticket. It is short because the ticket is sent in a URL. */
export const TICKET_SECONDS = 60;
const TYPE = 'live+jwt';

export function signLiveTicket(keys: Keys, caller: Caller, now: Date): Promise<string> {
  return new SignJWT({ sid: sessionOf(caller), UserId: caller.id })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_ISSUER)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + TICKET_SECONDS * 1000))
    .sign(keys.token);
}

/** The session of a ticket, or null. Session tokens are not accepted. */
export function readLiveTicket(keys: Keys, ticket: string, now: Date): Promise<TicketClaims | null> {
  return readToken(keys, ticket, TYPE, now);
}
