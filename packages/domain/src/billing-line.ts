import { catalogCode, type CodeType } from './billing-code.ts';
import type { BilateralIndicator } from './billing-code-fact.ts';
import { BILATERAL_FACTS } from './billing-code-fees.ts';

/** The claim line types of billing codes. Diagnoses are `other`. */
export const LINE_TYPES = [
  'procedure',
  'imaging',
  'evaluation',
  'drug',
  'supply',
  'sedation',
  'anesthesia',
  'other',
] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** Display labels of the line types. */
export const LINE_TYPE_LABELS: Readonly<Record<LineType, string>> = {
  procedure: 'Procedure',
  imaging: 'Imaging',
  evaluation: 'Evaluation',
  drug: 'Drug',
  supply: 'Supply',
  sedation: 'Sedation',
  anesthesia: 'Anesthesia',
  other: 'Other',
};

export { BILATERAL_INDICATORS, type BilateralIndicator } from './billing-code-fact.ts';

/** Display labels of the bilateral indicators. */
export const BILATERAL_INDICATOR_LABELS: Readonly<Record<BilateralIndicator, string>> = {
  0: '0 – no bilateral adjustment',
  1: '1 – 150% when bilateral',
  2: '2 – already priced as bilateral',
  3: '3 – full payment for each side',
  9: '9 – does not apply',
};

/** The indicator as shown to users. */
export const bilateralText = (indicator: BilateralIndicator | null): string =>
  indicator === null ? 'Unknown' : BILATERAL_INDICATOR_LABELS[indicator];

/** The properties of a line that determine which modifiers payers accept on it. */
export interface LineTraits {
  readonly lineType: LineType;
  /** Null if it is not known. */
  readonly bilateralIndicator: BilateralIndicator | null;
}

/** Modifiers for the side; a line has at most one of them. */
export const LATERALITY_MODIFIERS = ['50', 'LT', 'RT'] as const;

/** Whether a modifier is 50, LT or RT. */
export const isLaterality = (modifier: string): boolean =>
  LATERALITY_MODIFIERS.some((one) => one === modifier);

/** Whether payers accept 50, LT or RT on a line. */
export const acceptsLaterality = ({ lineType, bilateralIndicator }: LineTraits): boolean =>
  (lineType === 'procedure' || lineType === 'imaging') &&
  (bilateralIndicator === 1 || bilateralIndicator === 3);

/** Whether a modifier may be suggested for a line: 50, LT and RT where payers accept them, 52 on procedures, nothing else. */
export const acceptsModifier = (traits: LineTraits, modifier: string): boolean =>
  isLaterality(modifier) ? acceptsLaterality(traits) : modifier === '52' && traits.lineType === 'procedure';

const NOTHING: LineTraits = { lineType: 'other', bilateralIndicator: 9 };

const NUMBER_RANGES: readonly (readonly [first: number, last: number, type: LineType])[] = [
  [100, 1999, 'anesthesia'],
  [10_004, 69_990, 'procedure'],
  [70_010, 79_999, 'imaging'],
  [98_000, 98_016, 'evaluation'],
  [99_100, 99_140, 'anesthesia'],
  [99_151, 99_157, 'sedation'],
  [99_202, 99_499, 'evaluation'],
];
/** Office visits that CMS has codes of its own for. */
const VISIT_CODES: ReadonlySet<string> = new Set(['G2211', 'G2212']);
/** Line types by the first letter of an HCPCS code. Contrast media and biosimilars are Q codes. */
const LETTERS: Readonly<Record<string, LineType>> = {
  A: 'supply',
  B: 'supply',
  C: 'supply',
  E: 'supply',
  J: 'drug',
  K: 'supply',
  L: 'supply',
  Q: 'drug',
  V: 'supply',
};

/**
 * The default line type of a new or imported code, based on its code range, and its bilateral indicator from the fee schedule, null if
 * that does not list the code.
 */
export function defaultLineTraits(codeType: CodeType, code: string): LineTraits {
  if (codeType === 'ICD10') return NOTHING;
  const normal = catalogCode(codeType, code);
  return { lineType: lineTypeOf(normal), bilateralIndicator: BILATERAL_FACTS.get(normal) ?? null };
}

function lineTypeOf(code: string): LineType {
  if (/^\d{5}$/u.test(code)) {
    const number = Number(code);
    return NUMBER_RANGES.find(([first, last]) => first <= number && number <= last)?.[2] ?? 'other';
  }
  // Category III codes are procedures.
  if (/^\d{4}T$/u.test(code) || code === 'G0260') return 'procedure';
  if (VISIT_CODES.has(code)) return 'evaluation';
  // Q4 codes are casts and skin substitutes.
  if (/^Q4\d{3}$/u.test(code)) return 'supply';
  return /^[A-Z]\d{4}$/u.test(code) ? (LETTERS[code.charAt(0)] ?? 'other') : 'other';
}
