import type { DocumentSortKey } from '@portal/contract/documents';
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_TYPES,
  type DocumentCategory,
  type DocumentType,
} from '@portal/domain/document';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readListPage, type IdPage, type PageRequest } from '#db/list-page.ts';
import { countRows } from '#db/row-counts.ts';

/** Filters of the document list. */
interface DocumentFilter {
  readonly type: DocumentType | undefined;
  readonly category: DocumentCategory | undefined;
  readonly patientId: string | undefined;
  /** Lists only documents deleted after this time; if undefined, only documents that are not deleted. */
  readonly deletedSince: Date | undefined;
}
/** A request for a page of the document list. */
export interface ListRequest extends DocumentFilter, PageRequest {
  readonly orderBy: DocumentSortKey;
  readonly descending: boolean;
}

const COLUMNS = {
  createdAt: 'created_at',
  fileName: 'file_name_key',
  size: 'size_bytes',
} as const satisfies Record<DocumentSortKey, string>;

/** Lists the document ids of a page. */
export async function readPage(db: Db, request: ListRequest): Promise<IdPage> {
  const { type, category, patientId, deletedSince, descending } = request;
  const [first, ...others] = splitByKind(request).map((kind) => sql`documents where ${conditions(kind)}`);
  return readListPage(
    db,
    {
      parts: [first ?? sql`documents where false`, ...others],
      order: [
        { column: COLUMNS[request.orderBy], descending },
        { column: 'id', descending },
      ],
    },
    request,
    patientId === undefined && deletedSince === undefined
      ? await countRows(db, 'documents', { type, category })
      : undefined,
  );
}

/** With a type or category, each pair of type and category is read from its index. */
function splitByKind(filter: DocumentFilter): DocumentFilter[] {
  const { type, category, patientId, deletedSince } = filter;
  const isUnfiltered = type === undefined && category === undefined;
  if (patientId !== undefined || deletedSince !== undefined || isUnfiltered) return [filter];
  const types = type === undefined ? DOCUMENT_TYPES : [type];
  const categories = category === undefined ? DOCUMENT_CATEGORIES : [category];
  return types.flatMap((one) => categories.map((other) => ({ ...filter, type: one, category: other })));
}

function conditions({ type, category, patientId, deletedSince }: DocumentFilter) {
  const parts = [
    ...(deletedSince === undefined
      ? [sql`deleted_at is null`]
      : [sql`deleted_at > ${deletedSince} and purged_at is null`]),
    ...(type === undefined ? [] : [sql`type = ${type}`]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(patientId === undefined ? [] : [sql`patient_id = ${patientId}`]),
  ];
  return sql.join(parts, sql` and `);
}
