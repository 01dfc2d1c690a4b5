import {
  belowHundred,
  grouped,
  numberAt,
  withoutTrailingZeros,
  type NumberRun,
  type SpokenNumber,
} from './numbers.ts';
import { ORDINALS } from './dates.ts';
import { amountText, unitAt, type Unit } from './units.ts';
import { asSpoken, keyAt, startsWith, written, type Clause, type Match, wordSet } from './words.ts';

/** After these words, "point five" can also be "point" and the number five. */
const POINT_NOUNS: ReadonlySet<string> = wordSet(
  'a the this that each every per which some any one same first second trigger tender entry target ' +
    'access starting end pressure needle at mid',
);
const STRENGTH: ReadonlySet<string> = wordSet(
  'strength power motor muscle muscles grip flexion extension dorsiflexion plantarflexion flexors extensors quadriceps hamstrings deltoid ehl',
);
/** Of epinephrine and others. */
const DILUTIONS: ReadonlySet<number> = new Set([1000, 10_000, 80_000, 100_000, 200_000, 300_000, 400_000]);
const LONGEST_PRODUCT = 3;

/** An amount or another number at an index of a clause. */
export function spokenAmounts(clause: Clause, at: number): Match | null {
  const part = partOfPercent(clause, at);
  if (part !== null) return part;
  const run = numberAt(clause, at);
  if (run === null) return null;
  const after = at + run.count;
  const pressure = bloodPressure(clause, at, run);
  if (pressure !== null) return pressure;
  const code = fiveDigits(clause, at, run);
  if (code !== null) return code;
  const { number } = run;
  if (isOrdinal(clause, after, number)) return asSpoken(run.count + 1);
  if (number === null) return asSpoken(run.count + (unitAt(clause, after)?.count ?? 0));
  if (number.isNaked && (POINT_NOUNS.has(keyAt(clause, at - 1)) || unitAt(clause, after) === null))
    return asSpoken(run.count + (unitAt(clause, after)?.count ?? 0));
  return (
    ratio(clause, at, run) ??
    series(clause, at, run) ??
    scored(clause, at, run) ??
    aged(clause, at, run) ??
    withUnit(clause, at, run, number) ??
    bare(run, number)
  );
}

/** "half percent" and "a quarter percent", but not "one half percent" and "two and a half percent". */
function partOfPercent(clause: Clause, at: number): Match | null {
  const isArticle = keyAt(clause, at) === 'a';
  const start = isArticle ? at + 1 : at;
  const parts: Readonly<Record<string, string>> = { half: '0.5%', quarter: '0.25%' };
  const text = parts[keyAt(clause, start)];
  if (text === undefined || !['percent', '%'].includes(keyAt(clause, start + 1))) return null;
  const previous = keyAt(clause, at - 1);
  if (previous === 'and' || previous === 'a' || numberAt(clause, at - 1) !== null) return null;
  return written(start + 2 - at, text);
}

/** "the twenty second of March": tens before an ordinal are a part of it. */
function isOrdinal(clause: Clause, after: number, number: SpokenNumber | null): boolean {
  const ordinal = ORDINALS.get(keyAt(clause, after)) ?? 10;
  return ordinal < 10 && number !== null && !number.isDigits && number.value >= 20 && number.value % 10 === 0;
}

/** "one twenty over eighty" is 120/80, "four over five" the strength 4/5. */
function bloodPressure(clause: Clause, at: number, { count, number }: NumberRun): Match | null {
  if (keyAt(clause, at + count) !== 'over') return null;
  const second = numberAt(clause, at + count + 1);
  if (second === null) return null;
  const upper = number === null ? hundredsOf(clause, at, count) : wholeOf(number);
  const lower = second.number === null ? null : wholeOf(second.number);
  if (upper === null || lower === null) return null;
  const isPressure = upper >= 60 && upper <= 260 && lower >= 30 && lower <= 150 && lower < upper;
  // "four over five" can also be two vertebrae.
  const isStrength =
    lower === 5 && (upper === 5 || (upper < 5 && clause.some(({ key }) => STRENGTH.has(key))));
  return isPressure || isStrength ? written(count + 1 + second.count, `${upper}/${lower}`) : null;
}

