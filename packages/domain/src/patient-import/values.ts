import { isValidZip, OTHER_STATES, statesOf } from '../address.ts';
import { isValidPhone, phoneDigits } from '../phone.ts';
import { isValidSsn, normalizeSsn } from '../ssn.ts';
import { cleanSingleLine } from '../text.ts';
import { meaningOf, wordOf, type WordAnswers } from './words.ts';

/** A value that was read, one that is left out with a note, or why it cannot be read, with the value if a person can accept it. */
export type ReadValue<T> =
  | { readonly value: T | null; readonly note?: string }
  | { readonly problem: string; readonly value?: T };

const NOTHING = /^(?:[-?.*\s]*|n\/?a|none|null|nil|unk|unknown|not available|not on file|declined|refused)$/i;
/** An optional cell; blank if it only says that there is no value. */
export function optionalCell(text: string | undefined): string {
  if (text === undefined || text === '') return '';
  const clean = cleanSingleLine(text);
  return NOTHING.test(clean) ? '' : clean;
}

/** "F", "female" or "Woman" become Female. */
export function readGender(
  cell: string | undefined,
  answers: WordAnswers,
): ReadValue<'Male' | 'Female' | 'Other'> {
  const word = wordOf(cell);
  if (word === '') return { value: null };
  const meaning = meaningOf('gender', word, answers);
  if (meaning === undefined) return { problem: notUnderstood('Gender') };
  return { value: meaning === 'None' ? null : meaning };
}

/** The codes of states by code and name, in uppercase without periods. */
const STATE_CODES: ReadonlyMap<string, string> = new Map([
  ...statesOf(true).flatMap(({ code, name }) => [[code, code] as const, [name.toUpperCase(), code] as const]),
  ['WASHINGTON DC', 'DC'],
  ['WASHINGTON, DC', 'DC'],
  ['US VIRGIN ISLANDS', 'VI'],
  ['VIRGIN ISLANDS, US', 'VI'],
]);
const OTHERS: ReadonlySet<string> = new Set(OTHER_STATES.map(({ code }) => code));

/** The code of a state, from its code or name in any case, or both: "US-NY", "NY - New York", "New York (NY)". */
export function readState(text: string, includesOthers: boolean): ReadValue<string> {
  if (text === '') return { value: null };
  const written = text.replaceAll('.', '').toUpperCase();
  const code = STATE_CODES.get(written) ?? stateOfParts(written);
  if (code === undefined)
    return {
      problem: `State must be ${includesOthers ? 'a US state or territory' : 'one of the 50 US states'}`,
    };
  return includesOthers || !OTHERS.has(code)
    ? { value: code }
    : { problem: 'State is not one of the 50 US states; a setting of the server allows others' };
}

/** The state that all parts name; undefined if one does not. */
function stateOfParts(written: string): string | undefined {
  const parts = written.replace(/^US-(?=[A-Z]{2}$)/, '').split(/\s*[-–:/()]+\s*/);
  const codes = new Set(parts.filter((part) => part !== '').map((part) => STATE_CODES.get(part)));
  return codes.size === 1 ? [...codes][0] : undefined;
}

/**
 * Five digits or 5+4. Spreadsheets drop a leading zero: it is added again, with a note. No more than one, because three digits may as well
 * be a part of a code.
 */
export function readZip(text: string): ReadValue<string> {
  if (text === '') return { value: null };
  if (/^0{1,5}$/.test(text)) return { value: null, note: 'ZIP code 00000 left out' };
  const parts = /^(\d{4,5})(?:\.0)?(?:[-\s]+(\d{4})?)?$/.exec(text) ?? /^(\d{4,5})(\d{4})$/.exec(text);
  if (parts === null) return { problem: 'ZIP code must be 5 digits or 5+4 digits' };
  const digits = parts[1] ?? '';
  const zip = digits.padStart(5, '0');
  if (zip === '00000') return { value: null, note: 'ZIP code 00000 left out' };
  const code = parts[2] === undefined || parts[2] === '0000' ? zip : `${zip}-${parts[2]}`;
  const note = digits.length === 5 ? {} : { note: 'Leading zero added to a ZIP code of four digits' };
  return isValidZip(code) ? { value: code, ...note } : { problem: 'ZIP code must be 5 digits or 5+4 digits' };
}

