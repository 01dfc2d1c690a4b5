import { normalizeSearchText, type PatientMatcher } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';

type Condition = RawBuilder<unknown>;

const MRN_LENGTH = 8;

/**
 * Whether anyone can match at all. The stored texts hold letters, digits and single spaces only, so what holds anything else is in
 * nobody's; and no LIKE wildcard of the caller's gets any further.
 */
export function canMatch(matcher: PatientMatcher): boolean {
  return (
    !(matcher.kind === 'text' || matcher.kind === 'short') ||
    normalizeSearchText(matcher.text) === matcher.text
  );
}

/** Every word, asked of the table of patients, whose `search_text` all its indexes carry along. */
export function patientConditions(matchers: readonly PatientMatcher[], includeInactive: boolean): Condition {
  return every(matchers, includeInactive, (matcher) => {
    if (matcher.kind === 'date') return sql`date_of_birth = ${matcher.date}::date`;
    return sql`search_text like ${pattern(matcher)}`;
  });
}

/** The same, asked of the narrow copy with its index on parts of words, which does not know birth dates. */
export function searchConditions(
  matchers: readonly Exclude<PatientMatcher, { kind: 'date' }>[],
  includeInactive: boolean,
): Condition {
  return every(matchers, includeInactive, (matcher) => {
    const like = pattern(matcher);
    // Such words may have no trigrams (in the embedded database's locale they have none), but few patients' words hold such letters.
    const inWords = /^[ -~]*$/.test(like)
      ? sql`words like ${like}`
      : sql`words ~ '[^ -~]' and words like ${like}`;
    const ranges = mrnRanges(matcher).map(({ from, to }) => sql`mrn between ${from} and ${to}`);
    return ranges.length === 0 ? inWords : sql`(${sql.join([inWords, ...ranges], sql` or `)})`;
  });
}

function every<M>(
  matchers: readonly M[],
  includeInactive: boolean,
  condition: (matcher: M) => Condition,
): Condition {
  const all = matchers.map((matcher) => condition(matcher));
  return sql.join(includeInactive ? all : [...all, sql`is_active`], sql` and `);
}

/** The LIKE pattern of a word; every word of the stored texts follows a space. */
export function pattern(matcher: Exclude<PatientMatcher, { kind: 'date' }>): string {
  if (matcher.kind === 'short') return `% ${matcher.text}%`;
  return `%${matcher.kind === 'text' ? matcher.text : matcher.digits}%`;
}

/**
 * The medical record numbers that a word of digits finds by their leading zeros, which the narrow copy's words do not hold: those
 * beginning with a short word, and those in which a longer one that begins with zeros stands at the end of the zeros.
 */
export function mrnRanges(
  matcher: Exclude<PatientMatcher, { kind: 'date' }>,
): { readonly from: number; readonly to: number }[] {
  if (matcher.kind === 'text' || (matcher.kind === 'short' && !/^\d+$/.test(matcher.text))) return [];
  const digits = matcher.kind === 'short' ? matcher.text : matcher.digits;
  if (digits.length > MRN_LENGTH) return [];
  if (matcher.kind === 'short') return [range(digits, MRN_LENGTH - digits.length)];
  const rest = digits.replace(/^0+/, '');
  const zeros = digits.length - rest.length;
  if (zeros === 0) return [];
  if (rest === '') return [range('0', MRN_LENGTH - zeros)];
  // The number without its leading zeros has from as many digits as the rest up to what the zeros leave.
  return Array.from({ length: MRN_LENGTH - zeros - rest.length + 1 }, (_, more) => range(rest, more));
}

/** The numbers that begin with these digits and have so many more. */
function range(digits: string, more: number): { from: number; to: number } {
  const size = 10 ** more;
  return { from: Number(digits) * size, to: (Number(digits) + 1) * size - 1 };
}
