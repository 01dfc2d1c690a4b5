import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import type { Writer } from './dictation-repo.ts';

/** Deletes unsigned dictations permanently. */
export async function deleteDictations(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('dictations').where('id', '=', anyId(ids)).where('status', '!=', 'Signed').execute();
}

/** Deactivates dictations and increments their versions. */
export async function deactivateDictations(
  db: Db,
  ids: readonly string[],
  { by, now }: Writer,
): Promise<void> {
  await db
    .updateTable('dictations')
    .set((eb) => ({
      is_active: false,
      deactivated_at: now,
      deactivated_by: by,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', anyId(ids))
    .execute();
}

/** Reactivates a dictation and increments its version. */
export async function activateDictation(db: Db, id: string): Promise<void> {
  await db
    .updateTable('dictations')
    .set((eb) => ({
      is_active: true,
      deactivated_at: null,
      deactivated_by: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}
