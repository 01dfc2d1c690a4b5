/**
 * Formatting and validation of US phone numbers.
 *
 * The API sends and stores digits only, with the extension appended: "(555) 123-4567 ext. 89" is 555123456789. This is
 * unambiguous because area codes never start with 0 or 1: a leading 1 is the country code, the next ten digits are the
 * number, and the rest is the extension, displayed as "ext. N".
 */

/** Maximum length of a phone input; the longest complete number fits exactly. */
export const PHONE_INPUT_MAX = 30;

const MAX_EXTENSION = 8;
const EXTENSION = /^(.*?)(?<![a-z])(?:extension|ext|x)[\s.:]*(\d+)\s*$/is;
// Letters or a foreign country code: the digits alone would be a different number.
const NOT_ONLY_A_NUMBER = /[^\d\s().,;+/-]|^\s*\+(?!1)|\S\s*\+/;

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
 * "ext". The result is never longer than PHONE_INPUT_MAX. Punctuation is added only once a digit follows it, and "ext."
 * stays as typed until its first digit, so that deleting from the end always works.
 */
export function formatPhoneInput(typed: string): string {
  const { digits, rest } = takeNumber(typed);
  const country = digits.startsWith('1');
  const local = country ? digits.slice(1) : digits;
  const number = [country ? '1' : '', formatLocalInput(local)].filter((part) => part !== '').join(' ');
  return local.length === 10 ? `${number}${formatExtensionInput(rest)}` : number;
}

/** Returns the digits only, number first, then extension: the format that is sent and stored. */
export function phoneDigits(formatted: string): string {
  return formatted.replace(/\D/g, '');
}

/**
 * Whether the value, formatted or digits only, is a complete number: an optional 1, ten digits whose area code starts
 * with 2–9, and an extension of at most 8 digits. The exchange may start with any digit, because the specification's
 * example, (555) 123-4567, has one that starts with 1.
 */
export function isValidPhone(value: string): boolean {
  if (/^\d+$/.test(value)) return /^1?[2-9]\d{9}\d{0,8}$/.test(value);
  const written = EXTENSION.exec(value);
  const base = written?.[1] ?? value;
  return (
    !NOT_ONLY_A_NUMBER.test(base) &&
    /^1?[2-9]\d{9}$/.test(phoneDigits(base)) &&
    (written?.[2] ?? '').length <= MAX_EXTENSION
  );
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

/** The first ten digits (eleven with a leading 1) and the text after them. */
function takeNumber(typed: string): { digits: string; rest: string } {
  let digits = '';
  for (const [index, char] of Array.from(typed).entries()) {
    if (digits.length === (digits.startsWith('1') ? 11 : 10)) {
      return { digits, rest: Array.from(typed).slice(index).join('') };
    }
    if (/\d/.test(char)) digits += char;
  }
  return { digits, rest: '' };
}

function formatExtensionInput(rest: string): string {
  const begun = /[a-z]+/i.exec(rest);
  const word = begun?.[0].toLowerCase() ?? '';
  if (begun === null || !(word === 'x' || 'extension'.startsWith(word))) return '';
  const after = rest.slice(begun.index + word.length);
  const extension = phoneDigits(after).slice(0, MAX_EXTENSION);
  if (extension !== '') return ` ext. ${extension}`;
  return ` ${word}${/^\.? ?/.exec(after)?.[0] ?? ''}`;
}
