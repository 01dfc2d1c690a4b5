import { grouped, numberAt, withoutTrailingZeros, type SpokenNumber } from './numbers.ts';
import { amountText, unitAt, type Unit } from './units.ts';
import { keyAt, type Clause } from './words.ts';

/** A number or several, and their unit: "two to three milliliters", "ten by fifteen millimeters". */
export interface Series {
  /** Null: number words that can mean several things. */
  readonly numbers: readonly (SpokenNumber | null)[];
  /** "" for a single number. */
  readonly joiner: '' | 'to' | 'or' | 'by' | 'mixed';
  /** How many words the first number has, and all of them. */
  readonly firstCount: number;
  readonly numbersCount: number;
  /** All words, with the unit. */
  readonly count: number;
  readonly unit: Unit | null;
}

const MOST_NUMBERS = { '': 1, to: 2, or: 2, by: 3, mixed: 0 } as const;
/** More numbers in a row are not one series. */
const LONGEST = 6;

/** The numbers at an index of a clause; null if there are none. */
export function seriesAt(clause: Clause, at: number): Series | null {
  const first = numberAt(clause, at);
  if (first === null) return null;
  const numbers = [first.number];
  let joiner: Series['joiner'] = '';
  let end = at + first.count;
  while (numbers.length < LONGEST) {
    const word = keyAt(clause, end);
    if (word !== 'to' && word !== 'or' && word !== 'by') break;
    const next = numberAt(clause, end + 1);
    if (next === null) break;
    numbers.push(next.number);
    joiner = joiner === '' || joiner === word ? word : 'mixed';
    end += 1 + next.count;
  }
  const found = unitAt(clause, end);
  const numbersCount = end - at;
  return {
    numbers,
    joiner,
    firstCount: first.count,
    numbersCount,
    count: numbersCount + (found?.count ?? 0),
    unit: found?.unit ?? null,
  };
}

/** A series with a unit, if `next` is the word after it; null if it is not clear. */
export function seriesText({ numbers, joiner, unit }: Series, next: string): string | null {
  if (unit === null || numbers.length > MOST_NUMBERS[joiner]) return null;
  const texts = numbers.map((number, at) => {
    if (number === null) return null;
    // A dose has no trailing zero.
    const text = grouped(withoutTrailingZeros(number.text));
    const isLast = at === numbers.length - 1;
    if (isLast) return amountText(numbers.length === 1 ? number.value : Number.NaN, text, unit, next);
    // With each number, so that it cannot be read as two amounts.
    return unit.style === 'percent' ? `${text}%` : text;
  });
  return texts.includes(null) ? null : texts.join(joiner === 'by' ? ' x ' : ` ${joiner} `);
}
