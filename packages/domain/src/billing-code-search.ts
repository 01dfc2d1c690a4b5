import { foldLetters } from './text.ts';

/** Shorter terms do not start a search. */
export const CODE_SEARCH_MIN_LENGTH = 2;

// A full or partial diagnosis code. The catalog's search words have no dots.
const DOTTED_CODE = /(?<![a-z0-9])([a-z][0-9][0-9a-z])\.(?=[0-9a-z]{0,4}(?![a-z0-9]))/g;

/** The different words of a text, of letters a–z and digits, in order. */
export function wordsOfCodeSearch(text: string): string[] {
  const words = foldLetters(text)
    .replaceAll(DOTTED_CODE, '$1')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return [...new Set(words)];
}

/**
 * Splits a search term into words of letters a–z and digits. Each must be a prefix of one of a code's words. Returns null
 * (no search) for fewer than two characters, and an empty list (no matches) if the term has no letter or digit.
 */
export const codeSearchWords = (term: string): string[] | null =>
  Array.from(term.trim()).length < CODE_SEARCH_MIN_LENGTH ? null : wordsOfCodeSearch(term);
