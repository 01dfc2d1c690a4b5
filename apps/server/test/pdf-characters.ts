import { withCodes } from '@portal/domain/printable-characters';
import { plainNote } from '@portal/domain/text';
import { unicodeSamples } from '@portal/domain/test/unicode-samples';
import { pdfPages } from './pdf-text.ts';

/** Texts by general category of Unicode: each has another character of the category between two words. */
export const UNICODE_TEXTS: readonly (readonly [category: string, texts: readonly string[]])[] = [
  ...unicodeSamples(40),
].map(([category, characters]) => [category, characters.map((character, n) => `N${n} One${character}two`)]);

/** What a person sees of a text, in any order. Format characters (Cf) are left out by the reader of PDFs. */
export const seenCharacters = (text: string): string[] =>
  Array.from(text.normalize('NFC').replaceAll(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, ''));

/**
 * The characters of a stored text that a PDF shows less often than the text has them, itself or as its code, wherever they are on the
 * pages.
 */
export async function missingCharacters(pdf: Uint8Array, stored: string): Promise<string> {
  const pages = await pdfPages(pdf, { disableNormalization: true });
  const left = Map.groupBy(seenCharacters(pages.join('')), (character) => character);
  return seenCharacters(withCodes(plainNote(stored.normalize('NFC'))))
    .filter((character) => left.get(character)?.pop() === undefined)
    .join('');
}
