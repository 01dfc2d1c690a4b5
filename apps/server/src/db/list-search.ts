import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { recordTextForms } from '@portal/domain/record-search';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';
import {
  firstMatches,
  FIRST_ROWS,
  orderBy,
  sortMatches,
  type IdPage,
  type List,
  type PageRequest,
  type Place,
  type Search,
} from './list-page.ts';

type Sql = RawBuilder<unknown>;

/** More matches are not sorted: which of them come first is then open, and the search needs another word. */
const MOST_SORTED = EXACT_COUNT_LIMIT + 1;

/** Rows that are tested before matches are collected. Words that most records contain are found there in a millisecond. */
const FEW_ROWS = 500;

/** A search of a list. The texts come from `parseRecordSearch`; null matches nothing. */
export interface ListSearch {
  readonly list: List;
  readonly texts: readonly string[] | null;
  /** Conditions that have no index in sort order. */
  readonly filter?: Sql;
}

/** Reads a page of the rows whose `search_text` has every text. Only the first 10,001 matches have pages. */
export async function searchListPage(db: Db, search: ListSearch, request: PageRequest): Promise<IdPage> {
  const place = clampPage({ ...request, totalCount: EXACT_COUNT_LIMIT + 1 });
  if (search.texts === null) return { ids: [], totalCount: 0, totalCountIsApproximate: false };
  return readSorted(db, inOrder(search), place);
}

/** Reads the IDs of the first matches without counting them. */
export async function searchFirst(db: Db, search: ListSearch, limit: number): Promise<readonly string[]> {
  if (search.texts === null || search.texts.length === 0) return [];
  const place: Place = { offset: 0, pageSize: limit };
  return (
    (await firstMatches(db, inOrder(search, FEW_ROWS), place, FEW_ROWS)) ??
    (await readSorted(db, inOrder(search), place)).ids
  );
}

/**
 * Collects matches by an index, at most `MOST_SORTED`, and sorts them. If there are more, the first ones may be missing, so rows in sort
 * order are tested. If too few of these match, as with numbers of an earlier year, the collected ones are shown.
 */
async function readSorted(db: Db, search: Search, place: Place): Promise<IdPage> {
  const page = await sortMatches(db, search, place);
  if (!page.totalCountIsApproximate) return page;
  return { ...page, ids: (await firstMatches(db, search, place)) ?? page.ids };
}

function inOrder(search: ListSearch, reach = FIRST_ROWS): Search {
  const { order, parts } = search.list;
  const columns = sql.join(
    [...new Set(['id', ...order.map(({ column }) => column)])].map((name) => sql.ref(name)),
  );
  const within = orderBy(order.filter(({ sameInPart }) => sameInPart !== true));
  const [only, ...more] = parts.map((part) => sql`select * from ${part} order by ${within}`);
  return {
    order,
    inOrder:
      more.length === 0
        ? sql`${only}`
        : sql`select * from (${sql.join(
            [only, ...more].map((part) => sql`(${part} limit ${reach})`),
            sql` union all `,
          )}) merged order by ${orderBy(order)}`,
    matching: conditions(search),
    matches: sql`select ${columns} from (${sql.join(
      matchingParts(search).map((part) => sql`select * from ${part}`),
      sql` union all `,
    )}) matching limit ${MOST_SORTED}`,
  };
}

const matchingParts = (search: ListSearch): Sql[] =>
  search.list.parts.map((part) => sql`${part} and ${conditions(search)}`);

const conditions = ({ texts, filter }: ListSearch): Sql =>
  sql`${filter ?? sql`true`} and ${containsTexts(texts)}`;

/** Whether a row contains every text; none does for null. */
export function containsTexts(texts: readonly string[] | null): Sql {
  if (texts === null) return sql`false`;
  const all = texts.map((text) => {
    const forms = recordTextForms(text).map((form) => containsForm(form));
    return forms.length === 1 ? sql`${forms[0]}` : sql`(${sql.join(forms, sql` or `)})`;
  });
  return sql.join([sql`true`, ...all], sql` and `);
}

function containsForm(text: string): Sql {
  const isPlain = /^[ -~]*$/.test(text);
  // Fewer than three letters or digits must begin a word.
  const like = isPlain && text.length < 3 ? `% ${text}%` : `%${text}%`;
  // Words with non-ASCII letters may have no trigrams (depending on the locale), but few records have such words.
  return isPlain ? sql`search_text like ${like}` : sql`search_text ~ '[^ -~]' and search_text like ${like}`;
}
