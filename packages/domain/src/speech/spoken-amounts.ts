import { isMonth, meridiemAt } from './dates.ts';
import { grouped, hundredsOf, numberAt, ORDINALS, wholeNumber, wholeOf, type NumberRun } from './numbers.ts';
import { seriesAt, seriesText, type Series } from './series.ts';
import { amountText, isSingular, unitAt } from './units.ts';
import {
  amount,
  asSpoken,
  keyAt,
  keysAt,
  startsWith,
  wordSet,
  written,
  type Clause,
  type Match,
} from './words.ts';

/** After these words, a unit, a drug or nothing, "point five" is 0.5. After others, "point" can be a noun: "at Erb's point five milliliters". */
const BEFORE_DECIMALS: ReadonlySet<string> = wordSet(
  'of with and or using than below under above about approximately to was is were by plus containing given ' +
    'injected received takes take only between from for saline dextrose naropin dilaudid xanax ativan versed epi',
);
/** How names of drugs end. */
const DRUG = /(?:caine|sone|olone|xone|[ao]done|lam|pam|tan[iy]l|dine|rine|phine|amine)$/u;
/** Products whose strength is a part of what they are called: after "Kenalog", "forty one milliliter" is 1 mL of Kenalog-40. */
const STRONG_PRODUCTS: ReadonlySet<string> = wordSet(
  'omnipaque iohexol isovue isovue-m iopamidol visipaque iodixanol optiray ultravist kenalog triamcinolone medrol ' +
    'depo-medrol depomedrol methylprednisolone celestone betamethasone decadron dexamethasone m contrast',
);
const STRENGTH: ReadonlySet<string> = wordSet(
  'strength power motor muscle muscles grip flexion extension dorsiflexion plantarflexion flexors extensors quadriceps hamstrings deltoid ehl',
);
const REFLEXES: ReadonlySet<string> = wordSet(
  'reflex reflexes pulse pulses edema pitting patellar achilles biceps triceps brachioradialis ' +
    'pedal radial dorsalis deep',
);
/** A number after them is no amount. */
const NAMED_BY_NUMBER: ReadonlySet<string> = wordSet('cpt icd code codes modifier lot room mrn extension');
/** How far from "four over five" a word of strength is looked for. */
const NEARBY = 6;
/** Of epinephrine and others. */
const DILUTIONS: ReadonlySet<number> = new Set([1000, 10_000, 80_000, 100_000, 200_000, 300_000, 400_000]);
/** What a recognizer has already written: 22-gauge, 120/80, 1:200,000, 2+, 22G, 80°. */
const WRITTEN_AMOUNT = /^\d[\d,.]*(?:-(?:gauge|inch)|[+-]?\/\d+|:\d{1,3}(?:,\d{3})+|[gGVL+°])$/u;
/** "2-3", "1-1/2" and "1½" before a unit. */
const WRITTEN_PAIR = /^(?:\d[\d,.]*(?:-\d+\/|[-/])\d[\d,.]*|\d*[¼½¾])$/u;
/** "2 g" is written, "two g" can be the gauge of a needle. */
const LETTER_UNIT = /^[gGVL]$/u;
/** Syringes measure tenths and quarters, small ones hundredths. */
const VOLUME = /^\d+(?:\.(?:\d|\d0|0\d|25|75))?$/u;
/** Of "thirty five milligram tablets" there can be thirty. */
const COUNTED: ReadonlySet<string> = wordSet(
  'tablets capsules patches pills vials ampules syringes bags doses',
);

/** An amount or another number at an index of a clause. */
export function spokenAmounts(clause: Clause, at: number): Match | null {
  const writtenOrPart = alreadyWritten(clause, at) ?? partOfUnit(clause, at);
  if (writtenOrPart !== null) return writtenOrPart;
  const series = seriesAt(clause, at);
  if (series === null) return null;
  const { numbers, firstCount, count } = series;
  const first = { count: firstCount, number: numbers[0] ?? null };
  const special =
    ordinal(clause, at, first) ??
    over(clause, at, first) ??
    scored(clause, at, first) ??
    aged(clause, at, first);
  if (special !== null) return special;
  const { unit } = series;
  if (isGivenInLetters(clause, at, first)) return amount(asSpoken(2));
  if (unit === null) return bareSeries(clause, at, series) ?? bareNumber(clause, at, first);
  const text = isClear(clause, at, series) ? seriesText(series, keyAt(clause, at + count)) : null;
  return amount(text === null ? asSpoken(count) : written(count, text));
}

