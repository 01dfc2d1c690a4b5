import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Sample size: large enough to estimate word frequencies and positions, small enough to scan quickly. */
const SAMPLE_CODES = 1_000;
/**
 * Maximum age of a sample, in milliseconds. The sample determines the search strategy, and with it which matches are shown if
 * there are more than can be paged.
 */
const MAX_AGE_MS = 60_000;

interface SampledCode {
  readonly code_type: string;
  readonly code: string;
  readonly is_active: boolean;
  readonly words: readonly string[];
}

/** A random sample of the catalog, sorted by type and code. */
export interface CodeSample {
  /** Total number of codes in the catalog. */
  readonly total: number;
  readonly codes: readonly SampledCode[];
}

interface CachedSample {
  readonly sample: Promise<CodeSample>;
  readonly at: number;
}

/** The cached sample of a database. A sample older than a minute is still returned but refreshed for later searches. */
export function codeSample(db: Db): Promise<CodeSample> {
  const cached = samples.get(db);
  if (cached !== undefined && performance.now() - cached.at < MAX_AGE_MS) return cached.sample;
  const fresh = readSample(db);
  const sample = cached === undefined ? fresh : cached.sample;
  samples.set(db, { sample, at: performance.now() });
  fresh.then(
    () => samples.set(db, { sample: fresh, at: performance.now() }),
    // The next search tries again and reports the error.
    () => samples.delete(db),
  );
  return sample;
}
const samples = new WeakMap<Db, CachedSample>();

async function readSample(db: Db): Promise<CodeSample> {
  const counted = await sql<{ total: number }>`
    select coalesce(sum(codes), 0)::int as total from billing_code_counts`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const percent = Math.min(100, (100 * SAMPLE_CODES) / Math.max(total, 1));
  const { rows } = await sql<SampledCode>`
    select code_type, code, is_active, tsvector_to_array(words) as words
    from billing_codes tablesample bernoulli (${percent}) repeatable (1) order by code_type, code`.execute(
    db,
  );
  return { total, codes: rows };
}

/** Estimates for a search, based on a sample. */
export interface SampleMatch {
  /** Share of the sampled codes that match the search, from 0 to 1. */
  readonly share: number;
  /** Share of the sampled codes that match each word alone, ignoring the other filters. */
  readonly shares: readonly number[];
  /** The first word is a prefix of a matching code. */
  readonly hasCode: boolean;
  /** The sampled code before the first match, by type and code; undefined if the first match is near the start. */
  readonly before: SampledCode | undefined;
}

/** Matches a search against a sample. */
export function matchSample(
  { codes }: CodeSample,
  {
    codeType,
    isActive,
    words,
  }: {
    readonly codeType: string | null;
    readonly isActive: boolean | null;
    readonly words: readonly string[];
  },
): SampleMatch {
  const [first = ''] = words;
  const withWord = words.map(() => 0);
  let [matches, firstAt, hasCode] = [0, 0, false];
  for (const [at, code] of codes.entries()) {
    let hasAll = true;
    for (const [index, prefix] of words.entries()) {
      const isMatch = code.words.some((word) => word.startsWith(prefix));
      if (isMatch) withWord[index] = (withWord[index] ?? 0) + 1;
      hasAll &&= isMatch;
    }
    if (!hasAll || (codeType ?? code.code_type) !== code.code_type) continue;
    if ((isActive ?? code.is_active) !== code.is_active) continue;
    if (matches === 0) firstAt = at;
    matches += 1;
    hasCode ||= code.code.replaceAll('.', '').startsWith(first.toUpperCase());
  }
  const size = Math.max(codes.length, 1);
  return {
    share: matches / size,
    shares: withWord.map((count) => count / size),
    hasCode,
    before: firstAt < NEAR_START * size ? undefined : codes[firstAt - 1],
  };
}
/** If the first match is within this share of the order, the scan starts at the beginning. */
const NEAR_START = 0.02;
