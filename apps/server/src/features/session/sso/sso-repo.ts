import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { IDLE_MINUTES } from '@portal/domain/session';
import { latestEnd } from '#platform/time-limits.ts';
import type { SsoIdentity } from './sso-identity.ts';

/** How long the user may take at the issuer, and then to enter a code. */
export const SSO_MINUTES = 10;
const SIGN_IN_MS = SSO_MINUTES * 60_000;

export interface StartedSignIn {
  readonly stateHash: Buffer;
  readonly browserHash: Buffer;
  /** Encrypted. */
  readonly secret: Buffer;
  readonly expiresAt: Date;
}

/** Stores a started sign-in. */
export async function insertSignIn(db: Db, row: StartedSignIn): Promise<void> {
  await db
    .insertInto('sso_sign_ins')
    .values({
      state_hash: row.stateHash,
      browser_hash: row.browserHash,
      secret: row.secret,
      expires_at: row.expiresAt,
    })
    .execute();
}

/** Removes a sign-in that this browser has started and returns its secret; undefined if there is none that is still valid. */
export async function takeSignIn(
  db: Db,
  { stateHash, browserHash }: Pick<StartedSignIn, 'stateHash' | 'browserHash'>,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('sso_sign_ins')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestEnd(now, SIGN_IN_MS))
    .returning('secret')
    .executeTakeFirst();
  return row?.secret;
}

/** The user of an identity. `isNewLink`: found by the email address, which links only if a person entered or confirmed it. */
export interface MatchedUser {
  readonly userId: string;
  readonly userName: string;
  /** The user is linked to another identity of this issuer. */
  readonly hasOtherLink: boolean;
  readonly isActive: boolean;
  readonly isNewLink: boolean;
  readonly mayLink: boolean;
}

/** Finds the user linked to an identity, or else the active user with its verified email address. */
export async function findMatch(db: Db, identity: SsoIdentity): Promise<MatchedUser | undefined> {
  const linked = await db
    .selectFrom('sso_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['u.id', 'u.user_name', 'u.is_active'])
    .where('i.issuer', '=', identity.issuer)
    .where('i.subject', '=', identity.subject)
    .executeTakeFirst();
  if (linked !== undefined)
    return {
      userId: linked.id,
      userName: linked.user_name,
      isActive: linked.is_active,
      isNewLink: false,
      mayLink: false,
      hasOtherLink: false,
    };
  if (identity.verifiedEmail === null) return undefined;
  // Email addresses of users are unique in lowercase.
  const byEmail = await db
    .selectFrom('users as u')
    .leftJoin('sso_identities as i', (join) =>
      join.onRef('i.user_id', '=', 'u.id').on('i.issuer', '=', identity.issuer),
    )
    .select(['u.id', 'u.user_name', 'u.email_confirmed_at', 'i.subject as other_subject'])
    .where(sql`lower(u.email)`, '=', identity.verifiedEmail.toLowerCase())
    .where('u.is_active', '=', true)
    .executeTakeFirst();
  return (
    byEmail && {
      userId: byEmail.id,
      userName: byEmail.user_name,
      isActive: true,
      isNewLink: true,
      mayLink: byEmail.email_confirmed_at !== null,
      hasOtherLink: byEmail.other_subject !== null,
    }
  );
}

/** Records that another identity with the user’s verified address was refused. */
export async function recordOtherIdentity(
  db: Db,
  { userId, issuer }: { readonly userId: string; readonly issuer: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('sso_identities')
    .set({ refused_at: now })
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .execute();
}

/** When the last session of a user by single sign-on ended, by a logout or on its own; undefined if none has. */
export async function lastSsoEnd(db: Db, userId: string, now: Date): Promise<Date | undefined> {
  const idleEnd = sql<Date>`least(expires_at, last_activity_at + make_interval(mins => ${IDLE_MINUTES}))`;
  const row = await db
    .selectFrom('sessions')
    .select(sql<Date | null>`max(coalesce(ended_at, ${idleEnd}))`.as('end'))
    .where('user_id', '=', userId)
    .where('is_single_sign_on', '=', true)
    .where((is) => is.or([is('ended_at', 'is not', null), is(idleEnd, '<=', now)]))
    .executeTakeFirst();
  return row?.end ?? undefined;
}

/** What the browser exchanges for a session. */
export interface Ticket {
  readonly userId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly isNewLink: boolean;
}

/** A ticket and the browser it belongs to. */
export interface TicketKey {
  readonly ticketHash: Buffer;
  readonly browserHash: Buffer;
}

/** Stores a ticket. */
export async function insertTicket(
  db: Db,
  { ticketHash, browserHash }: TicketKey,
  { userId, issuer, subject, isNewLink }: Ticket,
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sso_tickets')
    .values({
      ticket_hash: ticketHash,
      browser_hash: browserHash,
      user_id: userId,
      issuer,
      subject,
      is_new_link: isNewLink,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute();
}

/** Returns a valid ticket of this browser, or undefined. */
export async function findTicket(
  db: Db,
  { ticketHash, browserHash }: TicketKey,
  now: Date,
): Promise<(Ticket & { readonly createdAt: Date }) | undefined> {
  const row = await db
    .selectFrom('sso_tickets')
    .select(['user_id', 'issuer', 'subject', 'is_new_link', 'created_at'])
    .where('ticket_hash', '=', ticketHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestEnd(now, SIGN_IN_MS))
    .executeTakeFirst();
  return (
    row && {
      userId: row.user_id,
      issuer: row.issuer,
      subject: row.subject,
      isNewLink: row.is_new_link,
      createdAt: row.created_at,
    }
  );
}

/** Gives the user time to enter a code. */
export async function extendTicket(db: Db, { ticketHash }: TicketKey, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sso_tickets')
    .set({ expires_at: expiresAt })
    .where('ticket_hash', '=', ticketHash)
    .execute();
}

/** Uses up a ticket. Returns false if it was used or removed before. */
export async function removeTicket(db: Db, { ticketHash }: TicketKey): Promise<boolean> {
  const removed = await db.deleteFrom('sso_tickets').where('ticket_hash', '=', ticketHash).executeTakeFirst();
  return removed.numDeletedRows === 1n;
}

/**
 * Links an identity to a user. Returns false if the identity or the user has another link, or if the address is no longer the one of
 * when the sign-in began.
 */
export async function insertLink(
  db: Db,
  { userId, issuer, subject, createdAt }: Omit<Ticket, 'isNewLink'> & { readonly createdAt: Date },
  now: Date,
): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_confirmed_at', '<=', createdAt)
    .forShare()
    .executeTakeFirst();
  if (user === undefined) return false;
  const inserted = await db
    .insertInto('sso_identities')
    .values({ issuer, subject, user_id: userId, linked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Whether an identity is still linked to this user; locks the link. */
export async function isLinked(
  db: Db,
  { userId, issuer, subject }: Omit<Ticket, 'isNewLink'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('sso_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** When a session was opened by single sign-on; undefined if it was opened by password. */
export async function findSsoSession(db: Db, sessionId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', sessionId)
    .where('is_single_sign_on', '=', true)
    .executeTakeFirst();
  return row?.created_at;
}

/** Whether an active SuperAdmin has this username (case-insensitive). */
export async function isActiveSuperAdmin(db: Db, userName: string): Promise<boolean> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .select('u.id')
    .where(sql`lower(u.user_name)`, '=', userName.toLowerCase())
    .where('u.is_active', '=', true)
    .where('r.name', '=', 'SuperAdmin')
    .executeTakeFirst();
  return row !== undefined;
}
