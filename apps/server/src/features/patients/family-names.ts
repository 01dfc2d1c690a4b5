import type { PatientMatcher } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { pattern } from './patient-search-conditions.ts';

/** A part of so many family names is no longer found family by family. */
const MAX_FAMILIES = 1000;

/** A word that stands in names only. */
export type NameWord = Extract<PatientMatcher, { kind: 'text' | 'short' }>;

/** One or two digits may also begin a phone or a medical record number. */
export const isNameWord = (matcher: PatientMatcher): matcher is NameWord =>
  matcher.kind === 'text' || (matcher.kind === 'short' && !/^\d+$/.test(matcher.text));

/** A stretch of the order by name, by bytes; `to` is not part of it. */
export interface NameStretch {
  readonly from: string;
  readonly to: string;
}

/**
 * Where the patients whose family name has the word stand in the order by name (`name_key`), in that order: those of a family stand
 * together, and so do all whose family name begins with the word. Undefined when the word is in too many families.
 */
export async function familyStretches(
  db: Db,
  word: NameWord,
  { descending }: { readonly descending: boolean },
): Promise<NameStretch[] | undefined> {
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

/** The stretches as rows `(start, stop)` of a query. */
export const stretchRows = (stretches: readonly NameStretch[]): RawBuilder<unknown> =>
  sql`unnest(${stretches.map(({ from }) => from)}::text[], ${stretches.map(({ to }) => to)}::text[]) as stretch (start, stop)`;

/** A condition on `patient_search`: the word is among the other names only; these come from an index of their own. */
export const inOtherNames = (word: NameWord): RawBuilder<unknown> =>
  sql`split_part(words, '|', 2) like ${pattern(word)} and split_part(words, '|', 1) not like ${pattern(word)}`;

/** Shorter names stand whole in the order by name. */
const CERTAINLY_WHOLE = 100;

/**
 * What a patient whom the words find has for certain in the order by name (`name_key`): it tells without looking the patient up that
 * most are not found. Names of several parts are found by what they are in one word too.
 */
export function mayHaveNames(
  nameKey: RawBuilder<unknown>,
  matchers: readonly PatientMatcher[],
): RawBuilder<unknown> {
  const words = matchers.filter((matcher) => isNameWord(matcher));
  const contained = words.map(({ text }) => sql`${nameKey} like ${`%${text}%`}`);
  return contained.length === 0
    ? sql`true`
    : sql`(${nameKey} like '% %' or length(${nameKey}) > ${CERTAINLY_WHOLE} or (${sql.join(contained, sql` and `)}))`;
}
