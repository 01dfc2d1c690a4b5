import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import type { PatientMatcher } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import { isNameWord } from './family-names.ts';
import { countPatients } from './patient-counts.ts';
import { SAMPLE_ROWS, samplePatients, SMALL_PRACTICE, exceedsLimit } from './search-sample.ts';
import type { IdPage, PageRequest } from './list-repo.ts';
import { familyPage } from './family-search.ts';
import { canMatch, pattern, patientConditions, searchConditions } from './patient-search-conditions.ts';
import { orderBy } from './sort-order.ts';

type Words = readonly Exclude<PatientMatcher, { kind: 'date' }>[];

/** A scan of up to this many rows is tried before anything else. */
const SHORT_SCAN = 8_000;
/** Cost of sorting one match, in scanned rows; higher if the sort key must be fetched from the table. */
const SORT_COST = { name_key: 4, other: 10 };
/** With fewer expected matches than this, we sort right away, even if the sort keys must be fetched. */
const SORT_OTHERS_LIMIT = 1_500;

/**
 * Returns a page of patients that match every word. We choose the strategy here instead of leaving it to the query planner, whose
 * estimates for parts of words are often off by orders of magnitude. A sample estimates the number of matches. Rare matches come
 * from the trigram index and are sorted. Frequent matches are found quickly by scanning in sort order. If they turn out to be
 * clustered far from its start, they are sorted after all. Family names are always clustered by name, so they have their own
 * strategy (`familyPage`).
 */
export async function searchPage(
  db: Db,
  request: PageRequest,
  matchers: readonly PatientMatcher[],
): Promise<IdPage> {
  if (!matchers.every((matcher) => canMatch(matcher)))
    return { ids: [], totalCount: 0, totalCountIsApproximate: false };
  const words = matchers.filter((matcher) => matcher.kind !== 'date');
  return transact(db, async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx);
    if (words.length < matchers.length) return bornOn(tx, request, matchers);
    return new Search(tx, request, words).page();
  });
}

/** A search with a date of birth: few patients share one, so we use the index on birth dates. */
function bornOn(db: Db, request: PageRequest, matchers: readonly PatientMatcher[]): Promise<IdPage> {
  const matches = sql`
    select id, ${sql.ref(request.order.column)} from patients
    where ${patientConditions(matchers, request.includeInactive)}`;
  return sortedPage(db, request, matches, sql`select id from matches`);
}

/** Estimate of the matches, based on a sample of the patients. */
interface Sample {
  /** Share of all patients that match, from 0 to 1. */
  readonly share: number;
  readonly expected: number;
  /** Certainly (by six standard deviations) more matches than we count exactly. */
  readonly surelyMany: boolean;
  /** The search has one word, which is a family name in most matches and another name in few. */
  readonly isFamilyName: boolean;
}

class Search {
  readonly #db: Db;
  readonly #request: PageRequest;
  readonly #words: Words;

  constructor(db: Db, request: PageRequest, words: Words) {
    this.#db = db;
    this.#request = request;
    this.#words = words;
  }

