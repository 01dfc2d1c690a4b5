import { keyAt, keysAt, wordSet, type Clause } from './words.ts';

/**
 * How a number is written before a unit: with a space (40 mg), attached (1%), with a hyphen (22-gauge), before a word that stays (two
 * tablets: 2 tablets), or before a period of time, where "one day" stays as it is.
 */
export type UnitStyle = 'symbol' | 'percent' | 'gauge' | 'inch' | 'word' | 'time';

export interface Unit {
  readonly text: string;
  readonly style: UnitStyle;
}

/**
 * Units and what they are called, in lower case. "cc" is mL and a microgram "mcg", as in ISMP's list of error-prone abbreviations (as
 * printed in Nephrology Nursing Journal, November 2005, read 2026-11-28; the list of 2024 is announced on ismp.org). "Units" is never
 * shortened: "U" is on the Joint Commission's Do Not Use list (facts page of June 9, 2017, read 2026-11-28).
 */
const SYMBOLS: Readonly<Record<string, string>> = {
  mg: 'milligram, milligrams, mg, mgs',
  mcg: 'microgram, micrograms, mcg, mics, µg, μg, ug',
  g: 'gram, grams, gm',
  kg: 'kilogram, kilograms, kilos, kg',
  mL: `milliliter, milliliters, ml, mls, cc, ccs, cc’s, cc's, c c, cubic centimeter, cubic centimeters`,
  L: 'liter, liters',
  dL: 'deciliter, deciliters, dl',
  mEq: 'milliequivalent, milliequivalents, meq',
  cm: 'centimeter, centimeters, cm',
  mm: 'millimeter, millimeters, mm',
  mmHg: 'millimeters of mercury, mmhg',
  Hz: 'hertz, hz',
  kHz: 'kilohertz, khz',
  V: 'volt, volts',
  mA: 'milliamp, milliamps, milliampere, milliamperes, ma',
  ms: 'millisecond, milliseconds',
  '°C': 'degrees celsius, degrees centigrade, degree celsius, degrees c, celsius, °c',
  '°F': 'degrees fahrenheit, degree fahrenheit, degrees f, °f',
};
const PERCENT: Unit = { text: '%', style: 'percent' };
const kept = (style: UnitStyle, names: string) =>
  names.split(', ').map((text) => [text, { text, style }] as const);
const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...Object.entries(SYMBOLS).flatMap(([text, names]) =>
    names.split(', ').map((name) => [name, { text, style: 'symbol' }] as const),
  ),
  ['percent', PERCENT],
  ['%', PERCENT],
  ['percent sign', PERCENT],
  ...kept('gauge', 'gauge'),
  ...kept('inch', 'inch'),
  ...kept('word', 'inches, feet, pounds, ohms, degrees, watts, joules, tesla, microseconds, milligray'),
  ...kept(
    'word',
    'units, unit, tablet, tablets, capsule, capsules, patch, patches, drops, puffs, beats per minute',
  ),
  ...kept('time', 'second, seconds, minute, minutes, hour, hours, day, days, week, weeks, month, months'),
  ...kept('time', 'year, years, degree'),
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
  for (let count = Math.min(LONGEST_NAME, clause.length - at); count > 0; count -= 1) {
    const words = keysAt(clause, at, count).join(' ');
    const [name = '', divisor] = count === 1 ? words.split('/') : [words];
    const unit = UNITS.get(name);
    if (unit === undefined) continue;
    const isPer = divisor === undefined && keyAt(clause, at + count) === 'per';
    const per = PER[isPer ? keyAt(clause, at + count + 1) : (divisor ?? '')];
    if (divisor !== undefined && per === undefined) return null;
    if (per === undefined || unit.style !== 'symbol') return { count, unit };
    return { count: isPer ? count + 2 : count, unit: { text: `${unit.text}/${per}`, style: 'symbol' } };
  }
  return null;
}

/** Whether a word is a unit that recognizers write without a space: "40mg", "10mg/mL", "1%". */
export function isAttachedUnit(key: string): boolean {
  const found = unitAt([{ raw: key, key, end: '' }], 0);
  return found?.unit.style === 'symbol' || found?.unit.style === 'percent';
}

/** "forty one milliliter" is one milliliter of something called "forty": of 41 one says "milliliters". */
export const isSingular = (clause: Clause, at: number): boolean => SINGULAR.has(keyAt(clause, at));
const SINGULAR = wordSet(
  'milligram microgram gram kilogram milliliter liter unit volt centimeter tablet capsule',
);

const NEEDLES: ReadonlySet<string> = wordSet('needle needles spinal incision incisions cannula');

/** How an amount with this unit is written, if `next` is the word after it; null: as spoken. */
export function amountText(value: number, text: string, unit: Unit, next: string): string | null {
  switch (unit.style) {
    case 'percent':
      return `${text}%`;
    case 'gauge':
      return value < 10 || value > 34 ? null : `${text}-gauge`;
    case 'inch':
      // "One inch lateral" is a distance; before a needle it is its length.
      return value === 1 && !NEEDLES.has(next) ? `${text} inch` : `${text}-inch`;
    case 'time':
      // "One day" is also said of any day, and "thirteen hundred hours" is a time.
      if (value === 1 || (value % 100 === 0 && value > 0 && unit.text === 'hours')) return null;
      // "a six week period"
      return unit.text.endsWith('s') ? `${text} ${unit.text}` : `${text}-${unit.text}`;
    default:
      return `${text} ${unit.text}`;
  }
}
