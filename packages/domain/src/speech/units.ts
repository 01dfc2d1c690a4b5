import { keyAt, type Clause, wordSet } from './words.ts';

/**
 * How a number is written before a unit: with a space (40 mg), attached (1%), with a hyphen (22-gauge), before a word that stays (two
 * tablets: 2 tablets), or before a period of time, where "one day" stays as it is.
 */
export type UnitStyle = 'symbol' | 'percent' | 'gauge' | 'inch' | 'word' | 'time';

export interface Unit {
  readonly text: string;
  readonly style: UnitStyle;
}

const symbol = (text: string, ...names: readonly string[]): readonly (readonly [string, Unit])[] =>
  names.map((name) => [name, { text, style: 'symbol' }]);
const kept = (style: UnitStyle, ...names: readonly string[]): readonly (readonly [string, Unit])[] =>
  names.map((name) => [name, { text: name, style }]);

/**
 * Spoken units in lower case. "cc" is mL, because ISMP's list of error-prone abbreviations names "cc" (as quoted by bmjopen.bmj.com, table
 * of high-risk abbreviations, read 2026-11-28); a microgram is "mcg" for the same reason.
 */
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...symbol('mg', 'milligram', 'milligrams', 'mg'),
  ...symbol('mcg', 'microgram', 'micrograms', 'mcg', 'µg', 'ug'),
  ...symbol('g', 'gram', 'grams'),
  ...symbol('kg', 'kilogram', 'kilograms', 'kilos', 'kg'),
  ...symbol(
    'mL',
    'milliliter',
    'milliliters',
    'ml',
    'cc',
    'ccs',
    'c c',
    'cubic centimeter',
    'cubic centimeters',
  ),
  ...symbol('L', 'liter', 'liters'),
  ...symbol('dL', 'deciliter', 'deciliters', 'dl'),
  ...symbol('mEq', 'milliequivalent', 'milliequivalents', 'meq'),
  ...symbol('cm', 'centimeter', 'centimeters', 'cm'),
  ...symbol('mm', 'millimeter', 'millimeters', 'mm'),
  ...symbol('mmHg', 'millimeters of mercury', 'mmhg'),
  ...symbol('Hz', 'hertz', 'hz'),
  ...symbol('kHz', 'kilohertz', 'khz'),
  ...symbol('V', 'volt', 'volts'),
  ...symbol('mA', 'milliamp', 'milliamps', 'milliampere', 'milliamperes', 'ma'),
  ...symbol('ms', 'millisecond', 'milliseconds'),
  ...symbol('°C', 'degrees celsius', 'degrees centigrade', 'degree celsius', 'celsius', '°c'),
  ...symbol('°F', 'degrees fahrenheit', 'degree fahrenheit', '°f'),
  ['percent', { text: '%', style: 'percent' }],
  ['%', { text: '%', style: 'percent' }],
  ['percent sign', { text: '%', style: 'percent' }],
  ['gauge', { text: 'gauge', style: 'gauge' }],
  ['inch', { text: 'inch', style: 'inch' }],
  ...kept('word', 'inches', 'feet', 'pounds', 'ohms', 'degrees', 'watts', 'joules', 'tesla', 'units', 'unit'),
  ...kept('word', 'tablet', 'tablets', 'capsule', 'capsules', 'patch', 'patches', 'drops', 'puffs'),
  ...kept('time', 'second', 'seconds', 'minute', 'minutes', 'hour', 'hours'),
  ...kept('time', 'day', 'days', 'week', 'weeks', 'month', 'months', 'year', 'years'),
]);
/** Units after "per" that have a symbol: 40 mg/mL, 25 mcg/h. */
const PER: Readonly<Record<string, string>> = {
  milliliter: 'mL',
  ml: 'mL',
  cc: 'mL',
  kilogram: 'kg',
  kg: 'kg',
  deciliter: 'dL',
  dl: 'dL',
  liter: 'L',
  hour: 'h',
};
const LONGEST_NAME = 3;

/** The unit at an index of a clause; null if there is none. */
export function unitAt(clause: Clause, at: number): { readonly count: number; readonly unit: Unit } | null {
  for (let count = LONGEST_NAME; count > 0; count -= 1) {
    if (at + count > clause.length) continue;
    const name = clause.slice(at, at + count).map(({ key }) => key);
    const unit = UNITS.get(name.join(' '));
    if (unit === undefined) continue;
    const per = keyAt(clause, at + count) === 'per' ? PER[keyAt(clause, at + count + 1)] : undefined;
    if (per === undefined || unit.style !== 'symbol') return { count, unit };
    return { count: count + 2, unit: { text: `${unit.text}/${per}`, style: 'symbol' } };
  }
  return null;
}

/** Whether a word of a text is a unit, spoken ("milligrams") or written ("mg/mL"). */
export function isUnitWord(word: string): boolean {
  const [name = ''] = word.toLowerCase().split('/');
  return UNITS.has(name) || name === 'v' || name === 'l' || name === 'g';
}

/** How an amount with this unit is written, if `next` is the word after it. */
export function amountText(
  amount: string,
  isOne: boolean,
  { text, style }: Unit,
  next: string,
): string | null {
  switch (style) {
    case 'symbol':
      return `${amount} ${text}`;
    case 'percent':
      return `${amount}%`;
    case 'gauge':
      return `${amount}-gauge`;
    case 'inch':
      // "One inch lateral" is a distance; before a needle it is its length.
      return isOne && !NEEDLES.has(next) ? `${amount} inch` : `${amount}-inch`;
    case 'word':
      return `${amount} ${text}`;
    default:
      // "One day" is also said of any day.
      if (isOne) return null;
      // "a six week period"
      return text.endsWith('s') ? `${amount} ${text}` : `${amount}-${text}`;
  }
}

const NEEDLES: ReadonlySet<string> = wordSet('needle needles spinal incision incisions cannula');
