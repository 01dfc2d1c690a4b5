import {
  isEmoji,
  normalizeSearchText,
  searchAlternatives,
  type SearchTerm,
} from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';

type Condition = RawBuilder<unknown>;

const MRN_LENGTH = 8;

/**
 * Whether the term can match anyone. Stored texts contain only letters, digits, emoji and single spaces, so a word with anything else
 * matches nobody. This also stops LIKE wildcards in user input.
 */
export function canMatch(term: SearchTerm): boolean {
  return (
    !(term.kind === 'text' || term.kind === 'short') ||
    isEmoji(term.text) ||
    normalizeSearchText(term.text) === term.text
  );
}

/** A term of the search text. */
export type WordTerm = Exclude<SearchTerm, { kind: 'date' }>;

export const isWord = (term: SearchTerm): term is WordTerm => term.kind !== 'date';

/** Conditions on the `patients` table; all of its sort indexes include `search_text`. */
export function patientConditions(terms: readonly SearchTerm[]): Condition {
  const [only, ...more] = searchAlternatives(terms).map((alternative) => {
    const all = alternative.map((term) =>
      term.kind === 'date'
        ? sql`date_of_birth = any(${[...term.dates]}::date[])`
        : sql`search_text like ${pattern(term)}`,
    );
    return sql.join(all, sql` and `);
  });
  return more.length === 0 ? sql`${only}` : sql`(${sql.join([only, ...more], sql` or `)})`;
}

/** The same conditions on the narrow `patient_search` table, which has the trigram index but no dates of birth. */
export function searchConditions(terms: readonly WordTerm[]): Condition {
  const all = terms.map((term) => {
    const like = pattern(term);
    // Words with non-ASCII letters may have no trigrams (depending on the locale), but few patients have such words.
    const inWords = /^[ -~]*$/.test(like)
      ? sql`words like ${like}`
      : sql`words ~ '[^ -~]' and words like ${like}`;
    const ranges = mrnRanges(term).map(({ from, to }) => sql`mrn between ${from} and ${to}`);
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
export function mayContainNames(nameKey: Condition, terms: readonly SearchTerm[]): Condition {
  const words = terms.flatMap((term) =>
    // A word with a digit may also be part of a phone number or an MRN.
    (term.kind === 'text' || term.kind === 'short') && !/\d/.test(term.text) ? [term.text] : [],
  );
  const contained = words.map((text) => sql`${nameKey} like ${`%${text}%`}`);
  return sql`(${nameKey} like '% %' or length(${nameKey}) > ${NEVER_TRUNCATED} or (${sql.join([sql`true`, ...contained], sql` and `)})
    or exists (select from patients where former_mrn ~ '[^0-9 ./-]'))`;
}

/** The LIKE pattern of a word; every word in the stored texts follows a space. */
function pattern(term: WordTerm): string {
  if (term.kind === 'short') return `% ${term.text}%`;
  return `%${term.kind === 'text' ? term.text : term.digits}%`;
}

/**
 * Ranges of medical record numbers that a word of digits matches by their leading zeros, which the words in `patient_search` do
 * not contain: numbers that begin with a short word, and numbers in which a longer word with leading zeros starts within their
 * zeros.
 */
export function mrnRanges(term: WordTerm): { readonly from: number; readonly to: number }[] {
  if (term.kind === 'text' || (term.kind === 'short' && !/^\d+$/.test(term.text))) return [];
  const digits = term.kind === 'short' ? term.text : term.digits;
  if (digits.length > MRN_LENGTH) return [];
  if (term.kind === 'short') return [range(digits, MRN_LENGTH - digits.length)];
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
