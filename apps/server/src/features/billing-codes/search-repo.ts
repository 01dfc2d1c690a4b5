import type { CodeType } from '@portal/domain/billing-code';
import { clampPage } from '@portal/domain/list';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { codeSample, shareOf, type CodeSample } from './code-sample.ts';

/** Which codes; null: all. `words`: each must be the beginning of one of the code's words (a–z and 0–9 only). */
export interface CodeFilter {
  readonly codeType: CodeType | null;
  readonly isActive: boolean | null;
  readonly words: readonly string[] | null;
}
export interface CodePageRequest extends CodeFilter {
  /** From 1; past the end means the last page. */
  readonly page: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
}
/** Above 1,000 matches of a search the total is 1,001 and marked (docs/decisions 4). */
export interface CodeIdPage {
  readonly ids: readonly string[];
  readonly totalCount: number;
  readonly totalCountIsApproximate: boolean;
}

/** A page of codes by type and code; in a search, codes that begin with what was typed first come before the others. */
export async function readCodePage(db: Db, request: CodePageRequest): Promise<CodeIdPage> {
  if (request.words === null) return readListPage(db, request);
  if (request.words.length === 0) return { ids: [], totalCount: 0, totalCountIsApproximate: false };
  return readSearchPage(db, request, request.words);
}

/** Nobody looks through more codes: one adds a word instead. */
const SEARCH_LIMIT = 1_000;
/** The part of the catalogue from which on a word is a frequent one. The index tells all codes with it before the first is looked at. */
const FREQUENT = 0.1;
/** The most of the table that is looked at page by page, in percent: of more, the index is quicker. */
const MAX_PERCENT = 25;

/**
 * Of more matches than can be paged some are taken, so a search stays as fast whatever is typed: it is asked for with every letter.
 * Where many codes match, enough of them are met in a part of the table's pages; fewer are found by the words that are not frequent.
 */
async function readSearchPage(
  db: Db,
  request: CodePageRequest,
  words: readonly string[],
): Promise<CodeIdPage> {
  const sample = await codeSample(db);
  const share = shareOf(sample, { ...request, words });
  // Twice what would be enough if the matches were spread evenly.
  const percent = (100 * 2 * (SEARCH_LIMIT + 1)) / (share * sample.total);
  if (share > FREQUENT && percent <= MAX_PERCENT) {
    const part = sql`billing_codes tablesample system (${percent}) repeatable (1)`;
    const page = await pageOf(db, request, sql`select * from ${part} where ${codeConditions(request)}`);
    if (page.totalCountIsApproximate) return page;
  }
  return pageOf(db, request, sql`select * from billing_codes where ${foundByFew(request, words, sample)}`);
}

/** The filter, with only those words for the index that are not frequent, or the least frequent one. */
function foundByFew(filter: CodeFilter, words: readonly string[], sample: CodeSample): RawBuilder<unknown> {
  const shares = new Map(
    words.map((word) => [word, shareOf(sample, { codeType: null, isActive: null, words: [word] })]),
  );
  const least = Math.min(...shares.values());
  const few = words.filter((word) => (shares.get(word) ?? 0) <= Math.max(FREQUENT, least));
  const frequent = words.filter((word) => !few.includes(word));
  const conditions = codeConditions({ ...filter, words: few });
  return frequent.length === 0
    ? conditions
    : sql`${conditions} and words || '' @@ ${startsQuery(frequent)}::tsquery`;
}

/**
 * All matches are taken out once, for the total and for the page. The limit stands outside of what it limits: words stand together in
 * the table, by chapters, and the planner, which takes them for spread, would read the table through for a few.
 */
async function pageOf(db: Db, request: CodePageRequest, matching: RawBuilder<unknown>): Promise<CodeIdPage> {
  const { pageSize, offset } = clampPage(request);
  const first = request.words?.[0] ?? '';
  const found = await sql<{ total: number; ids: string[] }>`
    with found as materialized (select id, code_type, code from (${matching}) codes
    ), matches as materialized (select * from found limit ${SEARCH_LIMIT + 1}
    ), total as materialized (select count(*)::int as rows from matches)
    select rows as total, array(
      select id from matches order by starts_with(replace(code, '.', ''), ${first.toUpperCase()}) desc, code_type, code
      limit ${pageSize}
      offset (select least(${offset}::bigint, greatest(rows - 1, 0) / ${pageSize}::int * ${pageSize}::int) from total)
    ) as ids
    from total`.execute(db);
  const { total, ids } = found.rows[0] ?? { total: 0, ids: [] };
  return { ids, totalCount: total, totalCountIsApproximate: total > SEARCH_LIMIT };
}

async function readListPage(db: Db, request: CodePageRequest): Promise<CodeIdPage> {
  const totalCount = await countCodes(db, request);
  const { pageSize, offset } = clampPage({ ...request, totalCount });
  const rows = Math.min(pageSize, totalCount - offset);
  const fromEnd = totalCount - offset - rows;
  // From the nearer end, so the last page is as fast as the first.
  const ids =
    fromEnd < offset
      ? (await walk(db, request, { offset: fromEnd, rows }, 'desc')).toReversed()
      : await walk(db, request, { offset, rows });
  return { ids, totalCount, totalCountIsApproximate: false };
}

/** From the counters that the database keeps with every change: exact, without counting. */
async function countCodes(db: Db, { codeType, isActive }: CodeFilter): Promise<number> {
  let query = db
    .selectFrom('billing_code_counts')
    .select(sql<number>`coalesce(sum(codes), 0)::int`.as('codes'));
  if (codeType !== null) query = query.where('code_type', '=', codeType);
  if (isActive !== null) query = query.where('is_active', '=', isActive);
  return (await query.executeTakeFirstOrThrow()).codes;
}

async function walk(
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

/** All of the words as beginnings; they are made of a–z and 0–9 only. */
const startsQuery = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ');

/** The filter as a condition on `billing_codes`. */
export function codeConditions({ codeType, isActive, words }: CodeFilter): RawBuilder<boolean> {
  const all = [
    // With words, those are what finds the codes; the type alone would find nearly all of them.
    ...(codeType === null
      ? []
      : [words === null ? sql`code_type = ${codeType}` : sql`code_type || '' = ${codeType}`]),
    ...(isActive === null ? [] : [sql`is_active = ${isActive ? sql`true` : sql`false`}`]),
    ...(words === null ? [] : [sql`words @@ ${startsQuery(words)}::tsquery`]),
  ];
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(all, sql` and `)}`;
}
