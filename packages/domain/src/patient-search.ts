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
 * - date: the date of birth is one of the dates, YYYY-MM-DD; two with a two-digit year, all days of a year or a month
 * - mrn: the whole MRN, or the same digits as part of a phone number
 * `dates` of a number: it may also be a date of birth without slashes, or a year of birth.
 */
export type SearchTerm =
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
 * delacruz match too), the MRN, the phone digits, the MRN of a former system, also as one word, and the emoji of the names.
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
    ...emojiOf(patient.firstName + patient.lastName),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const joinedWords = (texts: readonly string[]): string[] =>
  texts.filter((text) => text.includes(' ')).map((text) => text.replaceAll(' ', ''));

/** Labels before the values that the portal shows, and values that no search looks for. */
const SHOWN: readonly RegExp[] = [
  /\b(?:mrn|medical record number)\b[\s:#]*(?=\d)/gi,
  /\b(?:dob|date of birth|birth date|born)\b[\s:]*(?=\d)/gi,
  /\b(?:phone|telephone|tel|cell|mobile|home|work|fax)\b[\s.:]*(?=[+(\d])/gi,
  /\bage\b[\s:]*\d{1,3}\b(?:\s*(?:years?|months?|weeks?|days?)\b)?/gi,
  /\b\d{1,3}\s(?:years?|months?|weeks?|days?)\b(?:\sold\b)?/gi,
  /\((?:active|inactive)\)/gi,
];

/** Takes the labels out of text that was copied from the portal: "DOB 02/03/2010, age 16, MRN 00000507" is a date and a number. */
export function withoutLabels(text: string): string {
  const values = SHOWN.reduce((rest, label) => rest.replace(label, ' '), text);
  return /[\p{L}\p{N}]/u.test(values) ? values : text;
}

const CJK_WORD = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]{2,}$/u;

/** The characters of a word in a script that writes names without a space, each normalized; null for any other word. */
export const unspacedCharacters = (word: string): string[] | null =>
  CJK_WORD.test(word) ? Array.from(word.normalize('NFC'), (letter) => normalizeSearchText(letter)) : null;

const EMOJI = /\p{Extended_Pictographic}/gu;
const emojiOf = (text: string): string[] => [...new Set(text.match(EMOJI))];
/** Whether the text is one emoji, which the search text of a patient can have. */
export const isEmoji = (text: string): boolean => /^\p{Extended_Pictographic}$/u.test(text);

/** Replaces phone numbers that are typed with spaces, hyphens or parentheses by their digits. */
export const joinPhoneNumbers = (text: string): string =>
  text.replace(SPACED_PHONE, (_, number: string) => phoneDigits(number));

/**
 * Parses a patient search into its terms, each once. Blank text returns an empty array. Text without a letter
 * or digit returns one term that finds nobody, so that "%" does not list everyone; it contains the raw input, so the
 * caller must escape LIKE wildcards.
 */
export function parsePatientSearch(text: string): SearchTerm[] {
  const plain = joinPhoneNumbers(withoutLabels(text.normalize('NFKC')).replace(/[,;]/g, ' '));
  const words = plain.split(/\s+/).filter((word) => word !== '');
  const terms = words.flatMap((word) => readWord(word));
  if (terms.length === 0) return text.trim() === '' ? [] : [{ kind: 'short', text: text.trim() }];
  const unique = new Map(terms.map((term) => [JSON.stringify(term), term]));
  return [...unique.values()];
}

/** Terms of one typed word: several for a hyphenated name, none for punctuation alone. */
function readWord(word: string): SearchTerm[] {
  const dates = readBirthDate(word);
  if (dates.length > 0 && !/^\d+$/.test(word)) return [{ kind: 'date', dates }];
  const characters = unspacedCharacters(word);
  if (characters !== null) return characters.map((character) => ({ kind: 'text', text: character }));
  const digits = phoneDigits(word);
  if (digits.length >= 3 && /^[\d().+-]+$/.test(word)) return [readDigits(digits)];
  return normalizeSearchText(word)
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => readPart(part))
    .concat(emojiOf(word).map((emoji) => ({ kind: 'text', text: emoji })));
}

function readPart(part: string): SearchTerm {
  if (/^\d{3,}$/.test(part)) return readDigits(part);
  return Array.from(part).length < 3 ? { kind: 'short', text: part } : { kind: 'text', text: part };
}

function readDigits(digits: string): SearchTerm {
  const dates = readBirthDate(digits);
  const born = dates.length === 0 ? {} : { dates };
  if (MRN_SHAPE.test(digits)) return { kind: 'mrn', mrn: digits, digits, ...born };
  // Most numbers are stored without the country code; searching without it finds both kinds.
  return { kind: 'digits', digits: /^1\d{10}/.test(digits) ? digits.slice(1) : digits, ...born };
}

/** The dates that a word can mean: YYYY-MM-DD, YYYY-MM or YYYY, or month, day and a year of two or four digits, with or without slashes. */
function readBirthDate(word: string): string[] {
  if (isDateOnly(word)) return [word];
  const [, born, bornMonth] = /^((?:19|20)\d\d)(?:-(0[1-9]|1[0-2]))?$/.exec(word) ?? [];
  if (born !== undefined)
    return daysBetween(`${born}-${bornMonth ?? '01'}-01`, `${born}-${bornMonth ?? '12'}-31`);
  const [, month, day, year = ''] =
    /^(\d{1,2})[/-](\d{1,2})[/-](\d{2}|\d{4})$/.exec(word) ?? /^(\d\d)(\d\d)(\d{2}|\d{4})$/.exec(word) ?? [];
  const years = year.length === 2 ? [`19${year}`, `20${year}`] : [year];
  return years.flatMap((each) => parseUsDate(`${month}/${day}/${each}`) ?? []);
}

/** The days from the first to the last one; a month may end before the last one. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (const day = new Date(from); ; day.setUTCDate(day.getUTCDate() + 1)) {
    const date = day.toISOString().slice(0, 10);
    if (date > to) return days;
    days.push(date);
  }
}

/**
 * What a search can mean, of which one alternative must match: the first number that may also be a date of birth is read as a number and as a
 * date.
 */
export function searchAlternatives(
  terms: readonly SearchTerm[],
): readonly [readonly SearchTerm[], ...(readonly SearchTerm[])[]] {
  const dates = terms.map((term) => (term.kind === 'digits' || term.kind === 'mrn' ? term.dates : undefined));
  const at = dates.findIndex((each) => each !== undefined);
  const date = dates[at];
  return date === undefined ? [terms] : [terms, terms.with(at, { kind: 'date', dates: date })];
}