/** "one twenty" and "one oh five" as one says a blood pressure. */
function hundredsOf(clause: Clause, at: number, count: number): number | null {
  const [first = '', ...rest] = clause.slice(at, at + count).map(({ key }) => key);
  const hundreds = first === 'one' ? 100 : first === 'two' ? 200 : null;
  if (hundreds === null) return null;
  const more = rest[0] === 'oh' ? belowHundred(rest.slice(1)) : belowHundred(rest);
  return more === null || (rest[0] !== 'oh' && more < 10) ? null : hundreds + more;
}

const wholeOf = ({ value, isMixed, isNaked }: SpokenNumber): number | null =>
  Number.isInteger(value) && !isMixed && !isNaked ? value : null;

/** Five single digits are a code: "six four four eight three". Phone numbers and others stay as spoken. */
function fiveDigits(clause: Clause, at: number, { count, number }: NumberRun): Match | null {
  if (number !== null || count !== 5 || unitAt(clause, at + count) !== null) return null;
  const digits = clause.slice(at, at + count).map(({ key }) => (key === 'oh' ? 0 : belowHundred([key])));
  return digits.every((digit) => digit !== null && digit < 10) ? written(count, digits.join('')) : null;
}

/** "one to one hundred thousand" is the dilution 1:100,000. */
function ratio(clause: Clause, at: number, { count, number }: NumberRun): Match | null {
  if (number?.text !== '1' || keyAt(clause, at + count) !== 'to') return null;
  const second = numberAt(clause, at + count + 1);
  if (
    second === null ||
    second.number === null ||
    !DILUTIONS.has(second.number.value) ||
    wholeOf(second.number) === null
  )
    return null;
  if (unitAt(clause, at + count + 1 + second.count) !== null) return null;
  return written(count + 1 + second.count, `1:${grouped(second.number.text)}`);
}

/** Numbers with one unit: "two to three milliliters", "ten by fifteen millimeters". */
function series(clause: Clause, at: number, first: NumberRun): Match | null {
  const numbers = [first.number];
  const joiners = new Set<string>();
  let end = at + first.count;
  for (let joiner = keyAt(clause, end); joiner === 'to' || joiner === 'by'; joiner = keyAt(clause, end)) {
    const next = numberAt(clause, end + 1);
    if (next === null) break;
    numbers.push(next.number);
    joiners.add(joiner);
    end += 1 + next.count;
  }
  if (numbers.length === 1) return null;
  const found = unitAt(clause, end);
  const known = numbers.flatMap((number) => (number === null || number.isNaked ? [] : [number]));
  const [joiner = '', mixed] = joiners;
  const isClear =
    known.length === numbers.length && numbers.length <= (joiner === 'to' ? 2 : LONGEST_PRODUCT);
  if (!isClear || mixed !== undefined) return asSpoken(end - at + (found?.count ?? 0));
  if (found === null) return bareSeries(clause, { at, end, joiner, numbers: known });
  const texts = known.map(({ text }) => grouped(withoutTrailingZeros(text)));
  return written(end - at + found.count, seriesText(texts, joiner, found.unit));
}

/** "six to seven out of ten", "five to fifteen" */
function bareSeries(
  clause: Clause,
  parts: {
    readonly at: number;
    readonly end: number;
    readonly joiner: string;
    readonly numbers: readonly SpokenNumber[];
  },
): Match | null {
  const { at, end, joiner, numbers } = parts;
  if (joiner === 'by') return null;
  const isScore = startsWith(clause, end, ['out', 'of', 'ten']);
  if (isScore) return written(end - at + 3, `${numbers.map(({ text }) => text).join('-')}/10`);
  const isLarge = numbers.some(({ value }) => value >= 10);
  if (!isLarge || numbers.some(({ isMixed, isDigits }) => isMixed || isDigits)) return null;
  return written(end - at, numbers.map(({ text }) => grouped(text)).join(' to '));
}