  async page(): Promise<IdPage> {
    const { active, inactive } = await countPatients(this.#db);
    const patients = active + inactive;
    if (patients <= SMALL_PRACTICE) return this.#sortAll();
    const sample = await this.#sample(patients, SAMPLE_ROWS);
    if (sample.expected < SORT_OTHERS_LIMIT) return this.#sortAll();
    return (
      (await this.#scan(patients, sample, { to: SHORT_SCAN })) ??
      (sample.isFamilyName ? await this.#byFamily() : undefined) ??
      (await this.#scan(patients, sample, { from: SHORT_SCAN })) ??
      this.#sortAll()
    );
  }

  async #sample(patients: number, size: number): Promise<Sample> {
    const [only] = this.#words;
    const inFamily = only === undefined ? sql`false` : sql`split_part(words, '|', 1) like ${pattern(only)}`;
    const sample = await samplePatients(this.#db, { patients, size, condition: this.#inWords, inFamily });
    const { rows, hits, family } = sample;
    const share = rows === 0 ? 0 : hits / rows;
    return {
      share,
      expected: share * patients,
      surelyMany: exceedsLimit(EXACT_COUNT_LIMIT, sample, patients),
      isFamilyName:
        this.#words.length === 1 &&
        2 * family >= hits &&
        hits - family < (rows * EXACT_COUNT_LIMIT) / patients,
    };
  }

  /** The page of a word that is mostly a family name; only if sorted by name. */
  async #byFamily(): Promise<IdPage | undefined> {
    const [word] = this.#words;
    if (word === undefined || !isNameWord(word)) return undefined;
    return this.#request.order.column === 'name_key' ? familyPage(this.#db, this.#request, word) : undefined;
  }

  /**
   * Finds the page by scanning in sort order, in attempts of more than `from` and up to `to` rows. Undefined if the page was not
   * found or sorting is cheaper.
   */
  async #scan(
    patients: number,
    sample: Sample,
    { from = 0, to = Infinity }: { from?: number; to?: number },
  ): Promise<IdPage | undefined> {
    const { order, pageSize } = this.#request;
    const sorting = sample.expected * (order.column === 'name_key' ? SORT_COST.name_key : SORT_COST.other);
    const distance = (this.#clamped().offset + pageSize) / sample.share;
    if (distance > sorting) return undefined;
    // Start with four times the distance that evenly spread matches would need.
    for (let steps = Math.ceil(4 * distance + 1000); steps <= to; steps *= 8) {
      const ids = steps > from ? await this.#scanRows(steps) : [];
      if (ids.length === pageSize) return this.#counted(patients, sample, ids);
      if (8 * steps > sorting / 4) return undefined;
    }
    return undefined;
  }

  /** Adds the total to a page. If the sample is inconclusive, a larger sample is still cheaper than counting the matches. */
  async #counted(patients: number, sample: Sample, ids: string[]): Promise<IdPage> {
    const areMany =
      sample.surelyMany ||
      (sample.expected > 1.25 * EXACT_COUNT_LIMIT &&
        (await this.#sample(patients, 6 * SAMPLE_ROWS)).surelyMany);
    const totalCount = areMany ? EXACT_COUNT_LIMIT + 1 : await this.#count();
    return { ids, totalCount, totalCountIsApproximate: totalCount > EXACT_COUNT_LIMIT };
  }

  async #scanRows(steps: number): Promise<string[]> {
    const { order, pageSize, includeInactive } = this.#request;
    // Sorted by status, active patients are adjacent, so the scan starts with them.
    const start = order.column === 'is_active' && !includeInactive ? sql`where is_active` : sql``;
    const result = await sql<{ id: string }>`
      select id from (
        select id, ${sql.ref(order.column)} as sort_key, is_active, search_text from patients ${start}
        order by ${orderBy(order)} limit ${steps}
      ) way
      where ${patientConditions(this.#words, includeInactive)}
      order by ${orderBy(order, { as: 'sort_key' })}
      offset ${this.#clamped().offset} limit ${pageSize}`.execute(this.#db);
    return result.rows.map(({ id }) => id);
  }

  async #count(): Promise<number> {
    const result = await sql<{ total: number }>`
      select count(*)::int as total from (
        select from patient_search where ${this.#inWords} limit ${EXACT_COUNT_LIMIT + 1}
      ) matches`.execute(this.#db);
    return result.rows[0]?.total ?? 0;
  }

  #sortAll(): Promise<IdPage> {
    const matches = sql`select patient_id as id, name_key from patient_search where ${this.#inWords}`;
    const { column } = this.#request.order;
    const keyed =
      column === 'name_key'
        ? sql`select id from matches`
        : // The OFFSET forces one lookup per ID.
          sql`select keyed.id from matches cross join lateral (
            select id, ${sql.ref(column)} from patients where id = matches.id offset 0) keyed`;
    return sortedPage(this.#db, this.#request, matches, keyed);
  }

  /** There are no pages beyond the matches that are counted; users refine the search instead. */
  #clamped() {
    return clampPage({ ...this.#request, totalCount: EXACT_COUNT_LIMIT + 1 });
  }

  get #inWords(): RawBuilder<unknown> {
    return searchConditions(this.#words, this.#request.includeInactive);
  }
}

/** Counts and sorts all matches; a page past the end returns the last page. */
async function sortedPage(
  db: Db,
  { order, page, pageSize }: PageRequest,
  matches: RawBuilder<unknown>,
  keyed: RawBuilder<unknown>,
): Promise<IdPage> {
  const result = await sql<{ total: number; ids: string[] }>`
    with matches as materialized (${matches}),
      counted as materialized (select least(count(*), ${EXACT_COUNT_LIMIT + 1})::int as total from matches)
    select total, array(
      ${keyed} order by ${orderBy(order)}
      offset least(${(page - 1) * pageSize}, greatest(0, (select total - 1 from counted) / ${pageSize} * ${pageSize}))
      limit ${pageSize}
    ) as ids from counted`.execute(db);
  const { total, ids } = result.rows[0] ?? { total: 0, ids: [] };
  return { ids, totalCount: total, totalCountIsApproximate: total > EXACT_COUNT_LIMIT };
}
