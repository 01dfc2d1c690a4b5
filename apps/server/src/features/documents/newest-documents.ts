import type { DocumentRow } from '@portal/contract/documents';
import type { Db } from '#db/database.ts';
import type { Total } from '#db/list-page.ts';
import { findDocuments } from './document-repo.ts';
import { presentRow } from './document-view.ts';
import { readPage } from './list-repo.ts';

/** Lists a patient's newest documents. The caller records the read. */
export async function listNewestDocuments(
  db: Db,
  patientId: string,
  pageSize: number,
): Promise<Total & { readonly rows: DocumentRow[] }> {
  const { ids, ...totals } = await readPage(db, {
    type: undefined,
    category: undefined,
    patientId,
    deletedSince: undefined,
    texts: [],
    orderBy: 'createdAt',
    descending: true,
    page: 1,
    pageSize,
  });
  return { rows: (await findDocuments(db, ids)).map((row) => presentRow(row)), ...totals };
}
