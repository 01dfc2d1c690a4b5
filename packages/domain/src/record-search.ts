import { joinPhoneNumbers, normalizeSearchText } from './patient-search.ts';

/**
 * Parses a search of orders, messages or documents into the different texts that a record must contain, each normalized.
 * Punctuation within a word becomes a space, so that MRI-neck.pdf is "mri neck pdf". Blank text returns an empty array, and text
 * without a letter or digit, or with a sign of markup or code, null: it matches nothing.
 */
export function parseRecordSearch(text: string): string[] | null {
  if (/[<>=]/.test(text)) return null;
  const words = joinPhoneNumbers(text.normalize('NFKC'))
    .split(/\s+/)
    .map((word) => normalizeSearchText(word))
    .filter((word) => word !== '');
  if (words.length === 0) return text.trim() === '' ? [] : null;
  return [...new Set(words)];
}
