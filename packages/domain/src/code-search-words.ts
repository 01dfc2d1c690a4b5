import { wordsOfCodeSearch } from './billing-code-search.ts';

/** Characters of all search words of a practice. */
export const MAX_CODE_SEARCH_WORDS = 10_000;

/** The words that each meaning of a search word consists of. */
export type CodeSearchWords = ReadonlyMap<string, readonly (readonly string[])[]>;

const LINE = /^([^=]+)=([^=]+)$/;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function readLine(line: string): readonly [word: string, meaning: readonly string[]] | null {
  const [, left = '', right = ''] = LINE.exec(line) ?? [];
  const [word, ...more] = wordsOfCodeSearch(left);
  const meaning = wordsOfCodeSearch(right);
  return word === undefined || more.length > 0 || meaning.length === 0 ? null : [word, meaning];
}

/** What is wrong with the first wrong line, or null. */
export function searchWordProblem(text: string): string | null {
  const wrong = linesOf(text).findIndex((line) => readLine(line) === null);
  return wrong === -1 ? null : `Line ${wrong + 1} must be one word, "=" and its meaning: LBP = low back pain`;
}

/** Reads search words. A word may be on several lines, with other meanings. */
export function readSearchWords(text: string): CodeSearchWords {
  const words = new Map<string, (readonly string[])[]>();
  for (const line of linesOf(text)) {
    const read = readLine(line);
    if (read === null) continue;
    const [word, meaning] = read;
    words.set(word, [...(words.get(word) ?? []), meaning]);
  }
  return words;
}
