import { keyAt, type Clause, wordSet } from './words.ts';

const UNITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TEENS = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

const SMALL: ReadonlyMap<string, number> = new Map([...UNITS, ...TEENS].map((word, at) => [word, at]));
const TEN: ReadonlyMap<string, number> = new Map(TENS.map((word, at) => [word, (at + 2) * 10]));
const SCALES: ReadonlySet<string> = wordSet('hundred thousand million');
const DIGITS = /^(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,6})?$|^\.\d{1,6}$/u;
const LONGEST_RUN = 16;

const isDigits = (key: string) => DIGITS.test(key);
const isCounting = (key: string) => SMALL.has(key) || TEN.has(key) || isDigits(key);

/** Whether a word is one of those that numbers consist of, such as "twenty" or "hundred". */
export const isNumberWord = (key: string): boolean => SMALL.has(key) || TEN.has(key) || SCALES.has(key);

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
  if (count === 0) return null;
  if (count > LONGEST_RUN) return { count, number: null };
  return { count, number: readNumber(clause.slice(at, at + count).map(({ key }) => key)) };
}

function runLength(clause: Clause, start: number): number {
  let at = start;
  for (;;) {
    const key = keyAt(clause, at);
    const next = keyAt(clause, at + 1);
    const isFirst = at === start;
    const previous = isFirst ? '' : keyAt(clause, at - 1);
    if (isCounting(key)) at += 1;
    else if (!isFirst && (SCALES.has(key) || (key === 'oh' && isCounting(next)))) at += 1;
    else if (key === 'point' && (next === 'oh' || SMALL.has(next) || TEN.has(next) || isDigits(next)))
      at += 1;
    else if (key === 'oh' && previous === 'point') at += 1;
    else if (key === 'and' && SCALES.has(previous) && isCounting(next)) at += 1;
    else if (!isFirst && mixedPart(clause, at) > 0) return at + mixedPart(clause, at) - start;
    else return at - start;
  }
}

/** The length of "and a half", "and one half", "and a quarter", "and three quarters"; 0 for anything else. */
function mixedPart(clause: Clause, at: number): number {
  const [and, count, part] = [keyAt(clause, at), keyAt(clause, at + 1), keyAt(clause, at + 2)];
  return and === 'and' && MIXED.has(`${count} ${part}`) ? 3 : 0;
}
const MIXED: ReadonlyMap<string, string> = new Map([
  ['a half', '5'],
  ['one half', '5'],
  ['a quarter', '25'],
  ['one quarter', '25'],
  ['three quarters', '75'],
]);

function readNumber(words: readonly string[]): SpokenNumber | null {
  const mixed = words.at(-3) === 'and' ? MIXED.get(words.slice(-2).join(' ')) : undefined;
  const own = mixed === undefined ? words : words.slice(0, -3);
  const point = own.indexOf('point');
  const [whole, decimals] =
    point === -1 ? [own, undefined] : [own.slice(0, point), readDecimals(own.slice(point + 1))];
  if (decimals === null || (mixed !== undefined && decimals !== undefined)) return null;
  const [only = ''] = whole;
  if (
    whole.length === 1 &&
    isDigits(only) &&
    (point === -1 || /^\d+$/u.test(only)) &&
    !(mixed !== undefined && only.includes('.'))
  )
    return numberOf(only.replaceAll(',', '').replace(/^\./u, '0.'), mixed ?? decimals, {
      isDigits: point === -1 && mixed === undefined && !only.startsWith('.'),
      isMixed: mixed !== undefined,
    });
  const value = whole.length === 0 ? 0 : readCardinal(whole);
  if (value === null) return null;
  return numberOf(String(value), mixed ?? decimals, {
    isNaked: whole.length === 0,
    isMixed: mixed !== undefined,
  });
}

function numberOf(whole: string, decimals: string | undefined, traits: Partial<SpokenNumber>): SpokenNumber {
  const text = decimals === undefined ? whole : `${whole}.${decimals}`;
  return { isDigits: false, isNaked: false, isMixed: false, ...traits, value: Number(text), text };
}

/** "two five" and "twenty five" are "25"; null for anything that can mean several things. */
function readDecimals(words: readonly string[]): string | null {
  const digits = words.map((word) => (word === 'oh' ? 0 : SMALL.get(word)));
  if (digits.every((digit) => digit !== undefined && digit < 10))
    return digits.length > 6 ? null : digits.join('');
  const [only = ''] = words;
  if (words.length === 1 && /^\d{1,6}$/u.test(only)) return only;
  const value = belowHundred(words);
  return value === null ? null : String(value);
}

/** The number that words name in full, below a billion; null if they do not. */
export function readCardinal(words: readonly string[]): number | null {
  const millions = scaled(words, 'million', 1_000_000, belowThousand);
  if (millions !== undefined) return plus(millions, (rest) => readThousands(rest));
  return readThousands(words);
}

function readThousands(words: readonly string[]): number | null {
  const thousands = scaled(words, 'thousand', 1000, belowThousand);
  return thousands === undefined ? belowThousand(words) : plus(thousands, belowThousand);
}

function belowThousand(words: readonly string[]): number | null {
  const hundreds = scaled(words, 'hundred', 100, belowHundred);
  if (hundreds === undefined) return belowHundred(words);
  const { value } = hundreds;
  // "fifteen hundred" is a number, "twenty hundred" is not.
  return value === null || (value >= 1000 && value % 1000 === 0) ? null : plus(hundreds, belowHundred);
}

interface Scaled {
  readonly value: number | null;
  readonly rest: readonly string[];
}

function scaled(
  words: readonly string[],
  scale: string,
  factor: number,
  read: (words: readonly string[]) => number | null,
): Scaled | undefined {
  const at = words.indexOf(scale);
  if (at === -1) return undefined;
  const count = at === 1 && /^\d{1,3}$/u.test(words[0] ?? '') ? Number(words[0]) : read(words.slice(0, at));
  const rest = words.slice(at + 1);
  return {
    value: count === null || count === 0 ? null : count * factor,
    rest: rest[0] === 'and' ? rest.slice(1) : rest,
  };
}

function plus({ value, rest }: Scaled, read: (words: readonly string[]) => number | null): number | null {
  if (value === null || rest.length === 0) return value;
  const more = read(rest);
  return more === null || more === 0 ? null : value + more;
}

/** The number below 100 that one or two words name; null if they do not. */
export function belowHundred(words: readonly string[]): number | null {
  const [first = '', second, ...more] = words;
  if (more.length > 0) return null;
  const ten = TEN.get(first);
  if (second === undefined) return ten ?? SMALL.get(first) ?? null;
  const unit = SMALL.get(second);
  return ten === undefined || unit === undefined || unit === 0 || unit > 9 ? null : ten + unit;
}

/** A whole number of one word, such as "four" or "4"; null for anything else. */
export function wholeNumber(key: string): number | null {
  if (/^\d{1,4}$/u.test(key)) return Number(key);
  return belowHundred([key]);
}

/** With commas from 1,000 on, as ISMP asks for doses (list of error-prone dose designations, as quoted by empr.com, read 2026-11-28). */
export function grouped(text: string): string {
  const [whole = '', decimals] = text.split('.');
  const groups = whole.replaceAll(/\B(?=(?:\d{3})+$)/gu, ',');
  return decimals === undefined ? groups : `${groups}.${decimals}`;
}

/** Without zeros at the end of decimals: ISMP's list refuses "1.0 mg", which is read as 10 mg. */
export const withoutTrailingZeros = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/u, '') : text;
