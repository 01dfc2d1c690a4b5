import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Codes of a sample: enough to know frequent words by, few enough to be read in a millisecond and looked through in less. */
const SAMPLE_CODES = 1_000;
/** How long a sample serves, in milliseconds. It chooses the way of a search and not what is found. */
const AGE_MS = 60_000;

interface SampledCode {
  readonly code_type: string;
  readonly is_active: boolean;
  readonly words: readonly string[];
}

/** Some codes from all over the catalogue. */
export interface CodeSample {
  /** How many codes the catalogue has. */
  readonly total: number;
  readonly codes: readonly SampledCode[];
}

interface Kept {
  readonly sample: Promise<CodeSample>;
  readonly at: number;
}

/** A sample of at most a minute ago, of each database. */
export function codeSample(db: Db): Promise<CodeSample> {
  const kept = samples.get(db);
  if (kept !== undefined && performance.now() - kept.at < AGE_MS) return kept.sample;
  const sample = readSample(db);
  samples.set(db, { sample, at: performance.now() });
  // One that could not be read is not kept.
  sample.catch(() => samples.delete(db));
  return sample;
}
const samples = new WeakMap<Db, Kept>();

async function readSample(db: Db): Promise<CodeSample> {
  const counted = await sql<{ total: number }>`
    select coalesce(sum(codes), 0)::int as total from billing_code_counts`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const percent = Math.min(100, (100 * SAMPLE_CODES) / Math.max(total, 1));
  const { rows } = await sql<SampledCode>`
    select code_type, is_active, tsvector_to_array(words) as words
    from billing_codes tablesample system (${percent}) repeatable (1)`.execute(db);
  return { total, codes: rows };
}

/** The part of the sampled codes, from 0 to 1, that a filter takes and in which each of the words is the beginning of one. */
export function shareOf(
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
): number {
  const hits = codes.filter(
    (code) =>
      (codeType === null || code.code_type === codeType) &&
      (isActive === null || code.is_active === isActive) &&
      words.every((start) => code.words.some((word) => word.startsWith(start))),
  );
  return codes.length === 0 ? 0 : hits.length / codes.length;
}
