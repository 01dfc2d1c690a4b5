import type { LineType } from '../billing-line.ts';
import { MAX_UNITS } from '../dictation/line-details.ts';
import { countOf, severalSites, timesOf, type Counted, type DoseTimes } from './dose-count.ts';
import { amountsIn, doseInText, unitFactor, type Amount, type TextDose } from './dose-text.ts';
import { valueIn, type Evaluation } from './evaluate.ts';
import type { SuggestionReason } from './modifiers.ts';
import { operandOf } from './operands.ts';
import { isRows, joinTexts, operandText, valueTexts } from './value.ts';

/** The size of one billing unit: 10 mg. Both are null for codes that are billed once or each. */
export interface UnitSize {
  readonly unitSize: number | null;
  readonly unit: string | null;
}

/** A code whose units can come from a dose. */
export interface DosedCode extends UnitSize {
  readonly lineType: LineType;
  /** Tells the drug from others in a mixture. */
  readonly description?: string;
}

/**
 * Units from a number, such as minutes, or from the number of ticked options: none below `from` and above `to`, 1 unit from `from` on,
 * and 1 more for each `step` beyond it. Null: no upper limit, and always 1 unit.
 */
export interface CountRange {
  readonly from: number;
  readonly to: number | null;
  readonly step: number | null;
}

