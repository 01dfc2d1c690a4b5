import { billedCodes } from '../template/billing.ts';
import { isNoShow, type BillingOption } from '../template/billing-option.ts';
import { leftOverTags } from './left-over-tags.ts';
import { officialLine, type CheckedDictation, type Find, type FoundProblem } from './checks/checked.ts';
import * as catalog from './checks/catalog-checks.ts';
import * as codes from './checks/code-checks.ts';
import { payerLimit } from './checks/limit-checks.ts';
import * as pairs from './checks/pair-checks.ts';
import * as patient from './checks/patient-checks.ts';
import * as sides from './checks/side-checks.ts';
import * as texts from './checks/text-checks.ts';
import * as units from './checks/unit-checks.ts';
import { manyUnits } from './checks/unit-limit-checks.ts';

export {
  NO_LIMITS,
  type CheckedDictation,
  type CheckedLine,
  type OtherLine,
  type PayerLimits,
} from './checks/checked.ts';

/** The checks before a dictation is signed, in the order of the list. */
export const SIGNING_CHECKS = [
  'leftOverTag',
  'emptyPlace',
  'editedText',
  'carriedUnseen',
  'procedureDay',
  'oldDay',
  'sideInText',
  'sideOfDiagnosis',
  'sideOfLine',
  'oneSided50',
  'bilateralCode',
  'modifier50WithSide',
  'bothSides',
  'unknownModifier',
  'levels',
  'levelCodes',
  'duplicateLine',
  'addOnCode',
  'exclusiveCodes',
  'includedGuidance',
  'visit25',
  'sedation',
  'units',
  'dose',
  'ruleLine',
  'drugOfNote',
  'manyUnits',
  'payerLimit',
  'noDiagnosis',
  'unknownCode',
  'codeDates',
  'codeStatus',
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
  carriedUnseen: 'A value carried from an earlier note that nobody has looked at',
  procedureDay: 'A procedure date in the future or before the patient’s birth',
  oldDay: 'A procedure date more than a year ago',
  sideInText: 'The text names the other side',
  sideOfDiagnosis: 'A diagnosis of the other side',
  sideOfLine: 'LT or RT that is not the side of the note',
  oneSided50: 'Modifier 50 on a one-sided note',
  bilateralCode: 'Modifier 50 on a code that is not paid for both sides',
  modifier50WithSide: 'Modifier 50 together with LT or RT',
  bothSides: 'LT and RT on one line',
  unknownModifier: 'A modifier that does not exist',
  levels: 'Several levels, but “More than one level” is No',
  levelCodes: 'More or fewer levels in the note than billed',
  duplicateLine: 'The same code, modifiers and diagnoses twice',
  addOnCode: 'An add-on code without its primary code',
  exclusiveCodes: 'Two codes of which payers pay only one',
  includedGuidance: 'Imaging guidance that the procedure includes',
  visit25: 'An office visit on the day of a procedure without modifier 25',
  sedation: 'Sedation is billed, but the note says there was none',
  units: 'A line whose units are not known',
  dose: 'A drug without a dose',
  ruleLine: 'A code or units that the entries contradict',
  drugOfNote: 'A billed drug or amount that is not the note’s',
  manyUnits: 'More units than plausible for the code',
  payerLimit: 'A procedure more often than a payer pays for it, or too early',
  noDiagnosis: 'A procedure without a diagnosis',
  unknownCode: 'A code that is not in the catalog or in ICD-10-CM, or is inactive',
  codeDates: 'A code that is not valid on the procedure date',
  codeStatus: 'A code that Medicare does not list or does not pay separately',
  heading: 'A category heading instead of a diagnosis',
  patient: 'A diagnosis that does not fit the patient’s sex or age',
  unprintable: 'A character that the PDF cannot show',
  brokenRule: 'A billing rule that points to a field or option that does not exist',
};

/** What happens when a check finds something: it warns, or it prevents signing. */
export const CHECK_ACTIONS = ['warn', 'block'] as const;
export type CheckAction = (typeof CHECK_ACTIONS)[number];

/** Checks that always prevent signing: what they find is never meant. */
export const FIXED_CHECKS: ReadonlySet<SigningCheck> = new Set<SigningCheck>([
  'leftOverTag',
  'carriedUnseen',
  'procedureDay',
  'units',
]);

