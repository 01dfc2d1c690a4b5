import { isNumberWord } from './numbers.ts';
import {
  asSpoken,
  keyAt,
  keysAt,
  startsWith,
  type Clause,
  type Match,
  type Piece,
  wordSet,
} from './words.ts';

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
  'grace waiting menstrual postop postoperative post-operative post-procedure perioperative recovery observation ' +
    'trial healing global washout refractory incubation dwell brief short long extended prolonged same last her entire whole',
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
  return { count: words.length, text, attach, isAmount: false };
}

const isPlainWord = (key: string) =>
  /^\p{L}{2,}$/u.test(key) && !isNumberWord(key) && !BY_FIRST_WORD.has(key);

/** "six week", but not the "one week" of "return in one week period" */
function isDuration(clause: Clause, at: number): boolean {
  const [before, number] = [keyAt(clause, at - 2), keyAt(clause, at - 1)];
  if (!DURATIONS.has(keyAt(clause, at))) return false;
  if (number === 'one' || number === '1') return ARTICLES.has(before) || isNumberWord(before);
  return isNumberWord(number) || /^\d+$/u.test(number);
}

function isWord(clause: Clause, at: number, words: readonly string[]): boolean {
  const previous = keyAt(clause, at - 1);
  const next = keyAt(clause, at + words.length);
  switch (words.join(' ')) {
    case 'period':
      if (ARTICLES.has(previous) || PERIODS.has(previous)) return true;
      if (next === 'of') return keyAt(clause, at + words.length + 1) !== 'note';
      if (/^(?:post (?:procedure|op|operative)|a time)$/u.test(keysAt(clause, at - 2, 2).join(' ')))
        return true;
      return (
        /^[\d,]+-(?:hour|day|week|month|year|minute|second)$/u.test(previous) || isDuration(clause, at - 1)
      );
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
