import type { CodeType } from '../billing-code.ts';
import { isLaterality, type LineType } from '../billing-line.ts';
import { billedCodes, lineKey, splitModifiers, type BillingRule } from '../template/billing.ts';
import { isNoShow, type BillingOption } from '../template/billing-option.ts';
import { emptyPlaces } from '../template/empty-places.ts';
import type { TemplateContent } from '../template/content.ts';
import { isDependent, type Evaluation, type FieldState } from '../template/evaluate.ts';
import { sideOf, type Side } from '../template/modifiers.ts';
import { hasDose, type UnitSize } from '../template/units.ts';
import { valueTexts } from '../template/value.ts';
import { unprintableProblem } from '../printable-characters.ts';
import { patientProblem, type CheckedPatient } from './diagnosis-limits.ts';
import { sideOfDiagnosis } from './diagnosis-side.ts';
import type { OutdatedText } from './edited-text.ts';
import { leftOverTags, type PrintedText } from './left-over-tags.ts';
import { ruleProblems } from './rule-lines.ts';

/** The checks before a dictation is signed, in the order of the list. */
export const SIGNING_CHECKS = [
  'leftOverTag',
  'emptyPlace',
  'editedText',
  'sideInText',
  'sideOfDiagnosis',
  'levels',
  'modifier50WithSide',
  'bothSides',
  'duplicateLine',
  'units',
  'dose',
  'ruleLine',
  'manyUnits',
  'noDiagnosis',
  'heading',
  'patient',
  'unprintable',
  'brokenRule',
] as const;
export type SigningCheck = (typeof SIGNING_CHECKS)[number];

/** What each check looks for. */
export const SIGNING_CHECK_LABELS: Readonly<Record<SigningCheck, string>> = {
  leftOverTag: 'A placeholder that was not filled in',
  emptyPlace: 'A blank in the report text',
  editedText: 'A text that was edited before its fields changed',
  sideInText: 'The text names the other side',
  sideOfDiagnosis: 'A diagnosis of the other side',
  levels: 'Several levels, but “More than one level” is No',
  modifier50WithSide: 'Modifier 50 together with LT or RT',
  bothSides: 'LT and RT on one line',
  duplicateLine: 'The same code, modifiers and diagnoses twice',
  units: 'A line whose units are not known',
  dose: 'A drug without a dose',
  ruleLine: 'A code or units that the entries contradict',
  manyUnits: 'More than 20 units',
  noDiagnosis: 'A procedure without a diagnosis',
  heading: 'A category heading instead of a diagnosis',
  patient: 'A diagnosis that does not fit the patient’s sex or age',
  unprintable: 'A character that the PDF cannot show',
  brokenRule: 'A billing rule that points to a field or option that does not exist',
};

/** What happens when a check finds something: it warns, or it prevents signing. */
export const CHECK_ACTIONS = ['warn', 'block'] as const;
export type CheckAction = (typeof CHECK_ACTIONS)[number];

/** Checks that always prevent signing: what they find is never meant. */
export const FIXED_CHECKS: ReadonlySet<SigningCheck> = new Set<SigningCheck>(['leftOverTag', 'units']);

/** Checks that prevent signing unless administrators choose otherwise. The others warn. */
const BLOCKING_BY_DEFAULT: ReadonlySet<SigningCheck> = new Set<SigningCheck>(['editedText']);

/** What a check does, given what administrators chose. */
export const actionOf = (check: SigningCheck, chosen: ReadonlyMap<string, CheckAction>): CheckAction => {
  if (FIXED_CHECKS.has(check)) return 'block';
  return chosen.get(check) ?? (BLOCKING_BY_DEFAULT.has(check) ? 'block' : 'warn');
};

/** More units than this on one line are unusual. */
export const MANY_UNITS = 20;

/** A billing line as the checks see it. */
export interface CheckedLine extends UnitSize {
  readonly code: string;
  readonly codeType: CodeType;
  readonly description: string;
  /** Comma-separated. */
  readonly modifiers: string;
  /** Null while they are not known. */
  readonly units: number | null;
  readonly diagnosisPointers: readonly string[];
  readonly lineType: LineType;
  /** False for a category heading. */
  readonly isBillable: boolean;
}

/** A dictation to check. */
export interface CheckedDictation {
  readonly content: TemplateContent;
  readonly evaluation: Evaluation;
  /** Dependent fields that the user edited. */
  readonly editedFields: readonly string[];
  /** Values that contradict the fields they were made from. */
  readonly outdated: readonly OutdatedText[];
  /** The template's billing code rules; null while they are not known. */
  readonly rules: readonly BillingRule[] | null;
  readonly billingOption: BillingOption;
  readonly lines: readonly CheckedLine[];
  readonly patient: CheckedPatient;
  /** From `brokenRules`. */
  readonly brokenRules: readonly string[];
  /** YYYY-MM-DD. */
  readonly procedureDate: string;
  /** What is printed besides the fields and codes. */
  readonly texts: readonly PrintedText[];
  /** What is wrong with the location's header and footer. */
  readonly headerMessages: readonly string[];
}

