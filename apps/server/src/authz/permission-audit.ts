import type { Insertable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { PermissionAuditTable } from '#db/schema.ts';

/** An entry of the permission audit: one permission of one role or user. */
export type PermissionChange = Insertable<PermissionAuditTable>;

/** Rows per statement; PostgreSQL allows 65,535 parameters. */
const CHUNK = 2_000;

/** Writes permission audit entries. Call it in the transaction of the change. */
export async function recordPermissionChanges(db: Db, changes: readonly PermissionChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += CHUNK)
    await db
      .insertInto('permission_audit')
      .values(changes.slice(start, start + CHUNK))
      .execute();
}
