import {
  isEmoji,
  normalizeSearchText,
  searchReadings,
  type PatientMatcher,
} from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';

type Condition = RawBuilder<unknown>;

const MRN_LENGTH = 8;

/**
 * Whether the matcher can match anyone. Stored texts contain only letters, digits, emoji and single spaces, so a word with anything else
 * matches nobody. This also stops LIKE wildcards in user input.
 */
export function canMatch(matcher: PatientMatcher): boolean {
  return (
    !(matcher.kind === 'text' || matcher.kind === 'short') ||
    isEmoji(matcher.text) ||
    normalizeSearchText(matcher.text) === matcher.text
  );
}

/** A matcher of the search text. */
export type WordMatcher = Exclude<PatientMatcher, { kind: 'date' }>;

export const isWord = (matcher: PatientMatcher): matcher is WordMatcher => matcher.kind !== 'date';

/** Conditions on the `patients` table; all of its sort indexes include `search_text`. */
export function patientConditions(matchers: readonly PatientMatcher[]): Condition {
  const [only, ...more] = searchReadings(matchers).map((reading) => {
    const all = reading.map((matcher) =>
      matcher.kind === 'date'
        ? sql`date_of_birth = any(${[...matcher.dates]}::date[])`
        : sql`search_text like ${pattern(matcher)}`,
    );
    return sql.join(all, sql` and `);
  });
  return more.length === 0 ? sql`${only}` : sql`(${sql.join([only, ...more], sql` or `)})`;
}

/** The same conditions on the narrow `patient_search` table, which has the trigram index but no dates of birth. */
export function searchConditions(matchers: readonly WordMatcher[]): Condition {
  const all = matchers.map((matcher) => {
    const like = pattern(matcher);
    // Words with non-ASCII letters may have no trigrams (depending on the locale), but few patients have such words.
    const inWords = /^[ -~]*$/.test(like)
      ? sql`words like ${like}`
      : sql`words ~ '[^ -~]' and words like ${like}`;
    const ranges = mrnRanges(matcher).map(({ from, to }) => sql`mrn between ${from} and ${to}`);
    return ranges.length === 0 ? inWords : sql`(${sql.join([inWords, ...ranges], sql` or `)})`;
  });
  return sql.join(all, sql` and `);
}

/** Name keys up to this length are certainly not truncated. */
const NEVER_TRUNCATED = 100;

/**
 * A condition on `name_key` that every matching patient meets. It rules out most other patients without a lookup. Names with
 * several parts always pass, because they also match as one word. So do all names if any former MRN has letters.
 */
export function mayContainNames(nameKey: Condition, matchers: readonly PatientMatcher[]): Condition {
  const words = matchers.flatMap((matcher) =>
    // A word with a digit may also be part of a phone number or an MRN.
    (matcher.kind === 'text' || matcher.kind === 'short') && !/\d/.test(matcher.text) ? [matcher.text] : [],
  );
  const contained = words.map((text) => sql`${nameKey} like ${`%${text}%`}`);
  return sql`(${nameKey} like '% %' or length(${nameKey}) > ${NEVER_TRUNCATED} or (${sql.join([sql`true`, ...contained], sql` and `)})
    or exists (select from patients where former_mrn ~ '[^0-9 ./-]'))`;
}

/** The LIKE pattern of a word; every word in the stored texts follows a space. */
function pattern(matcher: WordMatcher): string {
  if (matcher.kind === 'short') return `% ${matcher.text}%`;
  return `%${matcher.kind === 'text' ? matcher.text : matcher.digits}%`;
}

/**
 * Ranges of medical record numbers that a word of digits matches by their leading zeros, which the words in `patient_search` do
 * not contain: numbers that begin with a short word, and numbers in which a longer word with leading zeros starts within their
 * zeros.
 */
export function mrnRanges(matcher: WordMatcher): { readonly from: number; readonly to: number }[] {
  if (matcher.kind === 'text' || (matcher.kind === 'short' && !/^\d+$/.test(matcher.text))) return [];
  const digits = matcher.kind === 'short' ? matcher.text : matcher.digits;
  if (digits.length > MRN_LENGTH) return [];
  if (matcher.kind === 'short') return [range(digits, MRN_LENGTH - digits.length)];
  const rest = digits.replace(/^0+/, '');
  const zeros = digits.length - rest.length;
  if (zeros === 0) return [];
  if (rest === '') return [range('0', MRN_LENGTH - zeros)];
  // Without its leading zeros, the number has at least as many digits as the rest and at most what the zeros leave.
  return Array.from({ length: MRN_LENGTH - zeros - rest.length + 1 }, (_, more) => range(rest, more));
}

/** The numbers that begin with these digits, followed by `more` further digits. */
function range(digits: string, more: number): { from: number; to: number } {
  const size = 10 ** more;
  return { from: Number(digits) * size, to: (Number(digits) + 1) * size - 1 };
}
