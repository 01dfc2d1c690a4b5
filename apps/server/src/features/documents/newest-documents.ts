import type { DocumentRow } from '@portal/contract/documents';
import type { Db } from '#db/database.ts';
import type { Total } from '#db/list-page.ts';
import { documentRowsOf } from './document-list.ts';
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
  return { rows: await documentRowsOf(db, ids), ...totals };
}
