import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Codes of a sample: enough to know frequent words by and where they stand, few enough to be looked through in a moment. */
const SAMPLE_CODES = 1_000;
/** How long a sample serves, in milliseconds. It chooses the way of a search, and by that which of more matches than can be paged are shown. */
const AGE_MS = 60_000;

interface SampledCode {
  readonly code_type: string;
  readonly code: string;
  readonly is_active: boolean;
  readonly words: readonly string[];
}

/** Some codes from all over the catalogue, by type and code. */
export interface CodeSample {
  /** How many codes the catalogue has. */
  readonly total: number;
  readonly codes: readonly SampledCode[];
}

interface Kept {
  readonly sample: Promise<CodeSample>;
  readonly at: number;
}

/** A sample of each database; one of more than a minute ago is renewed for the searches after this one. */
export function codeSample(db: Db): Promise<CodeSample> {
  const kept = samples.get(db);
  if (kept !== undefined && performance.now() - kept.at < AGE_MS) return kept.sample;
  const renewed = readSample(db);
  const sample = kept === undefined ? renewed : kept.sample;
  samples.set(db, { sample, at: performance.now() });
  renewed.then(
    () => samples.set(db, { sample: renewed, at: performance.now() }),
    // The next search tries again, and tells.
    () => samples.delete(db),
  );
  return sample;
}
const samples = new WeakMap<Db, Kept>();

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

/** What a search finds in a sample. */
export interface SampleLook {
  /** The part of the sampled codes, from 0 to 1, that the search finds. */
  readonly share: number;
  /** The parts in which each of the words is the beginning of one, whatever else the search asks. */
  readonly shares: readonly number[];
  /** The first word is the beginning of a found code itself. */
  readonly hasCode: boolean;
  /** The last sampled code before the first that is found, by type and code; undefined when that is among the first. */
  readonly before: SampledCode | undefined;
}

/** Looks through a sample for the codes of a filter in which each of the words is the beginning of one. */
export function lookThrough(
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
): SampleLook {
  const [first = ''] = words;
  const withWord = words.map(() => 0);
  let [found, firstAt, hasCode] = [0, 0, false];
  for (const [at, code] of codes.entries()) {
    let hasAll = true;
    for (const [place, start] of words.entries()) {
      const has = code.words.some((word) => word.startsWith(start));
      if (has) withWord[place] = (withWord[place] ?? 0) + 1;
      hasAll &&= has;
    }
    if (!hasAll || (codeType ?? code.code_type) !== code.code_type) continue;
    if ((isActive ?? code.is_active) !== code.is_active) continue;
    if (found === 0) firstAt = at;
    found += 1;
    hasCode ||= code.code.replaceAll('.', '').startsWith(first.toUpperCase());
  }
  const size = Math.max(codes.length, 1);
  return {
    share: found / size,
    shares: withWord.map((count) => count / size),
    hasCode,
    before: firstAt < NEAR_START * size ? undefined : codes[firstAt - 1],
  };
}
/** Up to this part of the order a walk goes to the first match from the very beginning. */
const NEAR_START = 0.02;
