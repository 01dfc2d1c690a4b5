import type { DocumentSortKey } from '@portal/contract/documents';
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_TYPES,
  type DocumentCategory,
  type DocumentType,
} from '@portal/domain/document';
import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { countDocuments } from './document-counts.ts';

/** A request for a page of the document list. */
export interface ListRequest {
  readonly type: DocumentType | undefined;
  readonly category: DocumentCategory | undefined;
  readonly patientId: string | undefined;
  /** Lists only documents deleted after this time; if undefined, only documents that are not deleted. */
  readonly deletedSince: Date | undefined;
  readonly orderBy: DocumentSortKey;
  readonly descending: boolean;
  /** 1-based; a page past the end returns the last page. */
  readonly page: number;
  readonly pageSize: number;
}
/** A page of document ids with the total count. */
export interface IdPage {
  readonly ids: readonly string[];
  readonly totalCount: number;
  readonly totalCountIsApproximate: boolean;
}

const COLUMNS = {
  createdAt: 'created_at',
  fileName: 'file_name_key',
  size: 'size_bytes',
} as const satisfies Record<DocumentSortKey, string>;

/** Lists the document ids of a page. Pages in the second half are read from the end, so the last is as fast as the first. */
export async function readPage(db: Db, request: ListRequest): Promise<IdPage> {
  const { totalCount, totalCountIsApproximate } = await count(db, request);
  const { offset, pageSize } = clampPage({ ...request, totalCount });
  const rows = Math.min(pageSize, totalCount - offset);
  const fromEnd = totalCount - offset - rows;
  const isNearStart = totalCountIsApproximate || offset <= fromEnd;
  const ids = isNearStart
    ? await readIds(db, request, request.descending, offset, rows)
    : (await readIds(db, request, !request.descending, fromEnd, rows)).toReversed();
  return { ids, totalCount, totalCountIsApproximate };
}

/** Reads counters that the database maintains per type and category. Patient and deleted lists are counted, up to a limit. */
async function count(
  db: Db,
  request: ListRequest,
): Promise<{ totalCount: number; totalCountIsApproximate: boolean }> {
  if (request.patientId === undefined && request.deletedSince === undefined)
    return { totalCount: await countDocuments(db, request), totalCountIsApproximate: false };
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from documents where ${conditions(request)} limit ${EXACT_COUNT_LIMIT + 1}) as matching`.execute(
    db,
  );
  const totalCount = rows[0]?.count ?? 0;
  return { totalCount, totalCountIsApproximate: totalCount > EXACT_COUNT_LIMIT };
}

/**
 * Reads ids in index order. With a type or category filter, each pair of type and category is read from its index and the
 * sorted parts are merged. Lists of a patient and of deleted documents are short, so the database sorts them.
 */
async function readIds(
  db: Db,
  request: ListRequest,
  descending: boolean,
  offset: number,
  limit: number,
): Promise<string[]> {
  const column = sql.ref(COLUMNS[request.orderBy]);
  const direction = descending ? sql`desc` : sql`asc`;
  const order = sql`order by ${column} ${direction}, id ${direction}`;
  const parts = splitByKind(request).map(
    (kind) =>
      sql`(select id, ${column} from documents where ${conditions(kind)} ${order} limit ${offset + limit})`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union all `)}) as d ${order} offset ${offset} limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Splits the request into one per matching pair of type and category, or returns it unchanged if no such index applies. */
function splitByKind(request: ListRequest): ListRequest[] {
  const { type, category, patientId, deletedSince } = request;
  const isUnfiltered = type === undefined && category === undefined;
  if (patientId !== undefined || deletedSince !== undefined || isUnfiltered) return [request];
  const types = type === undefined ? DOCUMENT_TYPES : [type];
  const categories = category === undefined ? DOCUMENT_CATEGORIES : [category];
  return types.flatMap((one) => categories.map((other) => ({ ...request, type: one, category: other })));
}

function conditions({ type, category, patientId, deletedSince }: ListRequest): RawBuilder<unknown> {
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
