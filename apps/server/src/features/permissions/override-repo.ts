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
