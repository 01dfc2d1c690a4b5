import { dates, times } from './dates.ts';
import { levels } from './levels.ts';
import { isNumberWord } from './numbers.ts';
import { punctuation } from './punctuation.ts';
import { spokenAmounts } from './spoken-amounts.ts';
import {
  clausesOf,
  keyAt,
  startsWith,
  written,
  type Clause,
  type Match,
  type Piece,
  type Rule,
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

/** In this order: a level is no amount, and a time no number. */
const RULES: readonly Rule[] = [punctuation, levels, spelledNames, times, dates, spokenAmounts];

/**
 * What was spoken, as it is written in a note: "L four L five" is L4-L5, "point two five percent" 0.25%, "period" a full stop. What can
 * mean several things stays as spoken. Written text stays as it is.
 */
export const writtenForm = (spoken: string): string => joinPieces(piecesOf(spoken));

/** The written form in parts, before they are joined. */
export const piecesOf = (spoken: string): readonly Piece[] =>
  clausesOf(spoken, isNumberWord).flatMap((clause) => piecesOfClause(clause));

function piecesOfClause(clause: Clause): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < clause.length;) {
    const { count, pieces: own } = matchAt(clause, at);
    const words = clause.slice(at, at + count);
    pieces.push(...(own ?? words.map(({ raw }) => rawPiece(raw))));
    const end = words.at(-1)?.end ?? '';
    if (end !== '') pieces.push({ text: end, attach: 'left' });
    at += count;
  }
  return pieces;
}

function matchAt(clause: Clause, at: number): Match {
  for (const rule of RULES) {
    const match = rule(clause, at);
    if (match !== null) return match;
  }
  return { count: 1, pieces: null };
}

const rawPiece = (raw: string): Piece => {
  if (raw === '\n') return { text: raw, attach: 'both' };
  if (/^["(“[]+$/u.test(raw)) return { text: raw, attach: 'right' };
  // Never a point without a digit before it.
  const text = raw.replace(/^\.(?=\d)/u, '0.');
  return { text, attach: /^(?:-[a-z]|%$)/iu.test(raw) ? 'left' : 'none' };
};

/** Joins pieces, with a space between two that are not attached to each other. */
export function joinPieces(pieces: readonly Piece[]): string {
  const parts: string[] = [];
  let isOpen = true;
  for (const { text, attach } of pieces) {
    const last = parts.at(-1) ?? '';
    const attachesLeft = attach === 'left' || attach === 'both';
    // The recognizer has set the full stop that was also spoken.
    if (isMark(text) && isMark(last)) continue;
    if (!isOpen && !attachesLeft) parts.push(' ');
    parts.push(text);
    isOpen = attach === 'right' || attach === 'both';
  }
  return parts.join('');
}

const isMark = (text: string) => /^[.,;:?!]+$/u.test(text);