/** A code of a rule, with the field that its units come from. */
export interface CountedCode extends DosedCode {
  readonly doseFieldId: string | null;
  readonly count?: CountRange | null;
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

/**
 * The number of units of a dose, rounded up: "Dexamethasone 8 mg" is 8 units of a code of 1 mg. Returns an error message for text
 * that can mean something else than one amount, and for a code without a unit size, except a plain number of something that is
 * counted. Source: CMS Medicare Claims Processing Manual, chapter 17, section 10: bill the multiple of the code's unit that was given,
 * rounded up.
 */
export function unitsOfDose(text: string, code: DosedCode): number | string {
  const noSize = sizeProblem(text, code);
  if (noSize !== null) return noSize;
  const dose = doseInText(text, { ...code, unit: code.unit ?? '' });
  // Without a note, nobody knows how many sides or levels there are.
  if (dose === null || (dose.per !== null && dose.per !== 'note')) return notOneDose(text, code);
  return unitsOf(dose, 1, code);
}

const sizeText = ({ unitSize, unit }: UnitSize) => `${unitSize ?? 1} ${unit ?? ''}`.trim();
const notOneDose = (text: string, code: UnitSize) =>
  `"${text.trim()}" is not one dose. Enter one amount, such as ${sizeText(code)}.`;

/** Error message for a dose of a code without a unit size: its milligrams are not its units. */
export const NO_UNIT_SIZE =
  'The code has no unit size, so a dose makes no units. Enter the units, or have the unit size set in Billing Codes.';

/** One unit of a code without a unit size can be one of what is counted, such as a level. A drug has an amount. */
function sizeProblem(text: string, { unitSize, lineType }: DosedCode): string | null {
  if (unitSize !== null) return null;
  const isCounted = lineType !== 'drug' && lineType !== 'other';
  return isCounted && amountsIn(text, '')[0]?.unit === '' ? null : NO_UNIT_SIZE;
}

const wrongUnit = (dose: Amount, code: UnitSize) =>
  `The dose is in ${dose.unit}, but the code is billed per ${sizeText(code)}.`;

function unitsOf(dose: Amount, times: number, code: UnitSize): number | string {
  const size = code.unitSize ?? 1;
  const factor = unitFactor(dose.unit, code.unit ?? '');
  if (factor === null) return wrongUnit(dose, code);
  // Decimal fractions are not exact: 0.3 / 0.1 is a little less than 3.
  const units = Math.ceil(Number(((dose.amount * times * factor) / size).toFixed(6)));
  if (units < 1) return 'The dose must be more than 0.';
  return units > MAX_UNITS ? `The dose makes more than ${MAX_UNITS} units. Check the dose.` : units;
}

/** Whether a text names an amount in the unit of the code, or in one that can be converted to it. */
export const hasDose = (text: string, { unit }: UnitSize): boolean =>
  amountsIn(text, unit ?? '').some((dose) => dose.unit !== '' && unitFactor(dose.unit, unit ?? '') !== null);

/** The units of a suggested line: from its dose field, or counted; 1 without a field. Null if the count says that the code does not apply. */
export function lineUnits(code: CountedCode, evaluation: Evaluation): LineUnits | null {
  const { count = null } = code;
  if (code.doseFieldId === null) return { units: 1, unitsReason: null, doseProblem: null };
  const state = unitSource(code.doseFieldId, evaluation);
  if (state === undefined)
    return {
      units: null,
      unitsReason: null,
      doseProblem: 'The template no longer has the field of the dose.',
    };
  const { field, effective, text } = state;
  const unitsReason = { ruleId: null, fieldId: code.doseFieldId, label: field.label, value: text };
  const isEmpty = valueTexts(effective).length === 0;
  if (count !== null && isEmpty) return null;
  if (isEmpty) return { units: null, unitsReason, doseProblem: `${field.label} is empty.` };
  const units = count === null ? dosedUnits(code, state, evaluation) : countedUnits(count, state);
  if (units === 0) return null;
  return typeof units === 'number'
    ? { units, unitsReason, doseProblem: null }
    : { units: null, unitsReason, doseProblem: units };
}

/** A field or a column that units come from. A column has the doses of its rows. */
type UnitSource = Counted & { readonly text: string };

function unitSource(id: string, evaluation: Evaluation): UnitSource | undefined {
  const state = evaluation.byId.get(id);
  if (state !== undefined) return state;
  const column = operandOf(id, (head) => evaluation.byId.get(head)?.field);
  if (column === undefined) return undefined;
  const effective = valueIn(evaluation, id);
  return { field: { ...column, type: 'rows' }, effective, text: operandText(effective) };
}

/** Units of a count; 0 if it is outside of the range. */
export function unitsInRange(number: number, { from, to, step }: CountRange): number {
  if (number < from || (to !== null && number > to)) return 0;
  return 1 + (step === null ? 0 : Math.floor((number - from) / step));
}

function countedUnits(count: CountRange, state: Counted): number | string {
  const number = countOf(state);
  if (typeof number === 'string') return number;
  const units = unitsInRange(number, count);
  return units > MAX_UNITS ? `${state.field.label} makes more than ${MAX_UNITS} units.` : units;
}

function dosedUnits(code: CountedCode, state: UnitSource, evaluation: Evaluation): number | string {
  if (isRows(state.effective)) return `Choose the column of ${state.field.label} that has the dose.`;
  const texts = valueTexts(state.effective);
  if (state.field.type === 'rows') return summedUnits(code, texts);
  const text = joinTexts(texts);
  const noSize = sizeProblem(text, code);
  if (noSize !== null) return noSize;
  const dose = texts.length > 1 ? null : doseOf(state.field, text, code);
  if (dose === null) return notOneDose(text, code);
  const times = timesOfDose(state.field, dose, evaluation);
  return typeof times === 'string' ? times : unitsOf(dose, times, code);
}

/** The units of the doses of all rows together. */
function summedUnits(code: CountedCode, texts: readonly string[]): number | string {
  let total = 0;
  for (const text of texts) {
    const problem = sizeProblem(text, code);
    if (problem !== null) return problem;
    const dose = doseInText(text, { ...code, unit: code.unit ?? '' });
    if (dose === null || (dose.per !== null && dose.per !== 'note')) return notOneDose(text, code);
    const factor = unitFactor(dose.unit, code.unit ?? '');
    if (factor === null) return wrongUnit(dose, code);
    total += dose.amount * factor;
  }
  return unitsOf({ amount: total, unit: '' }, 1, code);
}

/** The amount of an option, or the one that a text names. */
function doseOf({ dose }: Counted['field'], text: string, code: DosedCode): TextDose | null {
  const known = dose?.amounts.find(({ option }) => option === text);
  if (known !== undefined) return { amount: known.amount, unit: known.unit, per: null };
  return doseInText(text, { ...code, unit: code.unit ?? '' });
}

/** A text may say the same as its field, but not something else. Where neither says it, there must be one place only. */
function timesOfDose(
  { label, dose }: Counted['field'],
  { per, amount, unit }: TextDose,
  evaluation: Evaluation,
): DoseTimes {
  if (dose !== undefined && per !== null && per !== dose.per)
    return `${label} says ${PER_TEXTS[per]}, but the template counts it ${PER_TEXTS[dose.per]}.`;
  if (dose !== undefined) return timesOf(dose, evaluation);
  const several = severalSites(evaluation);
  if (per === null)
    return several === null
      ? 1
      : `${label}: ${amount} ${unit} can be the dose in total or ${several}. Add “in total” or “${several.replace(/^\w+ /u, '')}”, or enter the units.`;
  if (per === 'side' && several === null) return `${label} says each side, but the note has one side.`;
  return timesOf({ per }, evaluation);
}

const PER_TEXTS = {
  note: 'in total',
  side: 'for each side',
  level: 'for each level',
  joint: 'for each joint',
  point: 'for each point',
} as const;

/** "from 23, 1 more for each 15", as shown to users. */
export const countText = ({ from, to, step }: CountRange): string =>
  [
    to === null ? `from ${from}` : `from ${from} to ${to}`,
    ...(step === null ? [] : [`1 more for each ${step}`]),
  ].join(', ');