function seriesText(texts: readonly string[], joiner: string, unit: Unit): string {
  const last = amountText(texts.at(-1) ?? '', false, unit, '') ?? '';
  // With each number, so that it cannot be read as two amounts.
  const others = texts.slice(0, -1).map((text) => (unit.style === 'percent' ? `${text}%` : text));
  return [...others, last].join(joiner === 'to' ? ' to ' : ' x ');
}

const REFLEXES: ReadonlySet<string> = wordSet(
  'reflex reflexes pulse pulses edema pitting patellar achilles biceps triceps brachioradialis ' +
    'pedal radial dorsalis deep',
);

/** "six out of ten", "four plus over five", "two plus reflexes", "five slash five" */
function scored(clause: Clause, at: number, { count, number }: NumberRun): Match | null {
  const value = number === null ? null : wholeOf(number);
  if (value === null) return null;
  const after = at + count;
  if (value <= 10 && startsWith(clause, after, ['out', 'of', 'ten']))
    return written(count + 3, `${value}/10`);
  const sign = keyAt(clause, after) === 'plus' ? '+' : keyAt(clause, after) === 'minus' ? '-' : null;
  if (sign !== null && value <= 5 && startsWith(clause, after + 1, ['over', 'five']))
    return written(count + 3, `${value}${sign}/5`);
  if (sign === '+' && value <= 4 && REFLEXES.has(keyAt(clause, after + 1)))
    return written(count + 1, `${value}+`);
  return slashed(clause, at, count, value);
}

/** "five slash five", "three slash four slash twenty twenty six" */
function slashed(clause: Clause, at: number, count: number, value: number): Match | null {
  const texts = [String(value)];
  let end = at + count;
  while (keyAt(clause, end) === 'slash' && texts.length < 3) {
    const year = texts.length === 2 ? spokenYear(clause, end + 1) : null;
    const next = year ?? numberAt(clause, end + 1);
    if (next === null || next.number === null || wholeOf(next.number) === null) break;
    texts.push(next.number.text);
    end += 1 + next.count;
  }
  return texts.length === 1 ? null : written(end - at, texts.join('/'));
}

/** "twenty twenty six" */
function spokenYear(clause: Clause, at: number): NumberRun | null {
  if (keyAt(clause, at) !== 'twenty') return null;
  const count = numberAt(clause, at)?.count ?? 0;
  const rest = belowHundred(clause.slice(at + 1, at + count).map(({ key }) => key));
  if (rest === null || rest < 10) return null;
  return {
    count,
    number: {
      value: 2000 + rest,
      text: String(2000 + rest),
      isDigits: false,
      isNaked: false,
      isMixed: false,
    },
  };
}

/** "fifty five year old" is 55-year-old. */
function aged(clause: Clause, at: number, { count, number }: NumberRun): Match | null {
  const age = number === null ? null : wholeOf(number);
  const unit = keyAt(clause, at + count);
  if (age === null || age > 120 || !['year', 'month', 'week', 'day'].includes(unit)) return null;
  return keyAt(clause, at + count + 1) === 'old' ? written(count + 2, `${age}-${unit}-old`) : null;
}

function withUnit(clause: Clause, at: number, { count }: NumberRun, number: SpokenNumber): Match | null {
  const found = unitAt(clause, at + count);
  if (found === null) return null;
  const { unit } = found;
  // A dose has no trailing zero; "two and a half hours" is as clear as 2.5 hours.
  const amount = grouped(withoutTrailingZeros(number.text));
  const next = keyAt(clause, at + count + found.count);
  const text = amountText(amount, number.value === 1, unit, next);
  return text === null ? asSpoken(count + found.count) : written(count + found.count, text);
}

/** Without a unit, digits from 10 on; what is below stays a word, because "one" is not always a number. */
function bare({ count }: NumberRun, number: SpokenNumber): Match {
  if (number.isDigits || number.isMixed) return asSpoken(count);
  if (!Number.isInteger(number.value) || number.text.includes('.')) return written(count, number.text);
  if (number.value < 10) return asSpoken(count);
  const isYear = number.value >= 1900 && number.value < 2100;
  return written(count, isYear ? number.text : grouped(number.text));
}
