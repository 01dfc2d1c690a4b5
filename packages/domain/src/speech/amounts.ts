import { isNumberWord } from './numbers.ts';
import { isUnitWord } from './units.ts';

/** Characters of a text, from `start` up to but without `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface TextWord extends TextRange {
  readonly key: string;
}

/** A level of the spine is no amount. */
const LEVEL = /^[ctls]\d/u;

/**
 * Where a text has numbers that one can mishear: with their units, as digits or as number words before a unit. Levels such as L4-L5 are
 * none.
 */
export function amountsIn(text: string): readonly TextRange[] {
  const words = [...text.matchAll(/\S+/gu)].map(wordOf);
  const amounts: TextRange[] = [];
  for (let at = 0; at < words.length;) {
    const count = amountLength(words, at);
    const [first, last] = [words[at], words[at + count - 1]];
    if (count > 0 && first !== undefined && last !== undefined)
      amounts.push({ start: first.start, end: last.end });
    at += Math.max(1, count, spelledLength(words, at));
  }
  return amounts;
}

function wordOf({ 0: raw, index }: RegExpExecArray): TextWord {
  const [lead = ''] = /^["“([]*/u.exec(raw) ?? [];
  const bare = raw.slice(lead.length).replace(/[.,;:?!"”)\]]+$/u, '');
  const start = index + lead.length;
  return { key: bare.toLowerCase(), start, end: start + bare.length };
}

/** How many words the amount at an index has; 0 if there is none. */
function amountLength(words: readonly TextWord[], at: number): number {
  const key = words[at]?.key ?? '';
  const spelled = spelledLength(words, at);
  const isUnitNext = isUnitWord(words[at + Math.max(1, spelled)]?.key ?? '');
  if (/\d/u.test(key)) return LEVEL.test(key) ? 0 : isUnitNext ? 2 : 1;
  return spelled > 0 && isUnitNext ? spelled + 1 : 0;
}

/** How many number words follow each other. */
function spelledLength(words: readonly TextWord[], at: number): number {
  let end = at;
  while (isNumberPart(words[end]?.key ?? '')) end += 1;
  return end - at;
}

const isNumberPart = (key: string) => key === 'point' || key === 'oh' || isNumberWord(key);
