import {
  catalogCode,
  fallbackDescription,
  guessCodeType,
  normalizeCode,
  type CodeType,
} from '../billing-code.ts';
import { splitModifiers } from '../template/billing.ts';
import { defaultPointers, diagnosesOf } from './line-details.ts';

/** A code as entered, with comma-separated modifiers. Absent units mean 1, null that they are not known; absent pointers the default. */
export interface EnteredCode {
  readonly code: string;
  readonly modifiers: string;
  readonly units?: number | null | undefined;
  readonly diagnosisPointers?: readonly string[] | undefined;
}

/** An entry of the billing code catalog. */
export interface CatalogCode {
  readonly id: string;
  readonly code: string;
  readonly codeType: CodeType;
  readonly description: string;
  readonly isActive: boolean;
}

/** A line of the billing sheet with the ID of its catalog entry, if it has one. */
export interface BillingLine {
  readonly code: string;
  readonly codeType: CodeType;
  readonly description: string;
  /** Comma-separated; "" for none. */
  readonly modifiers: string;
  /** Null while they are not known; a dictation with such a line cannot be signed. */
  readonly units: number | null;
  /** Diagnoses of the same dictation, by code; null for the default. */
  readonly diagnosisPointers: readonly string[] | null;
  readonly billingCodeId: string | null;
}

/** Entered codes as billing lines. */
export interface ResolvedLines {
  readonly lines: readonly BillingLine[];
  /** Codes that the catalog no longer offers. */
  readonly inactive: readonly string[];
  /** Pointers to codes that are not diagnoses of the dictation. */
  readonly unknownPointers: readonly { readonly code: string; readonly pointer: string }[];
}

/** All spellings under which the catalog may have these codes: diagnoses also match without the dot. */
export const catalogSpellings = (codes: readonly EnteredCode[]): string[] => [
  ...new Set(codes.flatMap(({ code }) => [normalizeCode(code), catalogCode('ICD10', code)])),
];

/**
 * Resolves entered codes to billing lines. Type and description come from the catalog; for unknown codes the type is guessed.
 * Each procedure stays a line, also with a code that another line has. A diagnosis is listed once, without units and pointers.
 */
export function resolveBillingLines(
  entered: readonly EnteredCode[],
  catalog: readonly CatalogCode[],
): ResolvedLines {
  const inactive = new Set<string>();
  const all: BillingLine[] = [];
  for (const { code: text, modifiers, units = 1, diagnosisPointers } of entered) {
    const entry = findEntry(catalog, text);
    const codeType = entry?.codeType ?? guessCodeType(text);
    const code = entry?.code ?? catalogCode(codeType, text);
    if (entry?.isActive === false) inactive.add(code);
    const isDiagnosis = codeType === 'ICD10';
    if (isDiagnosis && diagnosesOf(all).includes(code)) continue;
    all.push({
      code,
      codeType,
      description: entry?.description ?? fallbackDescription(codeType, code) ?? '',
      // "LT 59" and "LT; 59" are two modifiers.
      modifiers: [...new Set(splitModifiers(modifiers.toUpperCase().replaceAll(/[;\s]+/gu, ',')))].join(','),
      units: isDiagnosis ? 1 : units,
      diagnosisPointers:
        isDiagnosis || diagnosisPointers === undefined
          ? null
          : [...new Set(diagnosisPointers.map((pointer) => catalogCode('ICD10', pointer)))],
      billingCodeId: entry?.id ?? null,
    });
  }
  const diagnoses = new Set(diagnosesOf(all));
  return {
    lines: all.map((line) => (isDefault(line, all) ? { ...line, diagnosisPointers: null } : line)),
    inactive: [...inactive],
    unknownPointers: all.flatMap(({ code, diagnosisPointers }) =>
      (diagnosisPointers ?? []).flatMap((pointer) => (diagnoses.has(pointer) ? [] : [{ code, pointer }])),
    ),
  };
}

/** Pointers that equal the default follow the diagnoses of the dictation. */
const isDefault = ({ diagnosisPointers }: BillingLine, lines: readonly BillingLine[]): boolean =>
  diagnosisPointers?.join() === defaultPointers(lines).join();

/** Prefers the type that a code looks like. */
function findEntry(catalog: readonly CatalogCode[], text: string): CatalogCode | undefined {
  const exact = catalog.filter(({ code }) => code === normalizeCode(text));
  return (
    exact.find(({ codeType }) => codeType === guessCodeType(text)) ??
    exact[0] ??
    catalog.find(({ code, codeType }) => codeType === 'ICD10' && code === catalogCode('ICD10', text))
  );
}
