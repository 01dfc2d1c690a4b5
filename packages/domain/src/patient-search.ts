import { isDateOnly, parseUsDate } from './date.ts';
import { phoneDigits } from './phone.ts';
import { foldLetters } from './text.ts';

/** Patient search boxes start searching at this many characters. */
export const PATIENT_SEARCH_MIN_LENGTH = 2;

/**
 * One word of a patient search; a patient matches when every word matches.
 * - text: anywhere in the search text
 * - short: fewer than three characters, at the start of a word of the search text
 * - digits: three or more, anywhere in the phone digits or the MRN
 * - date: the date of birth is one of the dates, YYYY-MM-DD; two with a two-digit year
 * - mrn: the whole MRN, or the same digits as part of a phone number
 * `dates` of a number: it may also be a date of birth without slashes.
 */
export type PatientMatcher =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'short'; readonly text: string }
  | { readonly kind: 'digits'; readonly digits: string; readonly dates?: readonly string[] }
  | { readonly kind: 'date'; readonly dates: readonly string[] }
  | {
      readonly kind: 'mrn';
      readonly mrn: string;
      readonly digits: string;
      readonly dates?: readonly string[];
    };

const APOSTROPHES = /['’‘‛ʼʻ`´′＇\u00AD]/g;
const MRN_SHAPE = /^\d{8}$/;
const EXTENSION = String.raw`(?:\s*(?:extension|ext|x)\.?\s*\d{1,8})?`;
const COUNTRY = String.raw`(?:\+?1[\s.-]*)?`;
// A phone number with spaces: a complete one, or a partly typed one whose area code is in parentheses.
const SPACED_PHONE = new RegExp(
  String.raw`(?<!\S)${COUNTRY}((?:\(\d{3}\)|\d{3})[\s.-]*\d{3}[\s.-]*\d{4}${EXTENSION}` +
    String.raw`|\(\d{3}\)\s*\d{1,3}(?:[\s.-]+\d{0,4})?)(?!\S)`,
  'gi',
);

/**
 * Normalizes text for storing and searching names: lowercase, no accents, apostrophes dropped (O'Brien becomes obrien),
 * hyphens and all other punctuation replaced by a space (Smith-Jones becomes smith jones). The result has only letters,
 * digits and single spaces.
 */
export function normalizeSearchText(text: string): string {
  return foldLetters(text.replace(APOSTROPHES, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Text of a patient's search column: the normalized names, multi-part names again as one word (so that smithjones and
 * delacruz match too), the MRN, the phone digits and the MRN of a former system, also as one word.
 */
export function patientSearchText(patient: {
  readonly firstName: string;
  readonly lastName: string;
  readonly medicalRecordNumber: string;
  readonly phone: string | null;
  readonly formerMrn?: string | null;
}): string {
  const names = [patient.firstName, patient.lastName].map((name) => normalizeSearchText(name));
  const former = normalizeSearchText(patient.formerMrn ?? '');
  return [
    ...names,
    ...joinedWords(names),
    patient.medicalRecordNumber,
    phoneDigits(patient.phone ?? ''),
    former,
    ...joinedWords([former]),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const joinedWords = (texts: readonly string[]): string[] =>
  texts.filter((text) => text.includes(' ')).map((text) => text.replaceAll(' ', ''));

/** Replaces phone numbers that are typed with spaces, hyphens or parentheses by their digits. */
export const joinPhoneNumbers = (text: string): string =>
  text.replace(SPACED_PHONE, (_, number: string) => phoneDigits(number));

/**
 * Parses a patient search into different matchers. Blank text returns an empty array. Text without a letter
 * or digit returns one matcher that finds nobody, so that "%" does not list everyone; it contains the raw input, so the
 * caller must escape LIKE wildcards.
 */
export function parsePatientSearch(text: string): PatientMatcher[] {
  const typed = joinPhoneNumbers(text.normalize('NFKC').replace(/[,;]/g, ' '));
  const words = typed.split(/\s+/).filter((word) => word !== '');
  const matchers = words.flatMap((word) => readWord(word));
  if (matchers.length === 0) return text.trim() === '' ? [] : [{ kind: 'short', text: text.trim() }];
  const unique = new Map(matchers.map((matcher) => [JSON.stringify(matcher), matcher]));
  return [...unique.values()];
}

/** Matchers of one typed word: several for a hyphenated name, none for punctuation alone. */
function readWord(word: string): PatientMatcher[] {
  const dates = readBirthDate(word);
  if (dates.length > 0 && !/^\d+$/.test(word)) return [{ kind: 'date', dates }];
  const digits = phoneDigits(word);
  if (digits.length >= 3 && /^[\d().+-]+$/.test(word)) return [readDigits(digits)];
  return normalizeSearchText(word)
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => readPart(part));
}

function readPart(part: string): PatientMatcher {
  if (/^\d{3,}$/.test(part)) return readDigits(part);
  return Array.from(part).length < 3 ? { kind: 'short', text: part } : { kind: 'text', text: part };
}

function readDigits(digits: string): PatientMatcher {
  const dates = readBirthDate(digits);
  const reading = dates.length === 0 ? {} : { dates };
  if (MRN_SHAPE.test(digits)) return { kind: 'mrn', mrn: digits, digits, ...reading };
  // Most numbers are stored without the country code; searching without it finds both kinds.
  return { kind: 'digits', digits: /^1\d{10}/.test(digits) ? digits.slice(1) : digits, ...reading };
}

/** The dates that a word can mean: YYYY-MM-DD, or month, day and a year of two or four digits, with or without slashes. */
function readBirthDate(word: string): string[] {
  if (isDateOnly(word)) return [word];
  const [, month, day, year = ''] =
    /^(\d{1,2})[/-](\d{1,2})[/-](\d{2}|\d{4})$/.exec(word) ?? /^(\d\d)(\d\d)(\d{2}|\d{4})$/.exec(word) ?? [];
  const years = year.length === 2 ? [`19${year}`, `20${year}`] : [year];
  return years.flatMap((each) => parseUsDate(`${month}/${day}/${each}`) ?? []);
}

/**
 * The readings of a search, of which one must match: the first number that may also be a date of birth is read as a number and as a
 * date.
 */
export function searchReadings(
  matchers: readonly PatientMatcher[],
): readonly [readonly PatientMatcher[], ...(readonly PatientMatcher[])[]] {
  const dates = matchers.map((matcher) =>
    matcher.kind === 'digits' || matcher.kind === 'mrn' ? matcher.dates : undefined,
  );
  const at = dates.findIndex((each) => each !== undefined);
  const date = dates[at];
  return date === undefined ? [matchers] : [matchers, matchers.with(at, { kind: 'date', dates: date })];
}
