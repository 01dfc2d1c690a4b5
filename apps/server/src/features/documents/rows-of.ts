import type { DocumentRow } from '@portal/contract/documents';
import type { Db } from '#db/database.ts';
import { findDocuments } from './document-repo.ts';
import { presentRow } from './document-view.ts';

/** Returns the list rows of these documents, in this order, without deleted ones. The caller records the read. */
export async function documentRowsOf(db: Db, ids: readonly string[]): Promise<DocumentRow[]> {
  return (await findDocuments(db, ids))
    .filter(({ deleted_at: deletedAt }) => deletedAt === null)
    .map((row) => presentRow(row));
}
