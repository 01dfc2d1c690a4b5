import { catalogCode, isIcd10, type CodeType } from './billing-code.ts';
import { defaultUnit, DRUG_FACTS } from './billing-code-drugs.ts';
import { defaultLineTraits, type LineTraits } from './billing-line.ts';
import { isDateOnly } from './date.ts';

/** Everything the catalog knows about billing a code. */
export interface CodeTraits extends LineTraits {
  /** How much one billed unit is, for example 10 (mg); null if units are simply counted. Null together with `unit`. */
  readonly unitSize: number | null;
  readonly unit: string | null;
  /** False for a heading, such as ICD-10-CM M17: payers accept only a code below it. */
  readonly isBillable: boolean;
  /** The first and the last day on which the code is valid, YYYY-MM-DD; null without a limit. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
}
/** Traits to set. Absent ones keep their values. */
export type TraitChange = { readonly [name in keyof CodeTraits]?: CodeTraits[name] | undefined };

/** Maximum length of a unit. */
export const MAX_UNIT_LENGTH = 20;
/** The largest unit size. */
const MAX_UNIT_SIZE = 100_000;
const DECIMALS = 4;

/** Why a number cannot be a unit size, or null. */
export function unitSizeProblem(size: number): string | null {
  if (!(size > 0 && size < Infinity)) return 'Unit size must be a number above 0';
  return size <= MAX_UNIT_SIZE && Number(size.toFixed(DECIMALS)) === size
    ? null
    : `Unit size can be at most ${MAX_UNIT_SIZE.toLocaleString('en-US')}, with up to ${DECIMALS} decimals`;
}

/** "10 mg", or an empty text without a unit size. */
export const unitText = ({ unitSize, unit }: Pick<CodeTraits, 'unitSize' | 'unit'>): string =>
  unitSize === null || unit === null ? '' : `${unitSize} ${unit}`;

/**
 * The default traits of a new code: those of its range, the unit and the dates of its HCPCS entry, and billable unless it is a diagnosis with
 * longer codes. Source: CMS, ICD-10-CM Official Guidelines for Coding and Reporting, section I.B.2: a three-character code is used only
 * if it is not further subdivided.
 */
export function defaultCodeTraits(codeType: CodeType, code: string, hasLongerCodes: boolean): CodeTraits {
  return {
    ...defaultLineTraits(codeType, code),
    ...(codeType === 'CPT' ? defaultUnit(catalogCode(codeType, code)) : { unitSize: null, unit: null }),
    isBillable: !(codeType === 'ICD10' && hasLongerCodes),
    ...(codeType === 'CPT' ? defaultValidity(catalogCode(codeType, code)) : NO_LIMITS),
  };
}

const NO_LIMITS = { validFrom: null, validTo: null };
const defaultValidity = (code: string): Pick<CodeTraits, 'validFrom' | 'validTo'> =>
  DRUG_FACTS.get(code)?.validity ?? NO_LIMITS;

/** Why a text cannot be the first or last day of a code, or null. */
export const validDayProblem = (text: string): string | null =>
  isDateOnly(text) && text >= '1966-01-01' && text <= '2199-12-31' ? null : 'Enter a date from 1966 to 2199';

/** The changed traits, or why a code of this type cannot have them and the trait to correct. */
export function changedTraits(
  codeType: CodeType,
  was: CodeTraits,
  change: TraitChange,
): CodeTraits | { readonly field: keyof CodeTraits; readonly trouble: string } {
  const {
    lineType = was.lineType,
    bilateralIndicator = was.bilateralIndicator,
    unitSize = was.unitSize,
    unit = was.unit,
    isBillable = was.isBillable,
    validFrom = was.validFrom,
    validTo = was.validTo,
  } = change;
  if (codeType === 'ICD10' && lineType !== 'other')
    return { field: 'lineType', trouble: 'Diagnoses have no line type: leave it as Other' };
  if (codeType === 'ICD10' && bilateralIndicator !== 9)
    return { field: 'bilateralIndicator', trouble: 'Diagnoses have no bilateral indicator: leave it as 9' };
  if (codeType === 'ICD10' && (unitSize !== null || unit !== null))
    return { field: 'unitSize', trouble: 'Diagnoses have no unit size: leave it empty' };
  if (unitSize !== null && unit === null)
    return { field: 'unit', trouble: 'Enter the unit of the unit size, for example mg' };
  if (unitSize === null && unit !== null)
    return { field: 'unitSize', trouble: 'Enter a unit size for the unit' };
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    return { field: 'validTo', trouble: 'The last day cannot be before the first day' };
  return { lineType, bilateralIndicator, unitSize, unit, isBillable, validFrom, validTo };
}

/** The shorter ICD-10-CM codes that a code subdivides: M17 and M17.1 for M17.10. None for custom codes and procedures. */
export function shorterCodes(codeType: CodeType, code: string): string[] {
  if (codeType !== 'ICD10' || !isIcd10(code)) return [];
  return Array.from({ length: code.length - 1 }, (_, index) => code.slice(0, index + 1)).filter((shorter) =>
    isIcd10(shorter),
  );
}
