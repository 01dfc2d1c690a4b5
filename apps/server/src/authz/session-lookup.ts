import { ABSOLUTE_HOURS, IDLE_MINUTES } from '@portal/domain/session';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { fixedStatement } from '#db/fixed-statement.ts';
import { PREPARED, SHARED } from '#db/statement-marks.ts';
import type { Caller } from './caller.ts';
import { type KnownRights, knownRights, rememberRights } from './known-rights.ts';
import { rightsColumns, rightsJoins, type RightsRow } from './rights.ts';
import { latestEnd, latestPast } from '#platform/time-limits.ts';

const IDLE_MS = IDLE_MINUTES * 60_000;
/** Maximum session length in milliseconds. */
export const ABSOLUTE_MS = ABSOLUTE_HOURS * 3_600_000;
/**
 * Minimum interval between writes of a session's last activity, so that reads do not cause writes. A session may therefore end
 * up to this much early, but never late. The client's heartbeat is always written.
 */
const TOUCH_MS = 10_000;

/** When a session with the given last activity expires. */
export const idleEnd = (lastActivity: Date) => new Date(lastActivity.getTime() + IDLE_MS);

/** Result of a session lookup. `stale`: the last activity is due to be written. */
export type SessionLookup =
  | { readonly found: false }
  | { readonly found: true; readonly caller: Caller; readonly ipAllowed: boolean; readonly stale: boolean };

interface SessionRow {
  last_activity_at: Date;
  expires_at: Date;
  rights_version: string;
}

/**
 * Looks up the caller of a session. Requires a valid session and an active user. Returns the roles, the effective permissions
 * at `now` (SuperAdmin has all that are not revoked), and whether the user's office allows the IP address (SuperAdmin is
 * exempt). Every call reads the session and the version of the rights; the rights themselves are read only when the version
 * has changed.
 */
export async function lookUpSession(
  db: Db,
  sessionId: string,
  ip: string,
  now: Date,
): Promise<SessionLookup> {
  const known = knownRights(db, sessionId, ip, now);
  if (known !== undefined) {
    const session = await readSession(db, sessionId, now);
    if (session === undefined) return { found: false };
    if (session.rights_version === known.version) return found(sessionId, known, session, now);
  }
  const row = await readRights(db, sessionId, ip, now);
  if (row === undefined) return { found: false };
  return found(sessionId, rememberRights(db, sessionId, { row, ip, now }), row, now);
}

function found(
  sessionId: string,
  { identity, roles, ipAllowed, until }: KnownRights,
  { last_activity_at: lastActivity, expires_at: expiresAt }: SessionRow,
  now: Date,
): SessionLookup {
  return {
    found: true,
    ipAllowed,
    stale: now.getTime() - lastActivity.getTime() >= TOUCH_MS,
    caller: {
      ...identity,
      sessionId,
      apiKey: null,
      roles,
      rightsUntil: until,
      idleExpiresAt: idleEnd(lastActivity),
      expiresAt,
    },
  };
}

/** The latest expiry, and the earliest and the latest last activity, of a session that is valid at a time. */
const limitsAt = (now: Date) =>
  [latestEnd(now, ABSOLUTE_MS), new Date(now.getTime() - IDLE_MS), latestPast(now)] as const;

type Limits = ReturnType<typeof limitsAt>;

const isValid = (
  sessionId: string,
  now: Date,
  [latestExpiry, earliestActivity, latestActivity]: Limits,
) => sql`
  s.id = ${sessionId} and s.ended_at is null and s.expires_at > ${now} and s.expires_at <= ${latestExpiry}
  and s.last_activity_at > ${earliestActivity} and s.last_activity_at <= ${latestActivity}`;

const sessionStatement = fixedStatement((db, id: string, now: Date, ...limits: Limits) =>
  sql<SessionRow>`
    select s.last_activity_at, s.expires_at, v.version as rights_version
    from sessions s join users u on u.id = s.user_id and u.is_active cross join rights_version v
    where ${isValid(id, now, limits)} ${SHARED}`.compile(db),
);

/** The statements of this turn of the event loop, by database and session. */
const underWay = new WeakMap<Db, Map<string, Promise<SessionRow | undefined>>>();

/**
 * Calls of one session that arrive together, such as those of a page, share a statement. It is sent when the turn has ended
 * (`Connection.send`), so it sees what was committed before any of them arrived.
 */
function readSession(db: Db, sessionId: string, now: Date): Promise<SessionRow | undefined> {
  const lookups = underWay.get(db) ?? new Map<string, Promise<SessionRow | undefined>>();
  underWay.set(db, lookups);
  const shared = lookups.get(sessionId);
  if (shared !== undefined) return shared;
  const lookup = lookUp(db, sessionId, now);
  lookups.set(sessionId, lookup);
  const forget = () => void lookups.delete(sessionId);
  setImmediate(forget);
  // Without a database it fails before the turn ends; the next call tries again.
  lookup.catch(forget);
  return lookup;
}

async function lookUp(db: Db, sessionId: string, now: Date): Promise<SessionRow | undefined> {
  const [row] = await sessionStatement(db, sessionId, now, ...limitsAt(now));
  return row;
}

async function readRights(
  db: Db,
  sessionId: string,
  ip: string,
  now: Date,
): Promise<(SessionRow & RightsRow) | undefined> {
  const { rows } = await sql<SessionRow & RightsRow>`
    select s.last_activity_at, s.expires_at, s.is_single_sign_on, ${rightsColumns(ip, now)}
    from sessions s join users u on u.id = s.user_id and u.is_active ${rightsJoins}
    where ${isValid(sessionId, now, limitsAt(now))} ${PREPARED}`.execute(db);
  return rows[0];
}

/** Extends the session after user activity. The last activity never moves backwards. */
export async function touchSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_activity_at: now })
    .where('id', '=', sessionId)
    .where('last_activity_at', '<', now)
    .execute();
}
