import type { DocumentRow } from '@portal/contract/documents';
import { parseRecordSearch } from '@portal/domain/record-search';
import type { Db } from '#db/database.ts';
import { findDocuments } from './document-repo.ts';
import { presentRow } from './document-view.ts';
import { findFirstDocumentIds } from './list-repo.ts';

/** Returns the newest documents that a search finds, without deleted ones. The caller records the read. */
export async function findMatchingDocuments(db: Db, search: string, limit: number): Promise<DocumentRow[]> {
  const ids = await findFirstDocumentIds(db, parseRecordSearch(search), limit);
  return (await findDocuments(db, ids)).map((row) => presentRow(row));
}
