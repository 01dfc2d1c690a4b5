import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { normalizeSearchText, type PatientMatcher } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import type { IdPage, PageRequest } from './list-repo.ts';
import { orderBy } from './sort-order.ts';

const NOBODY: IdPage = { ids: [], totalCount: 0, totalCountIsApproximate: false };

/**
 * A page of what matches every word (decisions 41). How it is found is decided here and not by the planner, whose guesses about parts
 * of words are often wrong by orders of magnitude: up to 10,000 matches are taken from the trigram index, counted and sorted;
 * with more, they are so frequent that walking along the sort order meets a page of them soon.
 */
export async function searchPage(
  db: Db,
  request: PageRequest,
  matchers: readonly PatientMatcher[],
): Promise<IdPage> {
  if (matchers.some((matcher) => !canMatch(matcher))) return NOBODY;
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx);
    const few = await takeFew(tx, request, matchers);
    if (few.totalCount <= EXACT_COUNT_LIMIT) return few;
    return walkMany(tx, request, matchers, few.totalCount);
  });
}

/** The stored text holds letters, digits and single spaces only: what holds anything else is in nobody's. */
function canMatch(matcher: PatientMatcher): boolean {
  return (
    !(matcher.kind === 'text' || matcher.kind === 'short') ||
    normalizeSearchText(matcher.text) === matcher.text
  );
}

/** Up to 10,001 matches by index; the page of them when that is all. */
async function takeFew(db: Db, request: PageRequest, matchers: readonly PatientMatcher[]): Promise<IdPage> {
  const found = sql<{ total: number; ids: string[] }>`
    with matches as materialized (
      select id, ${sql.ref(request.order.column)} from patients
      where ${conditions(request, matchers, sql`search_text`)} limit ${EXACT_COUNT_LIMIT + 1}
    ), counted as materialized (select count(*)::int as total from matches)
    select total, array(
      select id from matches where (select total from counted) <= ${EXACT_COUNT_LIMIT}
      order by ${orderBy(request.order)}
      offset least(${(request.page - 1) * request.pageSize},
        greatest(0, (select total - 1 from counted) / ${request.pageSize} * ${request.pageSize}))
      limit ${request.pageSize}
    ) as ids from counted`;
  const { rows } = await found.execute(db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  return { ids, totalCount: total, totalCountIsApproximate: total > EXACT_COUNT_LIMIT };
}

async function walkMany(
  db: Db,
  request: PageRequest,
  matchers: readonly PatientMatcher[],
  totalCount: number,
): Promise<IdPage> {
  const { offset, pageSize } = clampPage({ ...request, totalCount });
  // As an expression the column is not the index's, which would collect all matches before the first is shown.
  const result = await sql<{ id: string }>`
    select id from patients where ${conditions(request, matchers, sql`(search_text || '')`)}
    order by ${orderBy(request.order)} offset ${offset} limit ${pageSize}`.execute(db);
  return { ids: result.rows.map(({ id }) => id), totalCount, totalCountIsApproximate: true };
}

function conditions(
  { includeInactive }: PageRequest,
  matchers: readonly PatientMatcher[],
  searchText: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const all = matchers.map((matcher) => condition(matcher, searchText));
  return sql.join(includeInactive ? all : [...all, sql`is_active`], sql` and `);
}

/** The matchers hold letters and digits only, so no LIKE wildcard of the caller's can be among them. */
function condition(matcher: PatientMatcher, searchText: RawBuilder<unknown>): RawBuilder<unknown> {
  if (matcher.kind === 'date') return sql`date_of_birth = ${matcher.date}::date`;
  if (matcher.kind === 'text') return sql`${searchText} like ${`%${matcher.text}%`}`;
  if (matcher.kind === 'short') return sql`${searchText} like ${`% ${matcher.text}%`}`;
  const part = sql`${searchText} like ${`%${matcher.digits}%`}`;
  return matcher.kind === 'digits' ? part : sql`(medical_record_number = ${matcher.mrn} or ${part})`;
}
