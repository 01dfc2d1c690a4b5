import { latestKeyExpiry, type Suspension } from '@portal/domain/api-key';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A key with the names of its creator and of who revoked it. */
export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly permissions: string[];
  readonly created_by: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly creator_is_active: boolean;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly revoked_by: string | null;
  readonly revoker_first_name: string | null;
  readonly revoker_last_name: string | null;
  readonly suspended_at: Date | null;
  readonly suspended_because: Suspension | null;
  readonly last_used_at: Date | null;
  readonly last_used_ip: string | null;
}

export interface ApiKeyFilter {
  readonly activeOnly: boolean;
  readonly createdBy?: string | undefined;
  /** Only keys of this user, whatever else is asked; null for all. */
  readonly ownedBy: string | null;
}

/** SQL: whether key `k` of creator `u` can be used at `now`, unless it is suspended. */
const isLive = (now: Date) =>
  sql<boolean>`(k.revoked_at is null and k.expires_at > ${now} and k.expires_at <= ${latestKeyExpiry(now)} and u.is_active)`;
const isActive = (now: Date) => sql<boolean>`(${isLive(now)} and k.suspended_at is null)`;

const matching = (db: Db, { activeOnly, createdBy, ownedBy }: ApiKeyFilter, now: Date) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .$if(activeOnly, (query) => query.where(isActive(now)))
    .$if(createdBy !== undefined, (query) => query.where('k.created_by', '=', createdBy ?? ''))
    .$if(ownedBy !== null, (query) => query.where('k.created_by', '=', ownedBy ?? ''));

const rowsOf = (query: ReturnType<typeof matching>) =>
  query
    .leftJoin('users as r', 'r.id', 'k.revoked_by')
    .select([
      'k.id',
      'k.name',
      'k.prefix',
      sql<
        string[]
      >`array(select p.name from api_key_permissions kp join permissions p on p.id = kp.permission_id where kp.api_key_id = k.id)`.as(
        'permissions',
      ),
      'k.created_by',
      'u.first_name',
      'u.last_name',
      'u.is_active as creator_is_active',
      'k.created_at',
      'k.expires_at',
      'k.revoked_at',
      'k.revoked_by',
      'r.first_name as revoker_first_name',
      'r.last_name as revoker_last_name',
      'k.suspended_at',
      'k.suspended_because',
      'k.last_used_at',
      'k.last_used_ip',
    ]);

/** Counts the keys that match. */
export async function countApiKeys(db: Db, filter: ApiKeyFilter, now: Date): Promise<number> {
  const { count } = await matching(db, filter, now)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists a page of the keys that match, active ones first, then newest first. */
export function listApiKeys(
  db: Db,
  filter: ApiKeyFilter,
  page: { readonly pageSize: number; readonly offset: number },
  now: Date,
): Promise<ApiKeyRow[]> {
  return rowsOf(matching(db, filter, now))
    .orderBy(isActive(now), 'desc')
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
}

/** Finds a key. */
export function findApiKey(db: Db, id: string, now: Date): Promise<ApiKeyRow | undefined> {
  return rowsOf(matching(db, { activeOnly: false, ownedBy: null }, now))
    .where('k.id', '=', id)
    .executeTakeFirst();
}

/** Makes concurrent creations wait until the transaction ends, because which names are taken depends on the time. */
export const lockNames = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('api-key-names'))`.execute(db);
};

/** Whether an active or suspended key has this name, in any case. */
export async function hasActiveName(db: Db, name: string, now: Date): Promise<boolean> {
  const found = await matching(db, { activeOnly: false, ownedBy: null }, now)
    .select('k.id')
    .where(isLive(now))
    .where(sql`lower(k.name)`, '=', sql`lower(${name}::text)`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

interface NewApiKey {
  readonly name: string;
  readonly prefix: string;
  readonly key_hash: Buffer;
  readonly created_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** Inserts a key with its permissions and returns its id. */
export async function insertApiKey(
  db: Db,
  values: NewApiKey,
  permissions: readonly string[],
): Promise<string> {
  const { id } = await db
    .insertInto('api_keys')
    .values({
      ...values,
      revoked_at: null,
      revoked_by: null,
      suspended_at: null,
      suspended_because: null,
      last_used_at: null,
      last_used_ip: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('api_key_permissions')
    .columns(['api_key_id', 'permission_id'])
    .expression(
      db
        .selectFrom('permissions')
        .select([sql<string>`${id}::uuid`.as('api_key_id'), 'id as permission_id'])
        .where('name', 'in', [...permissions]),
    )
    .execute();
  return id;
}

/** Revokes a key, of this creator unless it is null. Returns false if there is none or it already was. */
export async function revoke(
  db: Db,
  id: string,
  { by, ofCreator }: { readonly by: string; readonly ofCreator: string | null },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: now, revoked_by: by })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .$if(ofCreator !== null, (query) => query.where('created_by', '=', ofCreator ?? ''))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the suspension of a key. Returns false if it is not suspended. */
export async function enable(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ suspended_at: null, suspended_because: null })
    .where('id', '=', id)
    .where('suspended_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
