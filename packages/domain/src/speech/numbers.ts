import { keyAt, keysAt, wordSet, type Clause } from './words.ts';

const SMALL: ReadonlyMap<string, number> = new Map([
  ...(
    'zero one two three four five six seven eight nine ten ' +
    'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
  )
    .split(' ')
    .map((word, at) => [word, at] as const),
  ['oh', 0],
  ['o', 0],
]);
const OH: ReadonlySet<string> = wordSet('oh o');
const TENS: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, at) => [word, (at + 2) * 10]),
);
const SCALES = [
  ['million', 1_000_000],
  ['thousand', 1000],
  ['hundred', 100],
] as const;
const SCALE_WORDS: ReadonlySet<string> = wordSet('hundred thousand million');
/** "first" to "twentieth" */
export const ORDINALS: ReadonlyMap<string, number> = new Map(
  (
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
    'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
  )
    .split(' ')
    .map((word, at) => [word, at + 1]),
);
const DIGITS = /^(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,6})?$|^\.\d{1,6}$/u;
const LONGEST_RUN = 16;
/** "and a half" */
const MIXED: ReadonlyMap<string, string> = new Map([
  ['a half', '5'],
  ['one half', '5'],
  ['a quarter', '25'],
  ['one quarter', '25'],
  ['three quarters', '75'],
]);

const isDigits = (key: string) => DIGITS.test(key);
const isCounting = (key: string) => SMALL.has(key) || TENS.has(key) || isDigits(key);
const isPart = (key: string) => isCounting(key) || SCALE_WORDS.has(key);

/** Whether a word is one of those that numbers consist of, such as "twenty" or "hundred". */
export const isNumberWord = (key: string): boolean => isPart(key) && !isDigits(key);

/** A number as it was spoken or recognized. */
export interface SpokenNumber {
  readonly value: number;
  /** Digits, with a zero before the point, without commas. */
  readonly text: string;
  /** Its digits came from the recognizer. */
  readonly isDigits: boolean;
  /** "point five": the word "point" can also belong to the word before it. */
  readonly isNaked: boolean;
  /** "three and a half" */
  readonly isMixed: boolean;
}

/** Number words in a row. `number` is null if they can mean several things: "one fifty", "twenty twenty". */
export interface NumberRun {
  readonly count: number;
  readonly number: SpokenNumber | null;
}

/** The number words at an index of a clause, all of them; null if there are none. */
export function numberAt(clause: Clause, at: number): NumberRun | null {
  const count = runLength(clause, at);
  // "Oh" alone is no zero.
  if (count === 0 || (count === 1 && OH.has(keyAt(clause, at)))) return null;
  const [before, previous] = [keyAt(clause, at - 2), keyAt(clause, at - 1)];
  // "One" was written before "point five milliliters" was spoken, and "200 and" before "fifty milligrams".
  const isContinued = isPart(previous) || previous === 'point' || (previous === 'and' && isHundreds(before));
  const isClear = !isContinued && count <= LONGEST_RUN;
  return { count, number: isClear ? readNumber(keysAt(clause, at, count)) : null };
}

function runLength(clause: Clause, start: number): number {
  for (let at = start; ; at += 1) {
    const [previous, key, next] = [keyAt(clause, at - 1), keyAt(clause, at), keyAt(clause, at + 1)];
    if (isPart(key) || (key === 'point' && isCounting(next))) continue;
    if (key === 'and' && isHundreds(previous) && isCounting(next) && !isMixedPart(clause, at)) continue;
    return at - start + (isPart(previous) && isMixedPart(clause, at) ? 3 : 0);
  }
}

/** "two hundred", and "200" if it was spoken before. */
const isHundreds = (key: string) => SCALE_WORDS.has(key) || /^\d+00$/u.test(key);

/** "and a half", "and three quarters" */
const isMixedPart = (clause: Clause, at: number) =>
  keyAt(clause, at) === 'and' && MIXED.has(keysAt(clause, at + 1, 2).join(' '));

