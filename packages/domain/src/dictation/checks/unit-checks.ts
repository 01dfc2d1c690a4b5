import { drugOf, drugsIn } from '../../codes/drugs.ts';
import { sideOf } from '../../template/modifiers.ts';
import { hasDose } from '../../template/units.ts';
import { valueTexts } from '../../template/value.ts';
import type { Evaluation } from '../../template/evaluate.ts';
import { ruleProblems } from '../rule-lines.ts';
import {
  atLine,
  has,
  lineWith,
  unitCount,
  type Find,
  type PlacedDictation,
  type PlacedLine,
} from './checked.ts';

export const unknownUnits: Find = lineWith(
  ({ units }) => units === null,
  ({ code }) => `The units of ${code} are not known. Correct the dose, or enter the units.`,
);

/** Drugs without a dose in their unit. */
export const drugDose: Find = ({ evaluation, lines }) =>
  lines
    .filter(
      (line) =>
        line.lineType === 'drug' &&
        line.unitSize !== null &&
        line.unit !== 'dose' &&
        !isDosed(line, evaluation),
    )
    .map((line) => atLine(line, `${line.code}: the dictation names no dose in ${line.unit ?? 'units'}.`));

const isDosed = (line: PlacedLine, { fields }: Evaluation): boolean =>
  fields.some(({ isVisible, text }) => isVisible && hasDose(text, line));

export const ruleLine: Find = ({ lines, rules, ...dictation }) =>
  ruleProblems(lines, rules ?? [], dictation).map(({ line, message }) => atLine(line, message));

/** The units of lines together; null if those of one are not known. */
export const unitsOf = (lines: readonly { readonly units: number | null }[]): number | null =>
  lines.reduce<number | null>((sum, { units }) => (sum === null || units === null ? null : sum + units), 0);

/** A billed drug that the note does not name although it names others, and an amount that is not the note's. */
export const drugOfNote: Find = (dictation) => {
  const texts = notedTexts(dictation);
  const named = texts.flatMap((text) => drugsIn(text));
  const ruled = new Set(
    ruleProblems(dictation.lines, dictation.rules ?? [], dictation).map(({ line }) => line.code),
  );
  return dictation.lines.flatMap((line, at) => {
    const drug = drugOf(line.code);
    if (drug === undefined || ruled.has(line.code)) return [];
    if (dictation.lines.findIndex(({ code }) => code === line.code) !== at) return [];
    if (!named.includes(drug)) {
      const [other] = named;
      return other === undefined
        ? []
        : [atLine(line, `${line.code} is ${drug.name}, but the note names ${other.name}.`)];
    }
    const message = amountProblem(line, drug.words, texts, dictation);
    return message === null ? [] : [atLine(line, message)];
  });
};

/** What the note says that was given: visible fields, without the plan for later. */
const notedTexts = ({ evaluation }: PlacedDictation): readonly string[] =>
  evaluation.fields
    .filter(({ field, isVisible }) => isVisible && !PLANS.has(field.id))
    .map(({ text }) => text);
const PLANS: ReadonlySet<string> = new Set(['plan', 'allergies']);

const MILLIGRAMS: Readonly<Record<string, number>> = {
  mg: 1,
  milligrams: 1,
  mcg: 0.001,
  micrograms: 0.001,
  g: 1000,
};
const COUNTED = 'units';
/** An amount after a drug's name, in the same clause, that is not a concentration. */
const AMOUNT =
  /^[^.;,]{0,40}?\b(\d+(?:\.\d+)?)\s*(mg|milligrams|mcg|micrograms|g|units)\b(?!\s*(?:\/|per\b))/iu;

/** Why the units of a drug fit no amount that the note names for it; null if one fits or none is named. */
function amountProblem(
  line: PlacedLine,
  words: RegExp,
  texts: readonly string[],
  dictation: PlacedDictation,
): string | null {
  const { code, unitSize, unit } = line;
  const scale = unit === COUNTED ? 1 : MILLIGRAMS[unit ?? ''];
  if (unitSize === null || scale === undefined) return null;
  const amounts = new Set(
    texts.flatMap((text) => namedAmounts(text, words, unit === COUNTED).map((amount) => amount / scale)),
  );
  const units = unitsOf(dictation.lines.filter((each) => each.code === code && !has(each, 'JW')));
  if (units === null || amounts.size === 0) return null;
  const all = [...amounts, [...amounts].reduce((sum, amount) => sum + amount, 0)];
  const times = placeCounts(dictation);
  const fits = all.some((amount) =>
    times.some((count) => Math.ceil(Number(((amount * count) / unitSize).toFixed(6))) === units),
  );
  if (fits) return null;
  const noted = [...amounts].map((amount) => `${amount} ${unit}`).join(' and ');
  return `${code} has ${unitCount(units)} of ${unitSize} ${unit}, but the note names ${noted}.`;
}

function namedAmounts(text: string, words: RegExp, isCounted: boolean): readonly number[] {
  const named = new RegExp(words.source, 'giu');
  return [...text.matchAll(named)].flatMap(({ index, 0: word }) => {
    const [, digits, unit = ''] =
      AMOUNT.exec(text.slice(index + word.length, index + word.length + 60)) ?? [];
    if (digits === undefined) return [];
    const measure = unit.toLowerCase();
    if ((measure === COUNTED) !== isCounted) return [];
    return [Number(digits) * (MILLIGRAMS[measure] ?? 1)];
  });
}

/** How often an amount can have been given: once, on each side, at each level, muscle or point, and "x 2". */
function placeCounts({ evaluation }: PlacedDictation): readonly number[] {
  const sides = sideOf(evaluation) === 'bilateral' ? [1, 2] : [1];
  const places = evaluation.fields.flatMap(({ field, isVisible, effective, text }) => {
    if (!isVisible) return [];
    const chosen = field.type === 'checkbox' ? valueTexts(effective).length : 0;
    const counted = COUNTS.test(`${field.id} ${field.label}`) ? Number(text.trim()) : 0;
    const repeated = [...text.matchAll(/\b(?:x|×)\s*(\d{1,2})\b/giu)].map(([, times]) => Number(times));
    return [chosen, counted, ...repeated];
  });
  const levels = evaluation.fields.filter(
    ({ field, isVisible, text }) => isVisible && /level/u.test(field.id) && /\d/u.test(text),
  ).length;
  const counts = new Set([1, levels, ...places].filter((count) => Number.isInteger(count) && count > 0));
  return [...new Set([...counts].flatMap((count) => sides.map((side) => count * side)))];
}
const COUNTS = /\b(?:points|sites|injections|number of)\b/iu;
