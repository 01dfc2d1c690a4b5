import type { DocumentSortKey } from '@portal/contract/documents';
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_TYPES,
  type DocumentCategory,
  type DocumentType,
} from '@portal/domain/document';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readListPage, type IdPage, type List, type PageRequest } from '#db/list-page.ts';
import { containsTexts, searchFirst, searchListPage, type ListSearch } from '#db/list-search.ts';
import { countRows } from '#db/row-counts.ts';

/** Filters of the document list. */
export interface DocumentFilter {
  readonly type: DocumentType | undefined;
  readonly category: DocumentCategory | undefined;
  readonly patientId: string | undefined;
  /** Lists only documents deleted after this time; if undefined, only documents that are not deleted. */
  readonly deletedSince: Date | undefined;
  /** Texts that the document must contain, from `parseRecordSearch`. Empty for no search. */
  readonly texts: readonly string[] | null;
}
export interface ListRequest extends DocumentFilter, PageRequest {
  readonly orderBy: DocumentSortKey;
  readonly descending: boolean;
}

const COLUMNS = {
  createdAt: 'created_at',
  fileName: 'file_name_key',
  size: 'size_bytes',
} as const satisfies Record<DocumentSortKey, string>;

export async function readPage(db: Db, request: ListRequest): Promise<IdPage> {
  const { type, category, patientId, deletedSince, texts } = request;
  if (texts?.length !== 0) return searchListPage(db, searchOf(request), request);
  const [first, ...others] = splitByKind(request).map((kind) => sql`documents where ${conditions(kind)}`);
  return readListPage(
    db,
    { parts: [first ?? sql`documents where false`, ...others], order: orderOf(request) },
    request,
    patientId === undefined && deletedSince === undefined
      ? await countRows(db, 'documents', { type, category })
      : undefined,
  );
}

/** Finds the newest documents that contain the texts, without deleted ones. */
export const findFirstDocumentIds = (db: Db, texts: readonly string[] | null, limit: number) =>
  searchFirst(db, searchOf({ texts, orderBy: 'createdAt', descending: true }), limit);

/** A search reads one index, and tests type and category. */
function searchOf(
  request: Pick<ListRequest, 'texts' | 'orderBy' | 'descending'> & Partial<DocumentFilter>,
): ListSearch {
  const { type, category, patientId, deletedSince, texts } = request;
  const scope = { type: undefined, category: undefined, patientId, deletedSince };
  const list: List = { parts: [sql`documents where ${conditions(scope)}`], order: orderOf(request) };
  return { list, texts, filter: ofKind({ type, category }) };
}

const orderOf = ({ orderBy, descending }: Pick<ListRequest, 'orderBy' | 'descending'>) => [
  { column: COLUMNS[orderBy], descending },
  { column: 'id', descending },
];

/** With a type or category, each pair of type and category is read from its index. */
function splitByKind(filter: DocumentFilter): DocumentFilter[] {
  const { type, category, patientId, deletedSince } = filter;
  const isUnfiltered = type === undefined && category === undefined;
  if (patientId !== undefined || deletedSince !== undefined || isUnfiltered) return [filter];
  const types = type === undefined ? DOCUMENT_TYPES : [type];
  const categories = category === undefined ? DOCUMENT_CATEGORIES : [category];
  return types.flatMap((one) => categories.map((other) => ({ ...filter, type: one, category: other })));
}

export const documentsOf = (filter: DocumentFilter) =>
  sql`documents where ${conditions(filter)} and ${containsTexts(filter.texts)}`;

function conditions({ type, category, patientId, deletedSince }: Omit<DocumentFilter, 'texts'>) {
  const parts = [
    ...(deletedSince === undefined
      ? [sql`deleted_at is null`]
      : [sql`deleted_at > ${deletedSince} and purged_at is null`]),
    ofKind({ type, category }),
    ...(patientId === undefined ? [] : [sql`patient_id = ${patientId}`]),
  ];
  return sql.join(parts, sql` and `);
}

function ofKind({ type, category }: Partial<Pick<DocumentFilter, 'type' | 'category'>>) {
  const parts = [
    sql`true`,
    ...(type === undefined ? [] : [sql`type = ${type}`]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
  ];
  return sql.join(parts, sql` and `);
}
