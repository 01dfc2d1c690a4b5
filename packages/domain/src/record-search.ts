import {
  joinPhoneNumbers,
  normalizeSearchText,
  unspacedCharacters,
  withoutLabels,
} from './patient-search.ts';

// A date of birth, which no record has, as the portal shows it beside the name.
const DATE_OF_BIRTH = /\b(?:dob|date of birth|birth date|born)\b[\s:]*\d{1,2}\/\d{1,2}\/\d{4}/gi;

/**
 * Parses a search of orders, messages or documents into the different texts that a record must contain, each normalized.
 * Punctuation within a word becomes a space, so that MRI-neck.pdf is "mri neck pdf". Blank text returns an empty array, and text
 * without a letter or digit, or with a sign of markup or code, null: it matches nothing.
 */
export function parseRecordSearch(text: string): string[] | null {
  if (/[<>=]/.test(text)) return null;
  const typed = text.normalize('NFKC');
  const words = joinPhoneNumbers(withoutLabels(typed.replaceAll(DATE_OF_BIRTH, ' ')))
    .split(/\s+/)
    .flatMap((word) => unspacedCharacters(word) ?? normalizeSearchText(word))
    .filter((word) => word !== '');
  if (words.length === 0) return text.trim() === '' ? [] : null;
  return [...new Set(words)];
}

/** Order and message numbers, without the letters, too, and diagnosis codes. */
const NUMBER = /^(ord|msg)?(20\d\d)(\d{6})$/;
const DIAGNOSIS = /^([a-z]\d[0-9a-z])([0-9a-z]{1,4})$/;

/** The forms in which a record may contain a text of a search: "m5416" may also be "m54 16", and "ord2026000201" "ord 2026 000201". */
export function recordTextForms(text: string): string[] {
  const split = [NUMBER, DIAGNOSIS].flatMap((shape) => {
    const [, ...parts] = shape.exec(text) ?? [];
    return parts.length === 0 ? [] : [parts.filter((part) => part !== undefined).join(' ')];
  });
  return [text, ...split];
}
