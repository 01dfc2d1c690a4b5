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

export interface ListRequest {
  readonly type: DocumentType | undefined;
  readonly category: DocumentCategory | undefined;
  readonly patientId: string | undefined;
  /** Only those deleted after this moment; undefined: only those that are not deleted. */
  readonly deletedSince: Date | undefined;
  readonly orderBy: DocumentSortKey;
  readonly descending: boolean;
  /** From 1; past the end means the last page. */
  readonly page: number;
  readonly pageSize: number;
}
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

/** The ids of a page. Pages of the second half are read from the end, so the last is as fast as the first. */
export async function readPage(db: Db, request: ListRequest): Promise<IdPage> {
  const { totalCount, totalCountIsApproximate } = await count(db, request);
  const { offset, pageSize } = clampPage({ ...request, totalCount });
  const rows = Math.min(pageSize, totalCount - offset);
  const fromEnd = totalCount - offset - rows;
  const isNearStart = totalCountIsApproximate || offset <= fromEnd;
  const ids = isNearStart
    ? await walk(db, request, request.descending, offset, rows)
    : (await walk(db, request, !request.descending, fromEnd, rows)).toReversed();
  return { ids, totalCount, totalCountIsApproximate };
}

/** Kept by the database for types and categories; a patient's and the deleted ones are counted, up to a limit. */
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
 * Reads along an index in the order asked for. Those of a type or a category are read from one index for each pair of the two and merged,
 * which the database only does with parts that are in order themselves; a patient's and the deleted ones are few and are sorted.
 */
async function walk(
  db: Db,
  request: ListRequest,
  descending: boolean,
  offset: number,
  limit: number,
): Promise<string[]> {
  const column = sql.ref(COLUMNS[request.orderBy]);
  const direction = descending ? sql`desc` : sql`asc`;
  const order = sql`order by ${column} ${direction}, id ${direction}`;
  const parts = kindsOf(request).map(
    (kind) =>
      sql`(select id, ${column} from documents where ${conditions(kind)} ${order} limit ${offset + limit})`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union all `)}) as d ${order} offset ${offset} limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The request for each pair of type and category that it reaches; itself where no index is split by them. */
function kindsOf(request: ListRequest): ListRequest[] {
  const { type, category, patientId, deletedSince } = request;
  const isWhole = type === undefined && category === undefined;
  if (patientId !== undefined || deletedSince !== undefined || isWhole) return [request];
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
