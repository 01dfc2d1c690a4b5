import { clampPage } from '@portal/domain/list';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { codeConditions, type CodeFilter, type CodePage, type CodePageRequest } from './code-filter.ts';
import { findCodes } from './code-repo.ts';
import { readSearchPage } from './word-search.ts';

/** Reads a page of codes by type and code. In a search, codes that start with the first word come first. */
export async function readCodePage(db: Db, request: CodePageRequest): Promise<CodePage> {
  const { words } = request;
  if (words === null) return readListPage(db, request);
  if (words.length === 0) return { rows: [], totalCount: 0, totalCountIsApproximate: false };
  return readSearchPage(db, { ...request, words });
}

async function readListPage(db: Db, request: CodePageRequest): Promise<CodePage> {
  const totalCount = await countCodes(db, request);
  const { pageSize, offset } = clampPage({ ...request, totalCount });
  const rows = Math.min(pageSize, totalCount - offset);
  const fromEnd = totalCount - offset - rows;
  // Reads from the nearer end, so that the last page is as fast as the first.
  const ids =
    fromEnd < offset
      ? (await readIds(db, request, { offset: fromEnd, rows }, 'desc')).toReversed()
      : await readIds(db, request, { offset, rows });
  return { rows: await findCodes(db, ids), totalCount, totalCountIsApproximate: false };
}

/** Exact totals from counters that the database maintains on every change. */
async function countCodes(db: Db, { codeType, isActive }: CodeFilter): Promise<number> {
  let query = db
    .selectFrom('billing_code_counts')
    .select(sql<number>`coalesce(sum(codes), 0)::int`.as('codes'));
  if (codeType !== null) query = query.where('code_type', '=', codeType);
  if (isActive !== null) query = query.where('is_active', '=', isActive);
  return (await query.executeTakeFirstOrThrow()).codes;
}

async function readIds(
  db: Db,
  filter: CodeFilter,
  slice: { readonly offset: number; readonly rows: number },
  direction: 'asc' | 'desc' = 'asc',
): Promise<string[]> {
  const order = direction === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ id: string }>`
    select id from billing_codes where ${codeConditions(filter)}
    order by code_type ${order}, code ${order} offset ${slice.offset} limit ${slice.rows}`.execute(db);
  return rows.map(({ id }) => id);
}