/** Checks that prevent signing unless administrators choose otherwise. The others warn. */
const BLOCKING_BY_DEFAULT: ReadonlySet<SigningCheck> = new Set<SigningCheck>([
  'editedText',
  'oneSided50',
  'unknownCode',
  'codeDates',
]);

/** What a check does, given what administrators chose. */
export const actionOf = (check: SigningCheck, chosen: ReadonlyMap<string, CheckAction>): CheckAction => {
  if (FIXED_CHECKS.has(check)) return 'block';
  return chosen.get(check) ?? (BLOCKING_BY_DEFAULT.has(check) ? 'block' : 'warn');
};

/** Something to look at before signing. */
export interface Finding extends FoundProblem {
  readonly check: SigningCheck;
}

/**
 * Returns what to look at before the dictation is signed, in the order of the checks, by default all. A no-show has only its date and
 * diagnoses checked, and for left-over tags.
 */
export function findingsOf(
  dictation: CheckedDictation,
  checks: readonly SigningCheck[] = SIGNING_CHECKS,
): readonly Finding[] {
  const placed = dictation.lines.map((line, lineIndex) => ({
    ...line,
    lineIndex,
    // The fee schedule of the day wins over the catalog.
    bilateralIndicator: officialLine(dictation, line)?.feeSchedule?.bilateral ?? line.bilateralIndicator,
  }));
  const checked = { ...dictation, lines: billedCodes(placed, dictation.billingOption) };
  return checks.flatMap((check) =>
    isLeftOut(check, dictation.billingOption)
      ? []
      : FINDERS[check](checked).map((found) => ({ check, ...found })),
  );
}

/** Checks that need the patient's other dictations of the day. */
export const DAY_CHECKS: ReadonlySet<SigningCheck> = new Set([
  'addOnCode',
  'exclusiveCodes',
  'includedGuidance',
  'visit25',
  'manyUnits',
  'codeStatus',
]);

/** Checks that need what the loaded files say about codes. */
export const FILE_CHECKS: ReadonlySet<SigningCheck> = new Set([
  'sideOfLine',
  'oneSided50',
  'bilateralCode',
  'addOnCode',
  'exclusiveCodes',
  'includedGuidance',
  'visit25',
  'manyUnits',
  'unknownCode',
  'codeDates',
  'codeStatus',
  'heading',
]);

/** Checks of the text alone. A no-show prints none. */
export const TEXT_CHECKS: ReadonlySet<SigningCheck> = new Set([
  'emptyPlace',
  'editedText',
  'carriedUnseen',
  'sideInText',
  'levels',
]);

const isLeftOut = (check: SigningCheck, option: BillingOption): boolean =>
  isNoShow(option) && TEXT_CHECKS.has(check);

const FINDERS: Readonly<Record<SigningCheck, Find>> = {
  leftOverTag: leftOverTags,
  emptyPlace: texts.emptyPlace,
  editedText: texts.editedText,
  carriedUnseen: texts.carriedUnseen,
  procedureDay: patient.procedureDay,
  oldDay: patient.oldDay,
  sideInText: sides.sideInText,
  sideOfDiagnosis: sides.sideOfDiagnoses,
  sideOfLine: sides.sideOfLine,
  oneSided50: sides.oneSided50,
  bilateralCode: sides.bilateralCode,
  modifier50WithSide: sides.modifier50WithSide,
  bothSides: sides.bothSides,
  unknownModifier: catalog.unknownModifier,
  levels: codes.levelAnswer,
  levelCodes: codes.levelCodes,
  duplicateLine: codes.duplicateLine,
  addOnCode: codes.addOnCode,
  exclusiveCodes: pairs.exclusiveCodes,
  includedGuidance: pairs.includedGuidance,
  visit25: pairs.visit25,
  sedation: codes.sedation,
  units: units.unknownUnits,
  dose: units.drugDose,
  ruleLine: units.ruleLine,
  drugOfNote: units.drugOfNote,
  manyUnits,
  payerLimit,
  noDiagnosis: patient.noDiagnosis,
  unknownCode: catalog.unknownCode,
  codeDates: catalog.codeDates,
  codeStatus: catalog.codeStatus,
  heading: catalog.heading,
  patient: patient.patientDiagnoses,
  unprintable: texts.unprintable,
  brokenRule: catalog.brokenRule,
};
