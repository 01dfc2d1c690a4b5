import { clampPage } from '@portal/domain/list';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/prepared.ts';
import { codeConditions, wordsWithoutIndex, type CodePage, type CodePageRequest } from './code-filter.ts';
import { COLUMNS, type CodeRow } from './code-repo.ts';
import { codeSample, matchSample, type SampleMatch } from './code-sample.ts';

const columns = sql.join(COLUMNS.map((column) => sql.ref(column)));

/** Maximum number of matches that can be paged. Users refine the search instead of paging further. */
const SEARCH_LIMIT = 1_000;
/** Words in more than this share of the catalog are frequent. The word index would collect all of their codes first. */
const FREQUENT = 0.05;

/** A page request with search words. */
export interface SearchRequest extends CodePageRequest {
  readonly words: readonly string[];
}

/**
 * Reads a page of the codes that match all words; codes that start with the first word come first. If there are more matches than
 * can be paged, only some of them are used. This keeps searches fast, because they run on each keystroke.
 */
export async function readSearchPage(db: Db, request: SearchRequest): Promise<CodePage> {
  const sample = await codeSample(db);
  const look = matchSample(sample, request);
  const exceedsLimit = look.share > FREQUENT && look.share * sample.total > 4 * SEARCH_LIMIT;
  const scanned = exceedsLimit && !look.hasCode ? await scanInOrder(db, request, look) : undefined;
  return scanned ?? sortMatches(db, request, indexedConditions(request, look));
}

/**
 * Scans the codes in list order, where frequent words match every few codes. Starts just before the first match in the sample,
 * because words cluster by chapter. Undefined if there are not enough matches after all.
 */
async function scanInOrder(
  db: Db,
  request: SearchRequest,
  { before }: SampleMatch,
): Promise<CodePage | undefined> {
  const { words, ...others } = request;
  const totalCount = SEARCH_LIMIT + 1;
  const { pageSize, offset } = clampPage({ ...request, totalCount });
  const rows = Math.min(pageSize, totalCount - offset);
  const from =
    before === undefined ? sql`true` : sql`(code_type, code) > (${before.code_type}, ${before.code})`;
  // OFFSET 0 stops the planner, which underestimates the matches, from reading and sorting all of them.
  const { rows: found } = await sql<CodeRow>`
    select ${columns} from (
      select ${columns}, words from billing_codes where ${codeConditions({ ...others, words: null })} and ${from}
      order by code_type, code offset 0
    ) scanned
    where ${wordsWithoutIndex(words)} offset ${offset} limit ${rows}`.execute(db);
  return found.length < rows ? undefined : { rows: found, totalCount, totalCountIsApproximate: true };
}

/** The filter with only the rare words, or the least frequent one, looked up in the index. */
function indexedConditions(filter: SearchRequest, { shares }: SampleMatch): RawBuilder<unknown> {
  const limit = Math.max(FREQUENT, Math.min(...shares));
  const rare = filter.words.filter((_word, at) => (shares[at] ?? 0) <= limit);
  const frequent = filter.words.filter((word) => !rare.includes(word));
  const conditions = codeConditions({ ...filter, words: rare });
  return frequent.length === 0 ? conditions : sql`${conditions} and ${wordsWithoutIndex(frequent)}`;
}

/**
 * Materializes all matches once, for the total and the page. The limit is outside the materialized query: words cluster by chapter
 * in the table, and the planner, which assumes an even distribution, would otherwise scan the whole table for a few matches.
 */
async function sortMatches(db: Db, request: SearchRequest, matching: RawBuilder<unknown>): Promise<CodePage> {
  const { pageSize, offset } = clampPage(request);
  const [first = ''] = request.words;
  const order = sql`starts_with(replace(code, '.', ''), ${first.toUpperCase()}) desc, code_type, code`;
  const { rows: found } = await sql<CodeRow & { total: number }>`
    with found as materialized (select ${columns} from billing_codes where ${matching}
    ), matches as materialized (select * from found limit ${SEARCH_LIMIT + 1}
    ), total as materialized (select count(*)::int as rows from matches)
    select ${columns}, total.rows as total from total cross join lateral (
      select * from matches order by ${order} limit ${pageSize}
      offset least(${offset}::bigint, greatest(total.rows - 1, 0) / ${pageSize}::int * ${pageSize}::int)
    ) page
    order by ${order} ${PREPARED}`.execute(db);
  const total = found[0]?.total ?? 0;
  return {
    rows: found,
    totalCount: total,
    totalCountIsApproximate: total > SEARCH_LIMIT,
  };
}
