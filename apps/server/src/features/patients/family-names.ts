import type { PatientMatcher } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { pattern } from './patient-search-conditions.ts';

/** With more matching family names than this, another strategy is used. */
const MAX_FAMILIES = 1000;

/** A search word that can match only names. */
export type NameWord = Extract<PatientMatcher, { kind: 'text' | 'short' }>;

/** Whether the word can match only names; one or two digits may also begin a phone number or MRN. */
export const isNameWord = (matcher: PatientMatcher): matcher is NameWord =>
  matcher.kind === 'text' || (matcher.kind === 'short' && !/^\d+$/.test(matcher.text));

/** A range of `name_key`, in byte order; `to` is exclusive. */
export interface NameRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Ranges of `name_key` that contain the patients whose family name has the word, in sort order. Patients with the same family
 * name are adjacent, and so are all whose family name begins with the word. Undefined if the word is in too many family names.
 */
export async function listFamilyNameRanges(
  db: Db,
  word: NameWord,
  { descending }: { readonly descending: boolean },
): Promise<NameRange[] | undefined> {
  const { rows } = await sql<{ family: string }>`
    select family from patient_families
    where words like ${pattern(word)} and not starts_with(family, ${word.text}) limit ${MAX_FAMILIES + 1}`.execute(
    db,
  );
  if (rows.length > MAX_FAMILIES) return undefined;
  const stretches = [
    { from: word.text, to: `${word.text}\u{10FFFF}` },
    ...rows.map(({ family }) => ({ from: `${family}\t`, to: `${family}\n` })),
  ].toSorted((a, b) => Buffer.compare(Buffer.from(a.from), Buffer.from(b.from)));
  return descending ? stretches.toReversed() : stretches;
}

/** The ranges as rows `(start, stop)` for a query. */
export const rangeRows = (stretches: readonly NameRange[]): RawBuilder<unknown> =>
  sql`unnest(${stretches.map(({ from }) => from)}::text[], ${stretches.map(({ to }) => to)}::text[]) as stretch (start, stop)`;

/** Condition on `patient_search`: the word is in the other names but not in the family name. It uses a separate index. */
export const inOtherNames = (word: NameWord): RawBuilder<unknown> =>
  sql`split_part(words, '|', 2) like ${pattern(word)} and split_part(words, '|', 1) not like ${pattern(word)}`;

/** Name keys up to this length are certainly not truncated. */
const NEVER_TRUNCATED = 100;

/**
 * A condition on `name_key` that every matching patient meets. It rules out most other patients without a lookup. Names with
 * several parts always pass, because they also match as one word.
 */
export function mayContainNames(
  nameKey: RawBuilder<unknown>,
  matchers: readonly PatientMatcher[],
): RawBuilder<unknown> {
  const words = matchers.filter((matcher) => isNameWord(matcher));
  const contained = words.map(({ text }) => sql`${nameKey} like ${`%${text}%`}`);
  return contained.length === 0
    ? sql`true`
    : sql`(${nameKey} like '% %' or length(${nameKey}) > ${NEVER_TRUNCATED} or (${sql.join(contained, sql` and `)}))`;
}
