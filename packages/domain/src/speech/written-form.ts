import { dates, slashed, times } from './dates.ts';
import { levels } from './levels.ts';
import { isNumberWord, numberAt, wholeNumber } from './numbers.ts';
import { punctuation } from './punctuation.ts';
import { spokenAmounts } from './spoken-amounts.ts';
import { isAttachedUnit, unitAt } from './units.ts';
import {
  asSpoken,
  clausesOf,
  keyAt,
  keysAt,
  startsWith,
  wordSet,
  written,
  type Clause,
  type Match,
  type Piece,
  type Rule,
  type Word,
} from './words.ts';

/** Abbreviations as recognizers spell them, with what they are written as. The longest comes first. */
const NAMES: readonly (readonly [spoken: string, text: string])[] = [
  ['hemoglobin a one c', 'hemoglobin A1c'],
  ['s i joint', 'SI joint'],
  ['s i joints', 'SI joints'],
  ['a p and lateral', 'AP and lateral'],
  ['a p view', 'AP view'],
  ['m r i', 'MRI'],
  ['e m g', 'EMG'],
  ['b m i', 'BMI'],
  ['c t scan', 'CT scan'],
  ['i v', 'IV'],
  ['i m', 'IM'],
  ['b i d', 'BID'],
  ['t i d', 'TID'],
  ['q i d', 'QID'],
  ['x ray', 'x-ray'],
  ['x rays', 'x-rays'],
  ['mri', 'MRI'],
  ['emg', 'EMG'],
  ['nsaid', 'NSAID'],
  ['nsaids', 'NSAIDs'],
  ['copd', 'COPD'],
  ['a1c', 'A1c'],
  ['vitamin b twelve', 'vitamin B12'],
  ['vitamin d three', 'vitamin D3'],
  ['i', 'I'],
];
const BY_FIRST_WORD = Map.groupBy(
  NAMES.map(([spoken, text]) => ({ words: spoken.split(' '), text })),
  ({ words: [first = ''] }) => first,
);

/** "m r i" is MRI. */
function spelledNames(clause: Clause, at: number): Match | null {
  const name = BY_FIRST_WORD.get(keyAt(clause, at))?.find(({ words }) => startsWith(clause, at, words));
  return name === undefined ? null : written(name.words.length, name.text);
}

/** Letters of ICD-10 codes; "a", "i" and "o" are also words, and the letters of the spine's regions are levels. */
const CODE_LETTERS: ReadonlySet<string> = wordSet('b d e f g h j k m n p q r u v w x y z');
const CODE_NAMES: ReadonlySet<string> = wordSet('cpt code codes number zip mrn lot');

const isDigitWord = (key: string) => isNumberWord(key) && (wholeNumber(key) ?? 10) < 10;

/** "M fifty four point one six" is M54.16, and "code six four four eight three" 64483. Phone numbers and others stay as spoken. */
function codes(clause: Clause, at: number): Match | null {
  const five = keysAt(clause, at, 5);
  if (CODE_NAMES.has(keyAt(clause, at - 1)) && five.length === 5 && five.every(isDigitWord))
    return isNumberWord(keyAt(clause, at + 5)) ? null : written(5, five.map(wholeNumber).join(''));
  if (!CODE_LETTERS.has(keyAt(clause, at))) return null;
  const run = numberAt(clause, at + 1);
  const text = run?.number?.text ?? '';
  if (run === null || !/^\d\d\.\d{1,4}$/u.test(text) || unitAt(clause, at + 1 + run.count) !== null)
    return null;
  return written(1 + run.count, keyAt(clause, at).toUpperCase() + text);
}

/** In this order: a level is no amount, and a time no number. */
const RULES: readonly Rule[] = [
  punctuation,
  levels,
  spelledNames,
  codes,
  times,
  dates,
  slashed,
  spokenAmounts,
];
const VOCABULARY = { isNumberWord, isUnit: isAttachedUnit };

/**
 * What was spoken, as it is written in a note: "L four L five" is L4-L5, "point two five percent" 0.25%, "period" a full stop. What can
 * mean several things stays as spoken. Written text stays as it is.
 */
export const writtenForm = (spoken: string): string => joinPieces(piecesOf(spoken)).text;

/**
 * The written form in parts, before they are joined. `before` is the text in front of it: after "one", "point five milliliters" is not
 * 0.5 mL.
 */
export function piecesOf(spoken: string, before = ''): readonly Piece[] {
  const context = openClause(before);
  return clausesOf(spoken, VOCABULARY).flatMap((clause, index) =>
    index === 0 && !isLineBreak(clause)
      ? piecesOfClause([...context, ...clause], context.length)
      : piecesOfClause([...clause], 0),
  );
}

const isLineBreak = ([word]: Clause) => word?.raw === '\n';

/** The words after the last punctuation or line break of a text. */
function openClause(text: string): Clause {
  const last = clausesOf(text, VOCABULARY).at(-1) ?? [];
  return last.at(-1)?.end === '' && !isLineBreak(last) ? last : [];
}

function piecesOfClause(clause: Word[], start: number): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = start; at < clause.length;) {
    const { count, text, attach, isAmount } = matchAt(clause, at);
    const words = clause.slice(at, at + count);
    const raw = words.map(rawPiece);
    // Spoken punctuation ends what belongs together, too.
    if (attach !== 'none') clause.splice(at, count, ...words.map((word) => ({ ...word, key: '' })));
    if (text !== null) pieces.push({ text, attach, isAmount });
    else if (isAmount) pieces.push({ text: joinPieces(raw).text, attach: 'none', isAmount });
    else pieces.push(...raw);
    const end = words.at(-1)?.end ?? '';
    if (end !== '') pieces.push({ text: end, attach: 'left', isAmount: false });
    at += count;
  }
  return pieces;
}

function matchAt(clause: Clause, at: number): Match {
  for (const rule of RULES) {
    const match = rule(clause, at);
    if (match !== null) return match;
  }
  return asSpoken(1);
}

function rawPiece({ raw }: Word): Piece {
  if (raw === '\n') return { text: raw, attach: 'both', isAmount: false };
  if (/^["(“[]+$/u.test(raw)) return { text: raw, attach: 'right', isAmount: false };
  // Never a point without a digit before it.
  const text = raw.replace(/^\.(?=\d)/u, '0.');
  return { text, attach: /^(?:-[a-z]|%$)/iu.test(raw) ? 'left' : 'none', isAmount: false };
}

/** A text, and where its amounts are. */
export interface Joined {
  readonly text: string;
  readonly amounts: readonly TextRange[];
}

/** Characters of a text, from `start` up to but without `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Joins pieces, with a space between two that are not attached to each other. */
export function joinPieces(pieces: readonly Piece[]): Joined {
  const parts: string[] = [];
  const amounts: TextRange[] = [];
  let length = 0;
  let isOpen = true;
  const push = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  for (const { text, attach, isAmount } of pieces) {
    const attachesLeft = attach === 'left' || attach === 'both';
    // The recognizer has set the full stop that was also spoken, or one after "new line".
    if (isMark(text) && /^[.,;:?!\n]+$/u.test(parts.at(-1) ?? '')) continue;
    if (!isOpen && !attachesLeft) push(' ');
    push(text);
    if (isAmount) amounts.push({ start: length - text.length, end: length });
    isOpen = attach === 'right' || attach === 'both';
  }
  return { text: parts.join(''), amounts };
}

const isMark = (text: string) => /^[.,;:?!]+$/u.test(text);
