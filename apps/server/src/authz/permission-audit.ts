import type { Insertable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { PermissionAuditTable } from '#db/tables/access.ts';

/** A line of the permission audit: one role or user, one permission. */
export type PermissionChange = Insertable<PermissionAuditTable>;

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const CHUNK = 2_000;

/** Writes lines of the permission audit, in the transaction of the change itself. */
export async function recordPermissionChanges(db: Db, changes: readonly PermissionChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += CHUNK)
    await db
      .insertInto('permission_audit')
      .values(changes.slice(start, start + CHUNK))
      .execute();
}