function alreadyWritten(clause: Clause, at: number): Match | null {
  // "3 1/2 inch"
  const pairAt = /^\d+ \d\/\d$/u.test(keysAt(clause, at, 2).join(' ')) ? at + 1 : at;
  const raw = clause[pairAt]?.raw ?? '';
  const found = WRITTEN_PAIR.test(raw) ? unitAt(clause, pairAt + 1) : null;
  if (found === null) return WRITTEN_AMOUNT.test(raw) ? amount(asSpoken(pairAt + 1 - at)) : null;
  const count = pairAt + 1 + found.count - at;
  const numbers = keysAt(clause, at, pairAt + 1 - at).join(' ');
  const text = amountText(Number.NaN, numbers, found.unit, keyAt(clause, at + count));
  return amount(text === null ? asSpoken(count) : written(count, text));
}

/** "2 L", but not "20 L ten" */
const isGivenInLetters = (clause: Clause, at: number, { number }: NumberRun) =>
  number?.isDigits === true &&
  LETTER_UNIT.test(clause[at + 1]?.raw ?? '') &&
  numberAt(clause, at + 2) === null;

const PARTS: Readonly<Record<string, string>> = { half: '0.5', quarter: '0.25' };

/** "half percent" and "half a milliliter", but not "one half percent" and "two and a half percent". */
function partOfUnit(clause: Clause, at: number): Match | null {
  const start = keyAt(clause, at) === 'a' ? at + 1 : at;
  const part = PARTS[keyAt(clause, start)];
  const end = start + (['a', 'an'].includes(keyAt(clause, start + 1)) ? 2 : 1);
  const found = part === undefined ? null : unitAt(clause, end);
  if (part === undefined || found === null) return null;
  const count = end - at + found.count;
  const isWhole = /^(?:and|a|an)$/u.test(keyAt(clause, at - 1)) || numberAt(clause, at - 1) !== null;
  // ISMP's list asks for "half tablet" in words.
  if (isWhole || !['symbol', 'percent'].includes(found.unit.style)) return amount(asSpoken(count));
  return amount(written(count, found.unit.style === 'percent' ? `${part}%` : `${part} ${found.unit.text}`));
}

/** Whether the words around an amount leave only one meaning. */
function isClear(
  clause: Clause,
  at: number,
  { numbers, numbersCount, firstCount, count, unit }: Series,
): boolean {
  const [first, last] = [numbers[0] ?? null, numbers.at(-1) ?? null];
  if (first === null || last === null || unit === null) return false;
  const previous = keyAt(clause, at - 1);
  const end = at + numbersCount;
  const isVolume = unit.text === 'mL';
  const isWhole = !first.text.includes('.');
  if (first.isNaked && !startsDecimals(clause, at, unit.text)) return false;
  if (firstCount > 1 && isMonth(previous)) return false;
  if (firstCount > 1 && isWhole && COUNTED.has(keyAt(clause, at + count))) return false;
  // "point two five five milliliters" can be 0.25% and 5 mL.
  if (isVolume && !last.isDigits && !VOLUME.test(last.text)) return false;
  if (STRONG_PRODUCTS.has(previous) && firstCount > 1 && isWhole && (isVolume || first.value % 10 > 0))
    return false;
  return !(
    last.value > 1 &&
    Number.isInteger(last.value) &&
    keyAt(clause, end - 1) === 'one' &&
    isSingular(clause, end)
  );
}

function startsDecimals(clause: Clause, at: number, unit: string): boolean {
  const previous = keyAt(clause, at - 1);
  if (previous === '' || BEFORE_DECIMALS.has(previous) || DRUG.test(previous)) return true;
  if (previous === 'at') return unit === 'V' || unit === 'mA';
  const style = unitAt(clause, at - 1)?.unit.style;
  return style === 'symbol' || style === 'percent';
}

/** "the twenty second of March": tens before an ordinal are a part of it. */
function ordinal(clause: Clause, at: number, { count, number }: NumberRun): Match | null {
  if ((ORDINALS.get(keyAt(clause, at + count)) ?? 10) >= 10 || number === null || number.isDigits)
    return null;
  return number.value >= 20 && number.value % 10 === 0 ? asSpoken(count + 1) : null;
}

