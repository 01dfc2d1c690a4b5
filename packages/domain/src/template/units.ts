import type { LineType } from '../billing-line.ts';
import { MAX_UNITS } from '../dictation/line-details.ts';
import type { Evaluation } from './evaluate.ts';
import type { SuggestionReason } from './modifiers.ts';
import { valueTexts } from './value.ts';

/** The size of one billing unit: 10 mg. Both are null for codes that are billed once or each. */
export interface UnitSize {
  readonly unitSize: number | null;
  readonly unit: string | null;
}

/** A code whose units can come from a dose. */
export interface DosedCode extends UnitSize {
  readonly lineType: LineType;
}

/** The units of a line, where they come from, and why they could not be computed. */
export interface LineUnits {
  /** Null if they are not known: a dose is missing or cannot be billed. */
  readonly units: number | null;
  /** The dose field and its value; null for 1 unit without a dose. */
  readonly unitsReason: SuggestionReason | null;
  /** Error message for a dose that makes no units, or null. */
  readonly doseProblem: string | null;
}

// Without commas: "0,5" and "1,000" can mean two numbers.
const NUMBER = String.raw`\d+(?:\.\d+)?|\.\d+`;
/** What comes before a number that is a part of another one: 1 ½, 1/2, 5-10, 2 x 40, 1e3. */
const PART_OF_NUMBER = /(?:[½¼¾]\s*|\d\s*[-–/x×*]\s*|\d[eE])$/u;
const NUMBER_ONLY = new RegExp(`^(?:${NUMBER})$`, 'u');
/** Digits with the word after them, if any. It always matches where digits start, so the time does not grow with their number. */
const AMOUNT = /([\d,.]+)\s*([a-zA-Zµμ]*)/gu;
/** Longer rows of digits are no dose. */
const LONGEST_NUMBER = 20;
/** Milligrams per unit of weight. */
const WEIGHTS: Readonly<Record<string, number>> = {
  g: 1000,
  gm: 1000,
  mg: 1,
  mcg: 0.001,
  µg: 0.001,
  ug: 0.001,
};
const MEASURES: ReadonlySet<string> = new Set([...Object.keys(WEIGHTS), 'ml', 'units']);
const SPELLINGS: Readonly<Record<string, string>> = {
  milligram: 'mg',
  milligrams: 'mg',
  microgram: 'mcg',
  micrograms: 'mcg',
  cc: 'ml',
  ccs: 'ml',
  milliliter: 'ml',
  milliliters: 'ml',
  unit: 'units',
  u: 'units',
};

function spelled(unit: string): string {
  const lower = unit.toLowerCase().replaceAll('μ', 'µ');
  return SPELLINGS[lower] ?? lower;
}

/**
 * The number of units of a dose, rounded up: "Dexamethasone 8 mg" is 8 units of a code of 1 mg. Returns an error message for text
 * without exactly one amount, and for a code without a unit size, except a plain number of something that is counted. Source: CMS Medicare Claims Processing Manual, chapter 17, section 10: bill the multiple of the code's
 * unit that was given, rounded up.
 */
export function unitsOfDose(text: string, code: DosedCode): number | string {
  if (code.unitSize === null && !(isCounted(code) && NUMBER_ONLY.test(text.trim()))) return NO_UNIT_SIZE;
  const size = `${code.unitSize ?? 1} ${code.unit ?? ''}`.trim();
  const [dose, ...more] = dosesIn(text, code);
  if (dose === undefined || more.length > 0)
    return `"${text.trim()}" is not one dose. Enter one amount, such as ${size}.`;
  const factor = factorOf(dose.unit, spelled(code.unit ?? ''));
  if (factor === null) return `The dose is in ${dose.unit}, but the code is billed per ${size}.`;
  // Decimal fractions are not exact: 0.3 / 0.1 is a little less than 3.
  const units = Math.ceil(Number(((dose.amount * factor) / (code.unitSize ?? 1)).toFixed(6)));
  if (units < 1) return 'The dose must be more than 0.';
  return units > MAX_UNITS ? `The dose makes more than ${MAX_UNITS} units. Check the dose.` : units;
}

/** Error message for a dose of a code without a unit size: its milligrams are not its units. */
export const NO_UNIT_SIZE =
  'The code has no unit size, so a dose makes no units. Enter the units, or have the unit size set in Billing Codes.';

/** Whether one unit of a code without a unit size is one of what is counted, such as a level. A drug has an amount. */
const isCounted = ({ lineType }: DosedCode): boolean => lineType !== 'drug' && lineType !== 'other';

/** Whether a text names an amount in the unit of the code, or in one that can be converted to it. */
export const hasDose = (text: string, code: UnitSize): boolean =>
  dosesIn(text, code).some(({ unit }) => unit !== '' && factorOf(unit, spelled(code.unit ?? '')) !== null);

/** The amounts with a unit of measure in a text; a bare number is in the code's unit. */
function dosesIn(
  text: string,
  { unit }: UnitSize,
): readonly { readonly amount: number; readonly unit: string }[] {
  const bare = text.trim();
  if (bare.length <= LONGEST_NUMBER && NUMBER_ONLY.test(bare)) return [{ amount: Number(bare), unit: '' }];
  return [...text.matchAll(AMOUNT)]
    .filter(([, digits = '', measure = '']) => digits.length <= LONGEST_NUMBER && measure !== '')
    .flatMap(({ 1: digits = '', 2: measure = '', index }) => {
      const number = digits.replace(/^,/, '');
      const isPart = PART_OF_NUMBER.test(text.slice(Math.max(0, index - 8), index));
      return isPart || !NUMBER_ONLY.test(number) ? [] : [{ amount: Number(number), unit: spelled(measure) }];
    })
    .filter((dose) => MEASURES.has(dose.unit) || dose.unit === spelled(unit ?? ''));
}

/** How many of the code's units one unit of the dose is; null if they measure different things. */
function factorOf(doseUnit: string, unit: string): number | null {
  if (doseUnit === '' || unit === '' || doseUnit === unit) return 1;
  const [from, to] = [WEIGHTS[doseUnit], WEIGHTS[unit]];
  return from === undefined || to === undefined ? null : from / to;
}

/** The units of a suggested line: computed from its dose field; 1 without one. */
export function lineUnits(
  code: DosedCode & { readonly doseFieldId: string | null },
  evaluation: Evaluation,
): LineUnits {
  if (code.doseFieldId === null) return { units: 1, unitsReason: null, doseProblem: null };
  const state = evaluation.byId.get(code.doseFieldId);
  if (state === undefined)
    return {
      units: null,
      unitsReason: null,
      doseProblem: 'The template no longer has the field of the dose.',
    };
  const { field, effective, text } = state;
  const unitsReason = { ruleId: null, fieldId: field.id, label: field.label, value: text };
  const doses = valueTexts(effective);
  if (doses.length === 0) return { units: null, unitsReason, doseProblem: `${field.label} is empty.` };
  const units = unitsOfDose(doses.join(' '), code);
  return typeof units === 'number'
    ? { units, unitsReason, doseProblem: null }
    : { units: null, unitsReason, doseProblem: units };
}
