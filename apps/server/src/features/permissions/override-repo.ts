import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { UserPermissionOverridesTable } from '#db/schema.ts';

export type NewOverride = Insertable<UserPermissionOverridesTable>;

export type OverrideRow = Omit<Selectable<UserPermissionOverridesTable>, 'user_id' | 'created_by'> & {
  /** The author; null if unknown. */
  readonly by_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
};

/** Lists a user's overrides that have not expired. */
export function listActiveOverrides(db: Db, userId: string, now: Date): Promise<OverrideRow[]> {
  return db
    .selectFrom('user_permission_overrides as o')
    .leftJoin('users as by', 'by.id', 'o.created_by')
    .select(['o.permission_id', 'o.is_granted', 'o.reason', 'o.expires_at', 'o.created_at'])
    .select(['by.id as by_id', 'by.first_name', 'by.last_name'])
    .where('o.user_id', '=', userId)
    .where((eb) => eb.or([eb('o.expires_at', 'is', null), eb('o.expires_at', '>', now)]))
    .execute();
}

type Expiring = Pick<
  Selectable<UserPermissionOverridesTable>,
  'user_id' | 'permission_id' | 'is_granted' | 'expires_at'
>;
const EXPIRING = ['user_id', 'permission_id', 'is_granted', 'expires_at'] as const;

/** Lists the overrides of all users that expire after `now`, until `end`. */
export const listExpiring = (db: Db, now: Date, end: Date): Promise<Expiring[]> =>
  db
    .selectFrom('user_permission_overrides')
    .select(EXPIRING)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', end)
    .execute();

/** Deletes expired overrides, optionally of the given users only, and returns them. */
export const deleteExpired = (db: Db, now: Date, userIds?: readonly string[]): Promise<Expiring[]> =>
  db
    .deleteFrom('user_permission_overrides')
    .where('expires_at', '<=', now)
    .$if(userIds !== undefined, (query) => query.where('user_id', 'in', [...(userIds ?? [])]))
    .returning(EXPIRING)
    .execute();

/** The names of permissions by id. */
export async function permissionNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const permissions = await db.selectFrom('permissions').select(['id', 'name']).execute();
  return new Map(permissions.map(({ id, name }) => [id, name]));
}

/** Rows per statement; PostgreSQL allows 65,535 parameters. */
const CHUNK = 2_000;

export async function insertOverrides(db: Db, rows: readonly NewOverride[]): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK)
    await db
      .insertInto('user_permission_overrides')
      .values(rows.slice(start, start + CHUNK))
      .execute();
}

/** Deletes a user's overrides of these permissions. */
export async function deleteOverrides(
  db: Db,
  userId: string,
  permissionIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('user_permission_overrides')
    .where('user_id', '=', userId)
    .where('permission_id', 'in', permissionIds)
    .execute();
}
