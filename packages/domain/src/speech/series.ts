import { grouped, numberAt, withoutTrailingZeros, type SpokenNumber } from './numbers.ts';
import { amountText, unitAt, type Unit } from './units.ts';
import { keyAt, wordSet, type Clause } from './words.ts';

/** A number or several, and their unit: "two to three milliliters", "ten by fifteen millimeters". */
export interface Series {
  /** Null: number words that can mean several things. */
  readonly numbers: readonly (SpokenNumber | null)[];
  /** "" for a single number; several if they are mixed. */
  readonly joiners: ReadonlySet<string>;
  /** How many words the first number has, and all of them. */
  readonly firstCount: number;
  readonly numbersCount: number;
  /** All words, with the unit. */
  readonly count: number;
  readonly unit: Unit | null;
}

const JOINERS: ReadonlySet<string> = wordSet('to or by');
const MOST_NUMBERS: Readonly<Record<string, number>> = { to: 2, or: 2, by: 3 };

/** More numbers in a row are not one series. */
const LONGEST = 6;

/** The numbers at an index of a clause; null if there are none. */
export function seriesAt(clause: Clause, at: number): Series | null {
  const first = numberAt(clause, at);
  if (first === null) return null;
  const numbers = [first.number];
  const joiners = new Set<string>();
  let end = at + first.count;
  for (let joiner = keyAt(clause, end); JOINERS.has(joiner); joiner = keyAt(clause, end)) {
    if (numbers.length === LONGEST) break;
    const next = numberAt(clause, end + 1);
    if (next === null) break;
    numbers.push(next.number);
    joiners.add(joiner);
    end += 1 + next.count;
  }
  const found = unitAt(clause, end);
  const numbersCount = end - at;
  return {
    numbers,
    joiners,
    firstCount: first.count,
    numbersCount,
    count: numbersCount + (found?.count ?? 0),
    unit: found?.unit ?? null,
  };
}

/** A series with a unit, if `next` is the word after it; null if it is not clear. */
export function seriesText({ numbers, joiners, unit }: Series, next: string): string | null {
  const [joiner = '', mixed] = joiners;
  if (unit === null || mixed !== undefined || numbers.length > (MOST_NUMBERS[joiner] ?? 1)) return null;
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
