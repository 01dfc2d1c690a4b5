import { clampPage } from '@portal/domain/list';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { countPatients } from './patient-counts.ts';
import { opposite, orderBy, type SortOrder } from './sort-order.ts';

/** A requested page of patients. */
export interface PageRequest {
  readonly order: SortOrder;
  readonly includeInactive: boolean;
  /** From 1; a page past the end returns the last page. */
  readonly page: number;
  readonly pageSize: number;
}
/** Patient IDs of a page, in order. Above 10,000 matches the total is 10,001 and approximate (docs/decisions/0004). */
export interface IdPage {
  readonly ids: readonly string[];
  readonly totalCount: number;
  readonly totalCountIsApproximate: boolean;
}

/**
 * Reads a page of the unfiltered list. Pages in the second half are read from the end, so the last page is as fast as the first.
 */
export async function readListPage(db: Db, request: PageRequest): Promise<IdPage> {
  const counts = await countPatients(db);
  const totalCount = counts.active + (request.includeInactive ? counts.inactive : 0);
  const { offset, pageSize } = clampPage({ ...request, totalCount });
  const rows = Math.min(pageSize, totalCount - offset);
  const fromEnd = totalCount - offset - rows;
  const ids =
    offset <= fromEnd
      ? await readIds(db, request, request.order, offset, rows)
      : (await readIds(db, request, opposite(request.order), fromEnd, rows)).toReversed();
  return { ids, totalCount, totalCountIsApproximate: false };
}

async function readIds(
  db: Db,
  { includeInactive }: PageRequest,
  order: SortOrder,
  offset: number,
  rows: number,
): Promise<string[]> {
  const active = includeInactive ? sql`true` : sql`is_active`;
  const result = await sql<{ id: string }>`
    select id from patients where ${active} order by ${orderBy(order)} offset ${offset} limit ${rows}`.execute(
    db,
  );
  return result.rows.map(({ id }) => id);
}
