import { isKeyValidAt, KEY_ROLES } from '@portal/domain/api-key';
import { passesRoleCheck } from '@portal/domain/roles';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED, SHARED } from '#db/statement-marks.ts';
import { isSilent, latestPast } from '#platform/time-limits.ts';
import { isSameHash } from '#security/api-key.ts';
import type { Caller } from './caller.ts';
import { type KnownRights, knownRights, rememberRights } from './known-rights.ts';
import { rightsColumns, rightsJoins, type RightsRow } from './rights.ts';

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
  if (!passesRoleCheck(rights.roles, KEY_ROLES))
    return { outcome: 'unusable', key, why: 'creator may have no keys' };
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
  const known = knownRights(db, key.id, ip, now);
  if (known?.version === key.rights_version) return known;
  const row = await readRights(db, key.id, ip, now);
  return row && rememberRights(db, key.id, { row, ip, now });
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

async function readRights(db: Db, keyId: string, ip: string, now: Date): Promise<RightsRow | undefined> {
  const ofKey = sql`exists (select from api_key_permissions kp where kp.api_key_id = k.id and kp.permission_id = p.id)`;
  const { rows } = await sql<RightsRow>`
    select ${rightsColumns(ip, now, ofKey)},
      exists (select from sso_identities i where i.user_id = u.id) as is_single_sign_on
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