/** Something to look at before signing, with the field or billing code where it can be corrected. */
export interface Finding {
  readonly check: SigningCheck;
  readonly message: string;
  readonly fieldId: string | null;
  readonly code: string | null;
  /** The place of the billing line among all lines of the dictation, from 0; null for a field. */
  readonly lineIndex: number | null;
}

interface PlacedLine extends CheckedLine {
  readonly lineIndex: number;
}
interface PlacedDictation extends CheckedDictation {
  readonly lines: readonly PlacedLine[];
}
type Find = (dictation: PlacedDictation) => readonly Omit<Finding, 'check'>[];

/**
 * Returns what to look at before the dictation is signed, in the order of the checks, by default all. A no-show has only its diagnoses
 * checked, and for left-over tags.
 */
export function findingsOf(
  dictation: CheckedDictation,
  checks: readonly SigningCheck[] = SIGNING_CHECKS,
): readonly Finding[] {
  const placed = dictation.lines.map((line, lineIndex) => ({ ...line, lineIndex }));
  const checked = { ...dictation, lines: billedCodes(placed, dictation.billingOption) };
  const isWithoutText = isNoShow(dictation.billingOption);
  return checks.flatMap((check) =>
    isWithoutText && TEXT_CHECKS.has(check)
      ? []
      : FINDERS[check](checked).map((found) => ({ check, ...found })),
  );
}

/** Checks of the text alone. A no-show prints none. */
export const TEXT_CHECKS: ReadonlySet<SigningCheck> = new Set([
  'emptyPlace',
  'editedText',
  'sideInText',
  'levels',
]);

const atField = (fieldId: string, message: string) => ({ message, fieldId, code: null, lineIndex: null });
const atLine = ({ code, lineIndex }: PlacedLine, message: string) => ({
  message,
  fieldId: null,
  code,
  lineIndex,
});
const lineWith = (test: (line: CheckedLine) => boolean, message: (line: CheckedLine) => string): Find => {
  return ({ lines }) => lines.filter(test).map((line) => atLine(line, message(line)));
};
const has = ({ modifiers }: CheckedLine, ...wanted: readonly string[]): boolean => {
  const all = splitModifiers(modifiers);
  return wanted.every((modifier) => all.includes(modifier));
};

