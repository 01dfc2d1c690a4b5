import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';
import { sharedWithoutParameters } from './statement-marks.ts';

type Sql = RawBuilder<unknown>;

/** A column of a sort order. */
export interface SortColumn {
  readonly column: string;
  readonly descending: boolean;
  /** Rows without a value come last in both directions. */
  readonly nullable?: boolean;
  /** All rows of a part have the same value, so each part's index can be read in either direction. */
  readonly sameInPart?: boolean;
}
/** A list of rows with an `id`. */
export interface List {
  /** Disjoint parts, each a table with its conditions. With several parts, each is read along its own index and they are merged. */
  readonly parts: readonly [Sql, ...Sql[]];
  readonly order: readonly SortColumn[];
}
export interface PageRequest {
  /** From 1. Past the end of an exact total, it means the last page. */
  readonly page: number;
  readonly pageSize: number;
  /** 100 by default. */
  readonly maxPageSize?: number;
}
/** Exact up to a limit, above it one more than the limit and approximate (docs/decisions/0004). */
export interface Total {
  readonly totalCount: number;
  readonly totalCountIsApproximate: boolean;
}
/** The IDs of a page, in order. */
export interface IdPage extends Total {
  readonly ids: readonly string[];
}
/** A page whose rows may have been read with it. */
export interface RowPage<Row> extends IdPage {
  readonly rows?: readonly Row[];
}
/** Rows of a list, in its order or in reverse. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
  readonly reversed: boolean;
}

/** The SQL after ORDER BY. */
export function orderBy(order: readonly SortColumn[], reversed = false): Sql {
  const columns = order.map(({ column, descending, nullable = false }) => {
    const direction = descending === reversed ? sql`asc` : sql`desc`;
    const blanks = nullable ? (reversed ? sql`nulls first` : sql`nulls last`) : sql``;
    return sql`${sql.ref(column)} ${direction} ${blanks}`;
  });
  return sql.join(columns);
}

/** Reads a page, with the total from counters (`exactCount`) or counted up to the limit. */
export async function readListPage(
  db: Db,
  list: List,
  request: PageRequest,
  exactCount?: number,
): Promise<IdPage> {
  const total =
    exactCount === undefined
      ? await countUpTo(db, list.parts)
      : { totalCount: exactCount, totalCountIsApproximate: false };
  return { ids: await readPage(request, total, (slice) => readSlice(db, list, slice)), ...total };
}

