import { isNumberWord } from './numbers.ts';
import { asSpoken, keyAt, startsWith, type Clause, type Match, type Piece, wordSet } from './words.ts';

type Attach = Piece['attach'];
const MARKS: readonly (readonly [spoken: string, text: string, attach: Attach])[] = [
  ['full stop', '.', 'left'],
  ['period', '.', 'left'],
  ['comma', ',', 'left'],
  ['semicolon', ';', 'left'],
  ['colon', ':', 'left'],
  ['question mark', '?', 'left'],
  ['exclamation point', '!', 'left'],
  ['exclamation mark', '!', 'left'],
  ['new paragraph', '\n\n', 'both'],
  ['new line', '\n', 'both'],
  ['newline', '\n', 'both'],
  ['open quote', '"', 'right'],
  ['begin quote', '"', 'right'],
  ['close quote', '"', 'left'],
  ['end quote', '"', 'left'],
  ['unquote', '"', 'left'],
  ['open parenthesis', '(', 'right'],
  ['open paren', '(', 'right'],
  ['left parenthesis', '(', 'right'],
  ['close parenthesis', ')', 'left'],
  ['close paren', ')', 'left'],
  ['right parenthesis', ')', 'left'],
  ['hyphen', '-', 'both'],
  ['forward slash', '/', 'both'],
  ['slash', '/', 'both'],
  ['percent sign', '%', 'left'],
];
const BY_FIRST_WORD = Map.groupBy(
  MARKS.map(([spoken, text, attach]) => ({ words: spoken.split(' '), text, attach })),
  ({ words: [first = ''] }) => first,
);

const ARTICLES: ReadonlySet<string> = wordSet('a an the this that each every per any another');
const PERIODS: ReadonlySet<string> = wordSet(
  'time grace waiting menstrual postoperative post-operative perioperative recovery observation ' +
    'trial healing global washout brief short long extended prolonged same last her entire whole',
);
const DURATIONS: ReadonlySet<string> = wordSet('hour day week month year minute second');
const PARTS_OF_COLON: ReadonlySet<string> = wordSet(
  'sigmoid transverse ascending descending spastic entire distal proximal left right his her',
);
const OF_COLON: ReadonlySet<string> = wordSet(
  'cancer polyp polyps resection carcinoma surgery screening mass tumor and is was',
);

/** Spoken punctuation. Where the word can mean something else ("a period of rest", "colon cancer", "a new line",
 * "one slash fifty"), it stays as spoken. */
export function punctuation(clause: Clause, at: number): Match | null {
  const mark = BY_FIRST_WORD.get(keyAt(clause, at))?.find(({ words }) => startsWith(clause, at, words));
  if (mark === undefined) return null;
  const { words, text, attach } = mark;
  if (isWord(clause, at, words)) return asSpoken(words.length);
  return { count: words.length, pieces: [{ text, attach }] };
}

const isPlainWord = (key: string) =>
  /^\p{L}{2,}$/u.test(key) && !isNumberWord(key) && !BY_FIRST_WORD.has(key);

/** The word before the number words that end at an index, if there are any. */
function keyBeforeNumber(clause: Clause, at: number): string {
  let before = at;
  while (isNumberWord(keyAt(clause, before)) && at - before < 3) before -= 1;
  return keyAt(clause, before);
}

function isWord(clause: Clause, at: number, words: readonly string[]): boolean {
  const previous = keyAt(clause, at - 1);
  const next = keyAt(clause, at + words.length);
  switch (words.join(' ')) {
    case 'period':
      if (ARTICLES.has(previous) || PERIODS.has(previous)) return true;
      if (next === 'of') return keyAt(clause, at + words.length + 1) !== 'note';
      if (/^\d+-[a-z]+$/u.test(previous)) return ARTICLES.has(keyAt(clause, at - 2));
      return DURATIONS.has(previous) && ARTICLES.has(keyBeforeNumber(clause, at - 2));
    case 'colon':
      return ARTICLES.has(previous) || PARTS_OF_COLON.has(previous) || OF_COLON.has(next);
    case 'new line':
      return ARTICLES.has(previous) || next === 'of';
    case 'hyphen':
    case 'slash':
    case 'forward slash':
      return ARTICLES.has(previous) || !isPlainWord(previous) || !isPlainWord(next);
    case 'comma':
    case 'new paragraph':
    case 'question mark':
      return ARTICLES.has(previous);
    default:
      return false;
  }
}