function readNumber(words: readonly string[]): SpokenNumber | null {
  const mixed = words.at(-3) === 'and' ? MIXED.get(words.slice(-2).join(' ')) : undefined;
  const own = mixed === undefined ? words : words.slice(0, -3);
  const point = own.indexOf('point');
  const decimals = point === -1 ? mixed : readDecimals(own.slice(point + 1));
  const whole = point === 0 ? '0' : readWhole(point === -1 ? own : own.slice(0, point));
  if (whole === null || decimals === null || (point !== -1 && mixed !== undefined)) return null;
  if (decimals !== undefined && whole.includes('.')) return null;
  const text = decimals === undefined ? whole : `${whole}.${decimals}`;
  return {
    value: Number(text),
    text,
    isDigits: words.length === 1 && isDigits(words[0] ?? ''),
    isNaked: point === 0,
    isMixed: mixed !== undefined,
  };
}

function readWhole(words: readonly string[]): string | null {
  const [only = ''] = words;
  if (words.length === 1 && isDigits(only)) return only.replaceAll(',', '').replace(/^\./u, '0.');
  const value = readCardinal(words, SCALES);
  return value === null ? null : String(value);
}

/** "two five" and "twenty five" are "25"; null for anything that can mean several things. */
function readDecimals(words: readonly string[]): string | null {
  const [only = ''] = words;
  if (words.length === 1 && /^\d{1,6}$/u.test(only)) return only;
  const digits = words.map((word) => SMALL.get(word) ?? 10);
  if (digits.every((digit) => digit < 10)) return digits.length > 6 ? null : digits.join('');
  const value = belowHundred(words);
  return value === null ? null : String(value);
}

/** The number that words name in full; null if they do not, such as "one fifty". */
function readCardinal(
  words: readonly string[],
  [scale, ...smaller]: readonly (readonly [string, number])[],
): number | null {
  if (scale === undefined) return belowHundred(words);
  const [name, factor] = scale;
  const at = words.indexOf(name);
  if (at === -1) return readCardinal(words, smaller);
  const [first = ''] = words;
  const count =
    at === 1 && /^\d{1,3}$/u.test(first) ? Number(first) : readCardinal(words.slice(0, at), smaller);
  // "Fifteen hundred" is a number, "twenty hundred" is not.
  const isRound = factor === 100 && count !== null && count >= 10 && count % 10 === 0;
  if (count === null || count === 0 || count >= 1000 || isRound) return null;
  const rest = words.slice(words[at + 1] === 'and' ? at + 2 : at + 1);
  if (rest.length === 0) return count * factor;
  const more = readCardinal(rest, smaller);
  return more === null || more === 0 || more >= factor ? null : count * factor + more;
}

/** "one twenty" and "one oh five" as one says a blood pressure; null for anything else. */
export function hundredsOf([first = '', ...rest]: readonly string[]): number | null {
  const hundreds = first === 'one' ? 100 : first === 'two' ? 200 : null;
  const isOh = OH.has(rest[0] ?? '');
  const more = belowHundred(isOh ? rest.slice(1) : rest);
  return hundreds === null || more === null || more < 10 !== isOh ? null : hundreds + more;
}

/** The number below 100 that one or two words name; null if they do not. */
export function belowHundred(words: readonly string[]): number | null {
  const [first = '', second, ...more] = words;
  if (more.length > 0) return null;
  const ten = TENS.get(first);
  if (second === undefined) return ten ?? SMALL.get(first) ?? null;
  const unit = SMALL.get(second);
  return ten === undefined || unit === undefined || unit === 0 || unit > 9 ? null : ten + unit;
}

/** A whole number of one word, such as "four" or "4"; null for anything else. */
export function wholeNumber(key: string): number | null {
  if (/^\d{1,4}$/u.test(key)) return Number(key);
  return belowHundred([key]);
}

/** The value of a number that is whole, and was spoken so. */
export const wholeOf = (number: SpokenNumber | null): number | null =>
  number !== null && Number.isInteger(number.value) && !number.isMixed && !number.isNaked
    ? number.value
    : null;

/** With commas from 1,000 on, as ISMP asks for doses (list of error-prone dose designations, as quoted by empr.com, read 2026-11-28). */
export function grouped(text: string): string {
  const [whole = '', decimals] = text.split('.');
  const groups = whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, ',');
  return decimals === undefined ? groups : `${groups}.${decimals}`;
}

/** Without zeros at the end of decimals: ISMP's list and the Joint Commission's refuse "1.0 mg", which is read as 10 mg. */
export const withoutTrailingZeros = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/u, '') : text;
