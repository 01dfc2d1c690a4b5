import { foldLetters } from './text.ts';

/** Fewer typed characters do not search. */
export const CODE_SEARCH_MIN_LENGTH = 2;
/** Words beyond these are ignored. */
const MAX_WORDS = 8;

// A diagnosis as far as it is typed; in the catalogue's words it has no dot.
const DOTTED_CODE = /(?<![a-z0-9])([a-z][0-9][0-9a-z])\.(?=[0-9a-z]{0,4}(?![a-z0-9]))/g;

/**
 * The words that the beginning of a code's words must match, every one of them: letters a–z and digits only. Null when nothing is
 * searched for: fewer than two characters. None when it holds no letter or digit, which finds nothing.
 */
export function codeSearchWords(term: string): string[] | null {
  if (Array.from(term.trim()).length < CODE_SEARCH_MIN_LENGTH) return null;
  const words = foldLetters(term)
    .replaceAll(DOTTED_CODE, '$1')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, MAX_WORDS);
}