const FINDERS: Readonly<Record<SigningCheck, Find>> = {
  leftOverTag: leftOverTags,
  emptyPlace: ({ content, evaluation }) =>
    emptyPlaces(content, evaluation).map(({ fieldId, label, textLabel }) =>
      atField(fieldId, `${label} is empty in ${textLabel}.`),
    ),
  editedText: ({ outdated }) =>
    outdated.map(({ fieldId, label, contradiction }) => atField(fieldId, `${label} ${contradiction}`)),
  sideInText: ({ evaluation, editedFields }) => {
    const other = otherSide(sideOf(evaluation));
    if (other === null) return [];
    return evaluation.fields
      .filter((state) => isFree(state, editedFields) && namesOnly(state.text, other))
      .map(({ field }) =>
        atField(field.id, `${field.label} says “${other}”, but the side is ${opposite(other)}.`),
      );
  },
  sideOfDiagnosis: ({ evaluation, lines }) => {
    const other = otherSide(sideOf(evaluation));
    if (other === null) return [];
    return lines
      .filter(
        ({ codeType, code, description }) =>
          codeType === 'ICD10' && sideOfDiagnosis(code, description) === other,
      )
      .map((line) =>
        atLine(line, `${line.code} is a diagnosis of the ${other}, but the side is ${opposite(other)}.`),
      );
  },
  levels: ({ evaluation }) => {
    const single = evaluation.fields.find(
      ({ field, isVisible, text }) =>
        isVisible && /^more than one level/iu.test(field.label) && text.trim().toLowerCase() === 'no',
    );
    const levels = evaluation.byId.get('level') ?? evaluation.byId.get('levels');
    const count = valueTexts(levels?.effective).length;
    return single === undefined || count < 2
      ? []
      : [atField(single.field.id, `${count} levels are checked, but “${single.field.label}” is No.`)];
  },
  modifier50WithSide: lineWith(
    (line) => has(line, '50') && (has(line, 'LT') || has(line, 'RT')),
    ({ code }) => `${code} has modifier 50 together with LT or RT. Payers accept one of them.`,
  ),
  bothSides: lineWith(
    (line) => has(line, 'LT', 'RT'),
    ({ code }) => `${code} has both LT and RT. Use 50, or one side.`,
  ),
  duplicateLine: ({ lines }) =>
    lines.flatMap((line, at) => {
      const earlier = lines.slice(0, at);
      if (earlier.some((other) => serviceKey(other) === serviceKey(line)))
        return [atLine(line, `${line.code} is there twice with the same modifiers and diagnoses.`)];
      return earlier.some((other) => isSideTwice(other, line) || isSideTwice(line, other))
        ? [atLine(line, `${line.code} is there for both sides and for one of them again.`)]
        : [];
    }),
  units: lineWith(
    ({ units }) => units === null,
    ({ code }) => `The units of ${code} are not known. Correct the dose, or enter the units.`,
  ),
  dose: ({ evaluation, lines }) =>
    lines
      .filter(
        (line) =>
          line.lineType === 'drug' &&
          line.unitSize !== null &&
          line.unit !== 'dose' &&
          !isDosed(line, evaluation),
      )
      .map((line) => atLine(line, `${line.code}: the dictation names no dose in ${line.unit ?? 'units'}.`)),
  ruleLine: ({ lines, rules, ...dictation }) =>
    ruleProblems(lines, rules ?? [], dictation).map(({ line, message }) => atLine(line, message)),
  manyUnits: lineWith(
    ({ units }) => (units ?? 0) > MANY_UNITS,
    ({ code, units }) => `${code} has ${units} units. Check the number.`,
  ),
  noDiagnosis: lineWith(
    ({ codeType, diagnosisPointers }) => codeType === 'CPT' && diagnosisPointers.length === 0,
    ({ code }) => `${code} has no diagnosis. Payers need the reason for each procedure.`,
  ),
  heading: lineWith(
    ({ isBillable }) => !isBillable,
    ({ code }) => `${code} is a category heading. Choose a more specific code.`,
  ),
  patient: ({ lines, patient, procedureDate }) =>
    lines
      .filter(({ codeType }) => codeType === 'ICD10')
      .flatMap((line) => {
        const message = patientProblem(line.code, patient, procedureDate);
        return message === null ? [] : [atLine(line, message)];
      }),
  unprintable: ({ evaluation, billingOption, lines, texts }) => [
    ...evaluation.fields.flatMap(({ field, isVisible, text }) => {
      const isPrinted = isVisible && field.includeInReport && !isNoShow(billingOption);
      const problem = isPrinted ? unprintableProblem(text) : null;
      return problem === null ? [] : [atField(field.id, `${field.label}: ${problem}`)];
    }),
    ...lines.flatMap((line) => {
      const problem = unprintableProblem(line.description);
      return problem === null ? [] : [atLine(line, `${line.code}: ${problem}`)];
    }),
    ...texts.flatMap(({ name, text }) => {
      const problem = unprintableProblem(text);
      return problem === null
        ? []
        : [{ message: `${name}: ${problem}`, fieldId: null, code: null, lineIndex: null }];
    }),
  ],
  brokenRule: ({ brokenRules }) =>
    brokenRules.map((message) => ({ message, fieldId: null, code: null, lineIndex: null })),
};

const serviceKey = (line: CheckedLine): string =>
  `${lineKey(line)} ${line.diagnosisPointers.toSorted().join(' ')}`;

/** Whether one line bills both sides, and the other one of them, without another difference. */
function isSideTwice(both: CheckedLine, one: CheckedLine): boolean {
  const without = ({ codeType, code, modifiers }: CheckedLine) =>
    lineKey({
      codeType,
      code,
      modifiers: splitModifiers(modifiers)
        .filter((each) => !isLaterality(each))
        .join(','),
    });
  return (
    has(both, '50') && (has(one, 'LT') || has(one, 'RT')) && !has(one, '50') && without(both) === without(one)
  );
}

const opposite = (side: 'left' | 'right') => (side === 'left' ? 'right' : 'left');

/** The side that a one-sided dictation must not name. */
const otherSide = (side: Side | null): 'left' | 'right' | null =>
  side === 'left' || side === 'right' ? opposite(side) : null;

/** A field that the user fills in and that is not the side itself. Texts made by the template follow the side. */
const isFree = ({ field, isVisible }: FieldState, edited: readonly string[]): boolean =>
  isVisible &&
  field.type !== 'hidden' &&
  field.id !== 'side' &&
  (!isDependent(field) || edited.includes(field.id));

/** Whether the text names this side but not the other one. "Right away" and "all right" are no sides. */
function namesOnly(text: string, side: 'left' | 'right'): boolean {
  const plain = text
    .toLowerCase()
    .replaceAll(/\b(?:right (?:away|now|after|before)|all right|left (?:the|in|without))\b/gu, ' ');
  return (
    new RegExp(`\\b${side}\\b`, 'u').test(plain) && !new RegExp(`\\b${opposite(side)}\\b`, 'u').test(plain)
  );
}

const isDosed = (line: CheckedLine, { fields }: Evaluation): boolean =>
  fields.some(({ isVisible, text }) => isVisible && hasDose(text, line));
