import type { CodeType } from '../billing-code.ts';

/**
 * Maximum number of units on a line: the field has three digits. Source: NUCC 1500 Claim Form Reference Instruction Manual, item 24G.
 */
export const MAX_UNITS = 999;
/** Maximum number of diagnoses a line points to. Source: NUCC 1500 Claim Form Reference Instruction Manual, item 24E. */
export const MAX_POINTERS = 4;

/** Error message for units that are not a whole number from 1 to 999. */
export const UNITS_PROBLEM = `Units must be a whole number from 1 to ${MAX_UNITS}`;

/** Units as shown: "units?" while they are not known. */
export const unitsText = (units: number | null): string => (units === null ? 'units?' : String(units));

interface Coded {
  readonly code: string;
  readonly codeType: CodeType;
}

/** The diagnoses of a dictation, in the order of the billing sheet. */
export const diagnosesOf = (lines: readonly Coded[]): readonly string[] =>
  lines.filter(({ codeType }) => codeType === 'ICD10').map(({ code }) => code);

/** The diagnoses a procedure line points to unless the user chooses others: the first four. */
export const defaultPointers = (lines: readonly Coded[]): readonly string[] =>
  diagnosesOf(lines).slice(0, MAX_POINTERS);

/** The diagnoses a line points to; `chosen` is null for the default. Diagnoses themselves point to none. */
export const pointersOf = (
  { codeType }: Coded,
  chosen: readonly string[] | null,
  lines: readonly Coded[],
): readonly string[] => (codeType === 'ICD10' ? [] : (chosen ?? defaultPointers(lines)));

/**
 * The letter of a diagnosis on the claim form, A for the first of 12; "" for one that is not on the form.
 * Source: NUCC 1500 Claim Form Reference Instruction Manual, item 21.
 */
export function diagnosisLetter(code: string, diagnoses: readonly string[]): string {
  const place = diagnoses.indexOf(code);
  return place === -1 ? '' : ('ABCDEFGHIJKL'[place] ?? '');
}

/** The letters of the diagnoses a line points to: "A, C". */
export const pointerLetters = (pointers: readonly string[], diagnoses: readonly string[]): string =>
  pointers
    .map((code) => diagnosisLetter(code, diagnoses))
    .filter((letter) => letter !== '')
    .join(', ');
