import { isKeyValidAt, KEY_ROLES } from '@portal/domain/api-key';
import { passesRoleCheck } from '@portal/domain/roles';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED, SHARED } from '#db/statement-marks.ts';
import { LimitedMap } from '#platform/limited-map.ts';
import { isSilent, latestPast } from '#platform/time-limits.ts';
import { isSameHash } from '#security/api-key.ts';
import type { Caller } from './caller.ts';
import { identityOf, rightsColumns, rightsJoins, type RightsRow } from './rights.ts';

/** Minimum interval between writes of a key's last use, so that calls do not cause writes. */
const TOUCH_MS = 60_000;

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly key_hash: Buffer;
  readonly created_by: string;
  readonly creator_is_active: boolean;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly suspended_at: Date | null;
  readonly last_used_at: Date | null;
  readonly rights_version: string;
}

/** The key that was presented, whether or not it may still be used. */
export interface FoundKey {
  readonly id: string;
  readonly creatorId: string;
}
/** Result of a key lookup. `stale`: the last use is due to be written. */
export type KeyLookup =
  | { readonly outcome: 'unknown' }
  | {
      readonly outcome: 'unusable';
      readonly key: FoundKey;
      readonly why: 'revoked' | 'expired' | 'suspended' | 'creator inactive' | 'creator may have no keys';
    }
  | {
      readonly outcome: 'valid';
      readonly caller: Caller;
      readonly ipAllowed: boolean;
      readonly stale: boolean;
    };

interface KnownRights {
  readonly version: string;
  readonly from: Date;
  readonly until: Date | null;
  readonly ipAllowed: boolean;
  /** The creator still has the role that keys belong to. */
  readonly mayHaveKeys: boolean;
  readonly identity: ReturnType<typeof identityOf>;
}

const MOST_KNOWN = 1_000;
/** By database, key and address. */
const known = new WeakMap<Db, LimitedMap<string, KnownRights>>();

/** Forgets the remembered rights of this process, so that the next call reads them again. */
export const forgetKeyRights = (db: Db): void => void known.delete(db);

/**
 * Looks up the caller of a key: its creator, limited to the permissions that both have at `now`, and without roles. Like the lookup of a
 * session, every call reads the key and the version of the rights, and reads the rights only when the version has changed.
 */
export async function lookUpApiKey(
  db: Db,
  { prefix, hash }: { readonly prefix: string; readonly hash: Buffer },
  ip: string,
  now: Date,
): Promise<KeyLookup> {
  const row = await readKey(db, prefix);
  if (row === undefined || !isSameHash(row.key_hash, hash)) return { outcome: 'unknown' };
  const key = { id: row.id, creatorId: row.created_by };
  if (row.revoked_at !== null) return { outcome: 'unusable', key, why: 'revoked' };
  if (!isKeyValidAt(row.expires_at, now)) return { outcome: 'unusable', key, why: 'expired' };
  if (row.suspended_at !== null) return { outcome: 'unusable', key, why: 'suspended' };
  const rights = row.creator_is_active ? await currentRights(db, row, ip, now) : undefined;
  if (rights === undefined) return { outcome: 'unusable', key, why: 'creator inactive' };
  if (!rights.mayHaveKeys) return { outcome: 'unusable', key, why: 'creator may have no keys' };
  return {
    outcome: 'valid',
    ipAllowed: rights.ipAllowed,
    stale: row.last_used_at === null || isSilent(row.last_used_at, now, TOUCH_MS),
    caller: {
      ...rights.identity,
      sessionId: null,
      apiKey: { id: row.id, name: row.name },
      roles: [],
      rightsUntil: rights.until,
      idleExpiresAt: row.expires_at,
      expiresAt: row.expires_at,
    },
  };
}

async function currentRights(db: Db, key: KeyRow, ip: string, now: Date): Promise<KnownRights | undefined> {
  const cache = known.get(db) ?? new LimitedMap<string, KnownRights>(MOST_KNOWN);
  known.set(db, cache);
  const place = `${key.id} ${ip}`;
  const before = cache.get(place);
  if (
    before?.version === key.rights_version &&
    now >= before.from &&
    (before.until === null || now < before.until)
  )
    return before;
  const row = await readRights(db, key.id, ip, now);
  if (row === undefined) return undefined;
  const rights = {
    version: row.rights_version,
    from: now,
    until: row.next_expiry,
    ipAllowed: row.ip_allowed,
    mayHaveKeys: passesRoleCheck(row.roles, KEY_ROLES),
    identity: {
      ...identityOf(row, now),
      // Users of single sign-on may never have set a password.
      mustChangePassword: row.must_change_password && !row.is_linked,
    },
  };
  cache.set(place, rights);
  return rights;
}

async function readKey(db: Db, prefix: string): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.name, k.key_hash, k.created_by, u.is_active as creator_is_active, k.expires_at, k.revoked_at,
      k.suspended_at, k.last_used_at,
      v.version as rights_version
    from api_keys k join users u on u.id = k.created_by cross join rights_version v
    where k.prefix = ${prefix} ${SHARED}`.execute(db);
  return rows[0];
}

interface KeyRights extends RightsRow {
  /** The creator signs in with single sign-on. */
  readonly is_linked: boolean;
}

async function readRights(db: Db, keyId: string, ip: string, now: Date): Promise<KeyRights | undefined> {
  const ofKey = sql`exists (select from api_key_permissions kp where kp.api_key_id = k.id and kp.permission_id = p.id)`;
  const { rows } = await sql<KeyRights>`
    select ${rightsColumns(ip, now, ofKey)},
      exists (select from sso_identities i where i.user_id = u.id) as is_linked
    from api_keys k join users u on u.id = k.created_by and u.is_active ${rightsJoins}
    where k.id = ${keyId} ${PREPARED}`.execute(db);
  return rows[0];
}

/** Writes the last use of a key. It never moves backwards. */
export async function touchApiKey(db: Db, keyId: string, ip: string, now: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now, last_used_ip: ip })
    .where('id', '=', keyId)
    .where((eb) =>
      eb.or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<=', new Date(now.getTime() - TOUCH_MS)),
        eb('last_used_at', '>', latestPast(now)),
      ]),
    )
    .execute();
}
