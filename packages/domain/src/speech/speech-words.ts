import { csvDocument, withoutFormulaGuard } from '../csv.ts';
import { readCsvText } from '../csv-reader.ts';

const SPEECH_WORD_HEADER = 'Word';
/** Characters of the words that a practice adds for speech. */
export const MAX_SPEECH_WORDS = 20_000;
/** Characters of one of them. */
export const MAX_SPEECH_WORD = 60;

/** The words of a list with one on each line, each once. */
export function speechWordsOf(text: string): readonly string[] {
  const words = new Map<string, string>();
  for (const line of text.split('\n')) {
    const word = line.replaceAll(/\s+/gu, ' ').trim();
    const key = word.toLowerCase();
    if (word !== '' && !words.has(key)) words.set(key, word);
  }
  return [...words.values()];
}

/** What is wrong with the first wrong line, or null. */
export function speechWordsProblem(text: string): string | null {
  const wrong = speechWordsOf(text).find((word) => word.length > MAX_SPEECH_WORD || !/\p{L}/u.test(word));
  if (wrong === undefined) return null;
  return wrong.length > MAX_SPEECH_WORD
    ? `“${wrong.slice(0, 20)}…” is too long: a line has at most ${MAX_SPEECH_WORD} characters`
    : `“${wrong}” has no letter`;
}

/** The words of a CSV file, from the first cell of each row; with those that exist, each once. */
export function withImportedWords(text: string, csv: string): string {
  const cells = readCsvText(csv).map(({ cells: [first = ''] }) => withoutFormulaGuard(first).trim());
  const [header = '', ...rest] = cells;
  const imported = header.toLowerCase() === SPEECH_WORD_HEADER.toLowerCase() ? rest : cells;
  return speechWordsOf([text, ...imported.map((cell) => cell.replaceAll('\n', ' '))].join('\n')).join('\n');
}

/** The words as a CSV file. */
export const speechWordsCsv = (text: string): string =>
  csvDocument([[SPEECH_WORD_HEADER], ...speechWordsOf(text).map((word) => [word])]);
