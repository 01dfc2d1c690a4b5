import type { Db } from '#db/database.ts';
import type { TokenClaims as TicketClaims } from '#security/session-token.ts';
import { TICKET_SECONDS } from './ticket.ts';

/** Uses up a ticket for a connection, in all processes. Returns false if it has opened one before. */
export async function useLiveTicket(db: Db, { tokenId }: TicketClaims, now: Date): Promise<boolean> {
  if (tokenId === null) return false;
  const row = await db
    .insertInto('used_live_tickets')
    .values({ id: tokenId, expires_at: new Date(now.getTime() + TICKET_SECONDS * 1000) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
