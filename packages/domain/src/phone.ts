/**
 * Formatting and validation of US phone numbers.
 *
 * The API sends and stores digits only, with the extension appended: "(555) 123-4567 ext. 89" is 555123456789. This is
 * unambiguous because area codes never start with 0 or 1: a leading 1 is the country code, the next ten digits are the
 * number, and the rest is the extension, displayed as "ext. N".
 */

/** What a phone field expects. */
export const PHONE_EXPECTED = 'Enter one US number with its area code, such as (555) 123-4567 ext. 89';

const MAX_EXTENSION = 8;
/** Longer than any number, however it is written. */
const MAX_TYPED = 100;
const EXTENSION = /^(.*?)(?<![a-z])(?:extension|ext|x)[\s.:]*(\d+)\s*$/is;
// Letters or a foreign country code: the digits alone would be a different number.
const NOT_ONLY_A_NUMBER = /[^\d\s().,;+/-]|^\s*\+(?!1)|\S\s*\+/;
/** What people copy with a number. */
const LABEL =
  /^\s*(?:phone|telephone|tel|cell|mobile|home|work|office|fax)(?:\s+(?:phone|number|no))?[\s.:#]*(?=[+(\d])/i;
// Address books copy invisible direction marks and hyphens that do not break.
const MARKS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const HYPHENS = /[\u2010-\u2015\u2212]/g;
/** The number, and the beginning of an extension: its word, what follows the word, and its digits. */
const TYPED = /^([^a-z]*?)(?:[\s,;]*([a-z]+)([\s.:]*)(\d*))?\s*$/i;

/** A US number as far as it is typed. */
interface TypedPhone {
  /** '1' or blank. */
  readonly country: string;
  /** At most ten digits. */
  readonly local: string;
  /** From the word on; null if none is typed. */
  readonly extension: { readonly word: string; readonly gap: string; readonly digits: string } | null;
}

/**
 * Formats a phone number for display: 10 digits as (###) ###-####, 11 digits starting with 1 as 1 (###) ###-####,
 * 7 digits as ###-####, with extra digits or an extension as "ext. N". Other values are returned unchanged; null and
 * undefined give an empty string.
 */
export function formatPhone(raw: string | null | undefined): string {
  if (raw === null || raw === undefined) return '';
  const written = EXTENSION.exec(raw);
  const base = written?.[1] ?? raw;
  const shown = formatBase(base);
  if (written?.[2] === undefined) return shown ?? raw;
  // A second extension would be ambiguous.
  if (shown?.includes('ext.')) return raw;
  const number = shown ?? base.trim();
  return number === '' ? raw : `${number} ext. ${written[2]}`;
}

/**
 * Formats a phone input after each keystroke: an optional 1, ten digits, then an optional extension started by "x" or
 * "ext". Text that is no US number (another country code, two numbers, more digits, letters) stays as typed. Punctuation is
 * added only once a digit follows it, and "ext." stays as typed until its first digit, so that deleting from the end always
 * works. A label such as "Cell:" stays, too.
 */
export function formatPhoneInput(typed: string): string {
  if (LABEL.test(typed)) return typed;
  // Digits alone would be read as a number with an extension, as the API sends them.
  const tooMany = /^(1?\d{10})(\d+)$/.exec(typed.trim());
  if (tooMany !== null && readTyped(tooMany[1] ?? '')?.local.length === 10)
    return `${formatPhoneInput(tooMany[1] ?? '')}${tooMany[2] ?? ''}`;
  const phone = readTyped(typed);
  if (phone === null) return typed;
  const { country, local, extension } = phone;
  const number = [country, formatLocalInput(local)].filter((part) => part !== '').join(' ');
  if (extension === null) return number;
  const { word, gap, digits } = extension;
  if (digits !== '') return `${number} ext. ${digits}`;
  return `${number} ${word.toLowerCase()}${/^\.? ?/.exec(gap)?.[0] ?? ''}`;
}

/** Returns the digits only, number first, then extension: the format that is sent and stored. For valid numbers only. */
export function phoneDigits(formatted: string): string {
  return formatted.replace(/\D/g, '');
}

/** The digits of a US number as far as it is typed, without country code and extension; blank for any other text. */
export function typedPhoneDigits(typed: string): string {
  return readTyped(typed)?.local ?? '';
}

/**
 * Whether the value, formatted or digits only, is a complete number: an optional 1, ten digits whose area code starts
 * with 2–9, and an extension of at most 8 digits. A label before it does not matter. The exchange may start with any digit, because the specification's
 * example, (555) 123-4567, has one that starts with 1.
 */
export function isValidPhone(value: string): boolean {
  if (/^\d+$/.test(value)) return /^1?[2-9]\d{9}\d{0,8}$/.test(value);
  const phone = readTyped(value);
  return phone !== null && /^[2-9]\d{9}$/.test(phone.local) && phone.extension?.digits !== '';
}

/** Null if the text is not the beginning of one US number, with punctuation only between its parts, and a label before it. */
function readTyped(typed: string): TypedPhone | null {
  if (typed.length > MAX_TYPED) return null;
  const number = typed.replace(MARKS, '').replace(HYPHENS, '-').replace(LABEL, '');
  const [, base, word, gap = '', extension = ''] = TYPED.exec(number) ?? [];
  if (base === undefined || NOT_ONLY_A_NUMBER.test(base) || !isExtensionWord(word)) return null;
  const parts = base.split(/\D+/).filter((part) => part !== '');
  const digits = parts.join('');
  const country = digits.startsWith('1') ? '1' : '';
  const local = digits.slice(country.length);
  if (local.length > 10 || extension.length > MAX_EXTENSION || !isSplitAsUsual(parts, country)) return null;
  if (word === undefined) return { country, local, extension: null };
  return local.length < 10 ? null : { country, local, extension: { word, gap, digits: extension } };
}

/** Whether a word can begin an extension: "x", or "extension" as far as it is typed. */
const isExtensionWord = (word = 'x'): boolean =>
  /^x$/i.test(word) || 'extension'.startsWith(word.toLowerCase());

/** Whether the typed groups of digits end where those of a US number do: 1, 3, 3, 4. "55 1234 5678" does not. */
function isSplitAsUsual(parts: readonly string[], country: string): boolean {
  const ends = new Set([0, 3, 6].map((end) => end + country.length));
  let length = 0;
  return parts.slice(0, -1).every((part) => {
    length += part.length;
    return ends.has(length);
  });
}

/** Null if the digits are not a number we can format. */
function formatBase(text: string): string | null {
  if (NOT_ONLY_A_NUMBER.test(text)) return null;
  const digits = phoneDigits(text);
  if (digits.length === 7) return `${digits.slice(0, 3)}-${digits.slice(3)}`;
  const country = digits.length > 10 && digits.startsWith('1') ? 1 : 0;
  if (digits.length < 10) return null;
  const number = `${country === 1 ? '1 ' : ''}${formatLocalInput(digits.slice(country, country + 10))}`;
  const rest = digits.slice(country + 10);
  return rest === '' ? number : `${number} ext. ${rest}`;
}

function formatLocalInput(digits: string): string {
  if (digits === '') return '';
  if (digits.length <= 3) return `(${digits}`;
  const area = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}`;
  return digits.length > 6 ? `${area}-${digits.slice(6)}` : area;
}
