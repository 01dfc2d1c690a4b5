import type { Letterhead } from '@portal/contract/signed-print';
import type { Db } from '#db/database.ts';

/** Lists the locations whose letterhead at the last update is not stored yet. */
export const listOpenLetterheads = (db: Db) =>
  db
    .selectFrom('letterheads as l')
    .innerJoin('offices as o', 'o.id', 'l.location_id')
    .select(['l.digest', 'o.id as location_id', 'o.super_admin_only'])
    .where('l.content', 'is', null)
    .orderBy('l.digest')
    .execute();

/** Stores the letterhead of a location, unless another process has. */
export async function fillLetterhead(db: Db, digest: Buffer, content: Letterhead): Promise<void> {
  await db
    .updateTable('letterheads')
    .set({ content: JSON.stringify(content) })
    .where('digest', '=', digest)
    .where('content', 'is', null)
    .execute();
}