/** Words that say which phone it is. */
const KIND_OF_PHONE = /\(?\b(?:cell|mobile|home|work|main|c|h|m|w)\b[).:]*/gi;
/** Words that say whose phone it is, or when it is answered. Others, such as "wrong number", may mean that it is none. */
const OWNER_OF_PHONE = new RegExp(
  `\\(?(?<!\\p{L})(?:${[
    'self patient mother mom mum mommy father dad daddy parents? guardian wife husband spouse partner fiance fiancee fiancé fiancée',
    'son daughter sister brother sibling grandmother grandma grandfather grandpa aunt uncle niece nephew cousin',
    'friend neighbor caregiver caretaker landline day daytime evening night primary preferred',
  ]
    .join(' ')
    .replaceAll(' ', '|')})(?!\\p{L})(?:['’]s(?!\\p{L}))?[).:,]*`,
  'giu',
);

/** The digits of a US phone number, without words such as "cell". A word such as "mother" is left out with a note. */
export function readPhone(text: string): ReadValue<string> {
  const named = text.replace(KIND_OF_PHONE, '').trim();
  const phone = named.replace(OWNER_OF_PHONE, '').trim();
  const digits = phoneDigits(phone);
  if (digits === '' && NOTHING.test(phone) && phone === named) return { value: null };
  if (/^1?(\d)\1{9}$/.test(digits)) return { value: null, note: 'Phone that is no real number left out' };
  // Files write an extension as a word: more digits are another country's number.
  if (isValidPhone(phone) && !/^(?!1)\d{11,}$|^\d{12,}$/.test(phone))
    return phone === named
      ? { value: digits }
      : { value: digits, note: 'Word with a phone, such as “mother”, left out' };
  if (digits.length === 7) return { problem: 'Phone has no area code' };
  return {
    problem: isFollowedByWords(phone)
      ? 'Phone is followed by words that are not known'
      : 'Phone is not a valid US phone number',
  };
}

function isFollowedByWords(phone: string): boolean {
  const end = phone.search(/\p{L}/u);
  return (
    end > 0 &&
    phone.length <= 100 &&
    !/\d/.test(phone.slice(end)) &&
    isValidPhone(phone.slice(0, end).replace(/[\s(–-]+$/, ''))
  );
}

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** The first of several email addresses in a cell; the others are left out with a note. Whether one is valid is checked later. */
export function readEmail(text: string): ReadValue<string> {
  if (text === '') return { value: null };
  const [first = '', ...others] = text
    .split(/[\s;,|/]+/)
    .filter((part) => part !== '' && !/^(?:and|or|&)$/i.test(part));
  if (![first, ...others].every((part) => EMAIL.test(part))) return { value: text };
  const differs = others.some((other) => other.toLowerCase() !== first.toLowerCase());
  return differs ? { value: first, note: 'Second email address left out' } : { value: first };
}

/** A note if other phones say something else: the portal has one phone. */
export function otherPhonesNote(phone: string | null, others: readonly string[]): string | null {
  const known = phone === null ? '' : phoneDigits(phone).replace(/^1(?=\d{10})/, '');
  const differs = others.some((text) => {
    const digits = phoneDigits(text).replace(/^1(?=\d{10})/, '');
    return !NOTHING.test(text.trim()) && digits !== known;
  });
  return differs ? 'Second phone left out' : null;
}

/** Nine digits. Numbers that are masked or were never issued are left out: old systems use them as placeholders. */
export function readSsn(text: string): ReadValue<string> {
  if (text === '') return { value: null };
  if (isValidSsn(text)) return { value: normalizeSsn(text) };
  if (/^[x*#•\s-]+\d{0,4}$/i.test(text))
    return { value: null, note: 'Masked social security number left out' };
  if (/^\d{3}([- ]?)\d{2}\1\d{4}$/.test(text))
    return { value: null, note: 'Social security number that was never issued left out' };
  return { problem: 'Social security number must have 9 digits' };
}

/** Why a row with a word that has no meaning fails. */
export const notUnderstood = (label: string) =>
  `${label} has a word that is not understood; choose what it means`;
