import { ABSOLUTE_HOURS, IDLE_MINUTES } from '@portal/domain/session';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/prepared.ts';
import type { Caller } from './caller.ts';

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

interface Row {
  user_id: string;
  user_name: string;
  office_id: string | null;
  must_change_password: boolean;
  last_activity_at: Date;
  expires_at: Date;
  roles: string[];
  permissions: string[];
  ip_allowed: boolean;
}

/** Result of a session lookup. `stale`: the last activity is due to be written. */
export type SessionLookup =
  | { readonly found: false }
  | { readonly found: true; readonly caller: Caller; readonly ipAllowed: boolean; readonly stale: boolean };

/**
 * Looks up the caller of a session in one statement. Requires a valid session and an active user. Returns the roles, the
 * effective permissions at `now` (SuperAdmin has all that are not revoked), and whether the user's office allows the IP
 * address (SuperAdmin is exempt).
 */
export async function lookUpSession(
  db: Db,
  sessionId: string,
  ip: string,
  now: Date,
): Promise<SessionLookup> {
  const result = await sql<Row>`
    select s.user_id, u.user_name, u.office_id, u.must_change_password, s.last_activity_at, s.expires_at,
      coalesce(r.names, '{}') as roles,
      array(
        select p.name from permissions p
        left join user_permission_overrides o
          on o.user_id = u.id and o.permission_id = p.id and (o.expires_at is null or o.expires_at > ${now})
        where coalesce(o.is_granted, 'SuperAdmin' = any (coalesce(r.names, '{}')) or exists (
          select from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
          where ur.user_id = u.id and rp.permission_id = p.id))
      ) as permissions,
      ('SuperAdmin' = any (coalesce(r.names, '{}')) or not exists (
        select from office_ip_whitelist w where w.office_id = u.office_id and (w.expires_at is null or w.expires_at > ${now})
      ) or exists (
        select from office_ip_whitelist w where w.office_id = u.office_id and (w.expires_at is null or w.expires_at > ${now})
          and ${ip}::inet <<= w.ip_address
      )) as ip_allowed
    from sessions s
    join users u on u.id = s.user_id and u.is_active
    left join lateral (
      select array_agg(ro.name order by ro.display_order) as names
      from user_roles ur join roles ro on ro.id = ur.role_id where ur.user_id = u.id
    ) r on true
    where s.id = ${sessionId} and s.ended_at is null and s.expires_at > ${now}
      and s.last_activity_at > ${new Date(now.getTime() - IDLE_MS)}
    ${PREPARED}`.execute(db);
  const row = result.rows[0];
  if (row === undefined) return { found: false };
  const stale = now.getTime() - row.last_activity_at.getTime() >= TOUCH_MS;
  return {
    found: true,
    ipAllowed: row.ip_allowed,
    stale,
    caller: {
      id: row.user_id,
      sessionId,
      username: row.user_name,
      officeId: row.office_id,
      roles: row.roles,
      permissions: new Set(row.permissions),
      mustChangePassword: row.must_change_password,
      idleExpiresAt: idleEnd(row.last_activity_at),
      expiresAt: row.expires_at,
    },
  };
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
