import { PRINTABLE_RANGES } from './printable-ranges.ts';
import { plainNote } from './text.ts';

const RANGES: readonly (readonly [first: number, last: number])[] = PRINTABLE_RANGES.split(' ').map(
  (range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return [first, last];
  },
);
/** Spaces, and characters that HarfBuzz never draws. It draws the format marks of shorthand. */
const NOT_DRAWN = /\s|(?![\u{1BCA0}-\u{1BCA3}])\p{Default_Ignorable_Code_Point}/u;
/** Nearly all text is plain. */
const PLAIN = /^[\n\t\x20-\x7E\u00A0-\u024F\u2013-\u2026]*$/;
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether the PDF fonts have a character. */
function isPrintable(character: string): boolean {
  if (NOT_DRAWN.test(character)) return true;
  const code = character.codePointAt(0) ?? 0;
  let [low, high] = [0, RANGES.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first = 0, last = 0] = RANGES[middle] ?? [];
    if (code < first) high = middle - 1;
    else if (code > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** The characters of a text that no PDF font has, such as emoji, each once and as people see them. */
export function unprintable(text: string): readonly string[] {
  if (PLAIN.test(text)) return [];
  const found = Array.from(
    clusters.segment(plainNote(text).normalize('NFC')),
    ({ segment }) => segment,
  ).filter((cluster) => Array.from(cluster).some((character) => !isPrintable(character)));
  return [...new Set(found)];
}

/** "The PDF cannot show 🩺 (U+1FA7A). Use words instead.", or null if it shows everything. */
export function unprintableProblem(text: string): string | null {
  const found = unprintable(text);
  if (found.length === 0) return null;
  const named = found.slice(0, 3).map((cluster) => `${cluster} (${codesOf(cluster)})`);
  const more = found.length > 3 ? ` and ${found.length - 3} more characters` : '';
  return `The PDF cannot show ${named.join(', ')}${more}. Use words instead.`;
}

/** A text as the PDF shows it: characters that no font has as their code, such as [U+1FA7A]. */
export const withCodes = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.replaceAll(/[^\n\t\x20-\x7E]/gu, (character) =>
        isPrintable(character) ? character : `[${codesOf(character)}]`,
      );

/** "U+1FA7A" for each character. */
const codesOf = (text: string): string =>
  Array.from(
    text,
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ');
