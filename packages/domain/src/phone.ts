/**
 * US phone numbers: how they are shown, typed, sent and checked.
 *
 * On the wire a number is digits only, an extension simply following: "(555) 123-4567 ext. 89" is 555123456789. It can
 * be read back without doubt: area codes never begin with 0 or 1, so a first digit 1 is always the country code, the ten
 * digits after it the number, and everything after those the extension. Of
 * values of more than ten digits the first ten are formatted and the rest is appended, shown like any extension as
 * "ext. N".
 */

/** The most characters of a phone field; the longest complete number fits exactly. */
export const PHONE_INPUT_MAX = 30;

const MAX_EXTENSION = 8;
const EXTENSION = /^(.*?)(?<![a-z])(?:extension|ext|x)[\s.:]*(\d+)\s*$/is;
// Letters or a foreign country code: the digits alone would be another number than the one written.
const NOT_ONLY_A_NUMBER = /[^\d\s().,;+/-]|^\s*\+(?!1)|\S\s*\+/;

/**
 * A stored or foreign value as it is shown: 10 digits (###) ###-####, 11 beginning with 1 as
 * 1 (###) ###-####, 7 as ###-####, further digits and written extensions as "ext. N"; otherwise the value as it is.
 * Empty for an absent value.
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
 * The field's value after each key stroke: an optional 1, ten digits, then an optional extension begun by "x" or "ext". Never longer than PHONE_INPUT_MAX. No punctuation is set before the digit that follows it, and a begun
 * "ext." stays as typed until its first digit, so that deleting from the end always works.
 */
export function formatPhoneInput(typed: string): string {
  const { digits, rest } = takeNumber(typed);
  const country = digits.startsWith('1');
  const local = country ? digits.slice(1) : digits;
  const number = [country ? '1' : '', formatLocalInput(local)].filter((part) => part !== '').join(' ');
  return local.length === 10 ? `${number}${formatExtensionInput(rest)}` : number;
}

/** Digits only, the extension following the number: the form that is sent and stored. */
export function phoneDigits(formatted: string): string {
  return formatted.replace(/\D/g, '');
}

/**
 * Whether the value, written or as digits on the wire, is a complete number: ten digits whose area code begins with
 * 2–9, or 1 and those, and an extension of at most 8 digits. The exchange may begin with any digit, because the
 * specification's own example, (555) 123-4567, has one beginning with 1.
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

/** Null when the digits make no number we can format. */
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
