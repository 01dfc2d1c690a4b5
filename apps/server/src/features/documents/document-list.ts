import { type documentExport, documentList, type DocumentRow } from '@portal/contract/documents';
import type { BodyOf } from '@portal/contract/endpoint';
import { RESTORE_DAYS } from '@portal/domain/document';
import { parseRecordSearch } from '@portal/domain/record-search';
import type { Db } from '#db/database.ts';
import { recordRead } from '#request/record-read.ts';
import { AppError } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { findDocuments } from './document-repo.ts';
import { findFirstDocumentIds, readPage, type DocumentFilter } from './list-repo.ts';
import { presentRow } from './document-view.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Lists a page of documents, newest first by default. The search text is not audited, because it is health data itself.
 * Throws FORBIDDEN for `deleted` without Document.Delete.
 */
export const getDocuments = operation(documentList, async (context, { query }) => {
  const { db } = context.deps;
  const orderBy = query.orderBy ?? 'createdAt';
  const direction = query.sortDirection ?? (query.orderBy === undefined ? 'desc' : 'asc');
  const { ids, ...totals } = await readPage(db, {
    ...documentFilter(context, query),
    orderBy,
    descending: direction === 'desc',
    page: query.page,
    pageSize: query.pageSize,
  });
  const rows = await findDocuments(db, ids);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'Document',
    entityId: null,
    patientId: query.patientId ?? null,
    newValues: { documentIds: ids, patientIds: [...new Set(rows.map((row) => row.patient_id))] },
  });
  return { data: rows.map((row) => presentRow(row)), ...totals };
});

/** Returns the list rows of these documents, in this order, without deleted ones. The caller records the read. */
export const documentRowsOf = async (db: Db, ids: readonly string[]): Promise<DocumentRow[]> =>
  (await findDocuments(db, ids))
    .filter(({ deleted_at: deletedAt }) => deletedAt === null)
    .map((row) => presentRow(row));

/** Returns the newest documents that a search finds. The caller records the read. */
export const findMatchingDocuments = async (db: Db, search: string, limit: number): Promise<DocumentRow[]> =>
  documentRowsOf(db, await findFirstDocumentIds(db, parseRecordSearch(search), limit));

/** The filter of a request. Throws FORBIDDEN for `deleted` without Document.Delete. */
export function documentFilter(
  context: SignedInContext,
  { type, category, patientId, deleted, search }: BodyOf<typeof documentExport>,
): DocumentFilter {
  if (deleted && !hasPermission(context, 'Document.Delete')) throw new AppError('FORBIDDEN');
  const deletedSince = deleted ? new Date(context.now.getTime() - RESTORE_DAYS * DAY_MS) : undefined;
  return { type, category, patientId, deletedSince, texts: parseRecordSearch(search) };
}