/** "one twenty over eighty" is 120/80, "four over five" the strength 4/5. */
function over(clause: Clause, at: number, { count, number }: NumberRun): Match | null {
  const second = keyAt(clause, at + count) === 'over' ? numberAt(clause, at + count + 1) : null;
  if (second === null) return null;
  const end = at + count + 1 + second.count;
  // "one hundred over thirty minutes"
  const found = unitAt(clause, end);
  if (found !== null && found.unit.text !== 'mmHg') return null;
  const upper = number === null ? hundredsOf(keysAt(clause, at, count)) : wholeOf(number);
  const lower = wholeOf(second.number);
  if (upper === null || lower === null) return asSpoken(end - at);
  const isPressure = upper >= 60 && upper <= 260 && lower >= 30 && lower <= 150 && lower < upper;
  // "four over five" can also be two vertebrae.
  const around = clause.slice(Math.max(0, at - NEARBY), end + NEARBY);
  const isStrength =
    lower === 5 && (upper === 5 || (upper < 5 && around.some(({ key }) => STRENGTH.has(key))));
  if (isPressure && found !== null)
    return amount(written(end + found.count - at, `${upper}/${lower} ${found.unit.text}`));
  return isPressure || isStrength ? amount(written(end - at, `${upper}/${lower}`)) : asSpoken(end - at);
}

/** "six out of ten", "four plus over five", "two plus reflexes" */
function scored(clause: Clause, at: number, { count, number }: NumberRun): Match | null {
  const value = wholeOf(number);
  if (value === null) return null;
  const after = at + count;
  if (value <= 10 && isOutOfTen(clause, after)) return amount(written(count + 3, `${value}/10`));
  const sign = { plus: '+', minus: '-' }[keyAt(clause, after)];
  if (sign !== undefined && value <= 5 && startsWith(clause, after + 1, ['over', 'five']))
    return amount(written(count + 3, `${value}${sign}/5`));
  return sign === '+' && value <= 4 && REFLEXES.has(keyAt(clause, after + 1))
    ? amount(written(count + 1, `${value}+`))
    : null;
}

const isOutOfTen = (clause: Clause, at: number) =>
  startsWith(clause, at, ['out', 'of']) && wholeNumber(keyAt(clause, at + 2)) === 10;

/** "fifty five year old" is 55-year-old. */
function aged(clause: Clause, at: number, { count, number }: NumberRun): Match | null {
  const [unit = '', old] = keysAt(clause, at + count, 2);
  const age = old === 'old' && /^(?:year|month|week|day)$/u.test(unit) ? wholeOf(number) : null;
  return age === null || age > 120 ? null : written(count + 2, `${age}-${unit}-old`);
}

/** "one to one hundred thousand" is the dilution 1:100,000; "six to seven out of ten", "five to fifteen". */
function bareSeries(clause: Clause, at: number, { numbers, joiner, numbersCount }: Series): Match | null {
  const [first, second, more] = numbers;
  if (!first || !second || more !== undefined || (joiner !== 'to' && joiner !== 'or')) return null;
  const end = at + numbersCount;
  if (joiner === 'to' && first.text === '1' && DILUTIONS.has(second.value))
    return amount(written(numbersCount, `1:${grouped(second.text)}`));
  if (isOutOfTen(clause, end))
    return first.value < second.value
      ? amount(written(numbersCount + 3, `${first.text}-${second.text}/10`))
      : null;
  const isWords = [first, second].every((number) => wholeOf(number) !== null && !number.isDigits);
  if (!isWords || Math.max(first.value, second.value) < 10 || meridiemAt(clause, end) !== null) return null;
  return amount(written(numbersCount, `${grouped(first.text)} ${joiner} ${grouped(second.text)}`));
}

/** Without a unit, digits from 10 on; what is below stays a word, because "one" is not always a number. */
function bareNumber(clause: Clause, at: number, { count, number }: NumberRun): Match {
  if (number === null || number.isNaked || number.isMixed) return asSpoken(count);
  const { value, text, isDigits } = number;
  const words = keysAt(clause, at, count);
  const isTime = value >= 1000 && words.includes('hundred') && !words.includes('thousand');
  const isDecimal = text.includes('.');
  if (isTime || (value < 10 && !isDecimal)) return asSpoken(count);
  const isYear = value >= 1900 && value < 2100;
  const match = isDigits ? asSpoken(count) : written(count, isYear || isDecimal ? text : grouped(text));
  const previous = keyAt(clause, at - 1);
  const isName = isYear || /^\d{5}/u.test(keyAt(clause, at));
  return isName || isMonth(previous) || NAMED_BY_NUMBER.has(previous) ? match : amount(match);
}
