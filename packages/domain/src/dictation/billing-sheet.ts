import { CODE_TYPES, MAX_CODES, type CodeType } from '../billing-code.ts';
import { BILLING_OPTIONS, type BillingOption } from '../template/billing-option.ts';
import { billedCodes, splitModifiers, tooManyCodes } from '../template/billing.ts';
import { isMissingSide, ONE_SIDED_WARNING } from '../template/modifiers.ts';
import { diagnosesOf, diagnosisLetter, pointerLetters, unitsText } from './line-details.ts';

/** Display labels of the billing options. */
export const BILLING_OPTION_LABELS: Readonly<Record<BillingOption, string>> = {
  standard: 'Standard',
  reduced: 'Reduced service (modifier 52)',
  'noshow-patient': 'No-show by the patient – charge the no-show fee',
  'noshow-provider': 'Cancelled by the provider – do not charge',
};

/** A code to print; `modifiers` is comma-separated, "" for none. */
export interface PrintedCode {
  readonly code: string;
  readonly codeType: CodeType;
  readonly description: string;
  readonly modifiers: string;
  /** Null while they are not known. */
  readonly units: number | null;
  readonly diagnosisPointers: readonly string[];
}

export interface SheetLine {
  readonly code: string;
  readonly description: string;
  /** "50, LT"; "" for none. */
  readonly modifiers: string;
  /** Always 1 for a diagnosis; null while they are not known. */
  readonly units: number | null;
  /** For a procedure the letters of its diagnoses, "A, C"; for a diagnosis its own letter. */
  readonly letters: string;
}

/** The billing sheet: all billing options with the chosen one marked, procedures (none for a no-show) and diagnoses in order. */
export interface BillingSheet {
  readonly title: string;
  readonly options: readonly { readonly label: string; readonly isChosen: boolean }[];
  readonly codes: readonly {
    readonly codeType: CodeType;
    readonly title: string;
    readonly lines: readonly SheetLine[];
    /** Shown when there are no lines. */
    readonly empty: string;
  }[];
  /** Warnings for modifier 50 on a one-sided entry and for more codes of a type than payers accept. */
  readonly warnings: readonly string[];
}

const TITLES: Readonly<Record<CodeType, string>> = {
  CPT: 'Procedure codes (CPT)',
  ICD10: 'Diagnosis codes (ICD-10)',
};
const EMPTY: Readonly<Record<CodeType, string>> = {
  CPT: 'No procedure codes',
  ICD10: 'No diagnosis codes',
};

export interface SheetColumn {
  readonly title: string;
  readonly text: (line: SheetLine) => string;
}

/** The columns of the billing sheet. Procedures have modifiers, units and diagnoses; diagnoses have their letter. */
export const SHEET_COLUMNS: Readonly<Record<CodeType, readonly SheetColumn[]>> = {
  CPT: [
    { title: 'Code', text: ({ code }) => code },
    { title: 'Modifiers', text: ({ modifiers }) => modifiers },
    { title: 'Units', text: ({ units }) => unitsText(units) },
    { title: 'Diagnoses', text: ({ letters }) => letters },
    { title: 'Description', text: ({ description }) => description },
  ],
  ICD10: [
    { title: '', text: ({ letters }) => letters },
    { title: 'Code', text: ({ code }) => code },
    { title: 'Description', text: ({ description }) => description },
  ],
};

/** A line in one text: "64483-50-LT × 2 (A, B)", or "A. M54.16" for a diagnosis. */
export function sheetLineText(codeType: CodeType, { code, modifiers, units, letters }: SheetLine): string {
  if (codeType === 'ICD10') return letters === '' ? code : `${letters}. ${code}`;
  return [
    modifiers === '' ? code : `${code}-${modifiers.replaceAll(', ', '-')}`,
    ...(units === 1 ? [] : [`× ${unitsText(units)}`]),
    ...(letters === '' ? [] : [`(${letters})`]),
  ].join(' ');
}

export function buildBillingSheet({
  billingCodes,
  billingOption,
  isOneSidedEntry,
}: {
  readonly billingCodes: readonly PrintedCode[];
  readonly billingOption: BillingOption;
  readonly isOneSidedEntry: boolean;
}): BillingSheet {
  const billed = billedCodes(billingCodes, billingOption);
  const diagnoses = diagnosesOf(billed);
  const linesOf = (type: CodeType) => billed.filter(({ codeType }) => codeType === type);
  return {
    title: 'Billing Sheet',
    options: BILLING_OPTIONS.map((option) => ({
      label: BILLING_OPTION_LABELS[option],
      isChosen: option === billingOption,
    })),
    codes: CODE_TYPES.map((codeType) => ({
      codeType,
      title: TITLES[codeType],
      empty: EMPTY[codeType],
      lines: linesOf(codeType).map(({ code, description, modifiers, units, diagnosisPointers }) => ({
        code,
        description,
        modifiers: splitModifiers(modifiers).join(', '),
        units,
        letters:
          codeType === 'ICD10'
            ? diagnosisLetter(code, diagnoses)
            : pointerLetters(diagnosisPointers, diagnoses),
      })),
    })),
    warnings: [
      ...(isOneSidedEntry && linesOf('CPT').some(({ modifiers }) => isMissingSide(splitModifiers(modifiers)))
        ? [ONE_SIDED_WARNING]
        : []),
      ...CODE_TYPES.filter((type) => linesOf(type).length > MAX_CODES[type]).map(tooManyCodes),
    ],
  };
}