/** Counts rows up to a limit; `parts` as in `List`. The statement may end with a mark (`statement-marks.ts`). */
export async function countUpTo(
  db: Db,
  parts: readonly Sql[],
  limit: number = EXACT_COUNT_LIMIT,
  mark: Sql = sql``,
): Promise<Total> {
  const selected = parts.map((part) => sql`select from ${part}`);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${sql.join(selected, sql` union all `)} limit ${limit + 1}) found ${mark}`.execute(
    db,
  );
  return totalOf(rows[0]?.count ?? 0, limit);
}

/** The total of a count that stopped at one more than the limit. */
export function totalOf(count: number, limit: number = EXACT_COUNT_LIMIT): Total {
  return { totalCount: Math.min(count, limit + 1), totalCountIsApproximate: count > limit };
}

/**
 * Reads a page with `read`. If the total is exact, pages in the second half are read from the end, so the last page is as fast as
 * the first.
 */
export async function readPage<T>(
  request: PageRequest,
  { totalCount, totalCountIsApproximate }: Total,
  read: (slice: Slice) => Promise<T[]>,
): Promise<T[]> {
  if (totalCountIsApproximate) {
    const { offset, pageSize } = clampPage(request);
    return read({ offset, limit: pageSize, reversed: false });
  }
  const { offset, pageSize } = clampPage({ ...request, totalCount });
  const limit = Math.min(pageSize, totalCount - offset);
  const fromEnd = totalCount - offset - limit;
  if (limit === 0) return [];
  if (offset <= fromEnd) return read({ offset, limit, reversed: false });
  return (await read({ offset: fromEnd, limit, reversed: true })).toReversed();
}

/** Reads the IDs of a slice. */
export async function readSlice(
  db: Db,
  { parts, order }: List,
  { offset, limit, reversed }: Slice,
): Promise<string[]> {
  const ordered = sql`order by ${orderBy(order, reversed)}`;
  const within = order.filter(({ sameInPart }) => sameInPart !== true);
  const names = new Set(['id', ...order.map(({ column }) => column)]);
  const columns = sql.join([...names].map((name) => sql.ref(name)));
  const [only, ...more] = parts.map(
    (part) => sql`${columns} from ${part} order by ${orderBy(within, reversed)}`,
  );
  // First pages are read most, and one plan serves all of them.
  const isFirst = offset === 0;
  const slice = isFirst ? sql`limit ${sql.lit(limit)}` : sql`offset ${offset} limit ${limit}`;
  const end = isFirst ? sql`limit ${sql.lit(limit)}` : sql`limit ${offset + limit}`;
  const query =
    more.length === 0
      ? sql<{ id: string }>`select ${only} ${slice}`
      : sql<{ id: string }>`
        select id from (${sql.join(
          [only, ...more].map((part) => sql`(select ${part} ${end})`),
          sql` union all `,
        )}) merged ${ordered} ${slice}`;
  const { rows } = await db.executeQuery(sharedWithoutParameters(query.compile(db)));
  return rows.map(({ id }) => id);
}

/** The matches of a search. */
export interface Matches {
  readonly order: readonly SortColumn[];
  /** Query of all matches, with their IDs and the columns to sort by. */
  readonly matches: Sql;
  /** They are counted and have pages up to this number. */
  readonly limit?: number;
  /** Ends the statement (`statement-marks.ts`). */
  readonly mark?: Sql;
  /** The columns that are read of a table with the page, by what the statement calls it. */
  readonly row?: { readonly table: string; readonly columns: (of: string) => Sql };
}
/** A search with matches that may be frequent. */
export interface Search extends Matches {
  /** Query of all rows in sort order, matching or not, that finds the first ones quickly. */
  readonly inOrder: Sql;
  /** Whether a row of `inOrder` matches; not a condition that could become a join, which would lose the order. */
  readonly matching: Sql;
}
/** A page of matches. */
export interface Place {
  readonly offset: number;
  readonly pageSize: number;
}

/** Number of rows in sort order that are tested for frequent matches. Takes 5 to 20 milliseconds. */
export const FIRST_ROWS = 8_000;

/**
 * Reads a page of matches with their total. As many as are counted exactly are collected by an index and sorted; more are so frequent that
 * the rows in sort order begin with enough of them.
 */
export async function readMatches<Row extends { readonly id: string }>(
  db: Db,
  search: Search,
  place: Place,
): Promise<RowPage<Row>> {
  const limit = search.limit ?? EXACT_COUNT_LIMIT;
  const some = sql`select * from (${search.matches}) found limit ${sql.lit(limit + 1)}`;
  const sorted = sql`(select count from counted) <= ${sql.lit(limit)}`;
  const page = await sortMatches<Row>(db, { ...search, matches: some }, place, sorted);
  if (!page.totalCountIsApproximate) return page;
  const ids = (await firstMatches(db, search, place)) ?? (await sortMatches(db, search, place)).ids;
  return { ids, totalCount: page.totalCount, totalCountIsApproximate: true };
}

/**
 * Looks for a page of matches, and one more, among the first rows in sort order. Frequent matches are found there. Undefined
 * for rare ones, and for those that are all at the end of the order.
 */
export async function firstMatches(
  db: Db,
  { inOrder, matching, mark = sql`` }: Search,
  { offset, pageSize }: Place,
  tested = FIRST_ROWS,
): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (${inOrder} limit ${tested}) first_rows where ${matching}
    offset ${offset} limit ${pageSize + 1} ${mark}`.execute(db);
  return rows.length > pageSize ? rows.slice(0, pageSize).map(({ id }) => id) : undefined;
}

/**
 * Counts all matches, sorts them if `sorted`, and reads a page, with its rows if `row` is given. Past the end, it is the last page.
 */
export async function sortMatches<Row extends { readonly id: string } = { readonly id: string }>(
  db: Db,
  { order, matches, limit = EXACT_COUNT_LIMIT, mark = sql``, row }: Matches,
  { offset, pageSize }: Place,
  sorted = sql`true`,
): Promise<RowPage<Row>> {
  const columns = row === undefined ? sql`page.id` : row.columns('shown');
  const shown =
    row === undefined ? sql`` : sql`left join ${sql.table(row.table)} shown on shown.id = page.id`;
  const { rows } = await sql<{ count: number } & (Row | { readonly id: null })>`
    with matches as materialized (${matches}),
      counted as materialized (select least(count(*), ${limit + 1})::int as count from matches),
      page as (
        select id, row_number() over (order by ${orderBy(order)}) as place from (
          select * from matches where ${sorted} order by ${orderBy(order)}
          offset least(${offset}, greatest(0, ((select count from counted) - 1) / ${pageSize} * ${pageSize})) limit ${pageSize}
        ) sorted
      )
    select count, ${columns} from counted left join page on true ${shown} order by place ${mark}`.execute(db);
  const found = rows.filter((each): each is { count: number } & Row => each.id !== null);
  const page = { ids: found.map(({ id }) => id), ...totalOf(rows[0]?.count ?? 0, limit) };
  return row === undefined ? page : { ...page, rows: found };
}
