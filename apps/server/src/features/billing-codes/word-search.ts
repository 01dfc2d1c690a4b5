import { clampPage } from '@portal/domain/list';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/prepared.ts';
import { codeConditions, wordsTested, type CodePage, type CodePageRequest } from './code-filter.ts';
import { COLUMNS, type CodeRow } from './code-repo.ts';
import { codeSample, lookThrough, type SampleLook } from './code-sample.ts';

const columns = sql.join(COLUMNS.map((column) => sql.ref(column)));

/** Nobody looks through more codes: one adds a word instead. */
const SEARCH_LIMIT = 1_000;
/** The part of the catalogue from which on words are frequent. The index would tell all codes with them before the first is looked at. */
const FREQUENT = 0.05;

export interface SearchRequest extends CodePageRequest {
  readonly words: readonly string[];
}

/**
 * A page of the codes that have all the words; those that begin with the first word come before the others. Of more matches than can be
 * paged some are taken, so a search stays as fast whatever is typed: it is asked for with every letter.
 */
export async function readSearchPage(db: Db, request: SearchRequest): Promise<CodePage> {
  const sample = await codeSample(db);
  const look = lookThrough(sample, request);
  const isSurelyMore = look.share > FREQUENT && look.share * sample.total > 4 * SEARCH_LIMIT;
  const walked = isSurelyMore && !look.hasCode ? await walkCodes(db, request, look) : undefined;
  return walked ?? sortMatches(db, request, foundByFew(request, look));
}

/**
 * Along the order of the list, where matches of frequent words are met every few codes; from where the sample has its first, because
 * words stand together by chapters. Undefined when they are not met after all.
 */
async function walkCodes(
  db: Db,
  request: SearchRequest,
  { before }: SampleLook,
): Promise<CodePage | undefined> {
  const { words, ...others } = request;
  const totalCount = SEARCH_LIMIT + 1;
  const { pageSize, offset } = clampPage({ ...request, totalCount });
  const rows = Math.min(pageSize, totalCount - offset);
  const from =
    before === undefined ? sql`true` : sql`(code_type, code) > (${before.code_type}, ${before.code})`;
  // The OFFSET keeps the planner, which guesses that few match, from reading and sorting all of them.
  const { rows: found } = await sql<CodeRow>`
    select ${columns} from (
      select ${columns}, words from billing_codes where ${codeConditions({ ...others, words: null })} and ${from}
      order by code_type, code offset 0
    ) walked
    where ${wordsTested(words)} offset ${offset} limit ${rows}`.execute(db);
  return found.length < rows ? undefined : { rows: found, totalCount, totalCountIsApproximate: true };
}

/** The filter, with only those words for the index that are not frequent, or the least frequent one. */
function foundByFew(filter: SearchRequest, { shares }: SampleLook): RawBuilder<unknown> {
  const limit = Math.max(FREQUENT, Math.min(...shares));
  const few = filter.words.filter((_word, at) => (shares[at] ?? 0) <= limit);
  const frequent = filter.words.filter((word) => !few.includes(word));
  const conditions = codeConditions({ ...filter, words: few });
  return frequent.length === 0 ? conditions : sql`${conditions} and ${wordsTested(frequent)}`;
}

/**
 * All matches are taken out once, for the total and for the page. The limit stands outside of what it limits: words stand together in
 * the table, by chapters, and the planner, which takes them for spread, would read the table through for a few.
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
