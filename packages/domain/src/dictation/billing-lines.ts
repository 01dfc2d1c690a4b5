import {
  catalogCode,
  fallbackDescription,
  guessCodeType,
  normalizeCode,
  type CodeType,
} from '../billing-code.ts';
import { splitModifiers } from '../template/billing.ts';

/** A code as entered, with comma-separated modifiers. */
export interface EnteredCode {
  readonly code: string;
  readonly modifiers: string;
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
  readonly billingCodeId: string | null;
}

/** All spellings under which the catalog may have these codes: diagnoses also match without the dot. */
export const catalogSpellings = (codes: readonly EnteredCode[]): string[] => [
  ...new Set(codes.flatMap(({ code }) => [normalizeCode(code), catalogCode('ICD10', code)])),
];

/**
 * Resolves entered codes to billing lines. Type and description come from the catalog; for unknown codes the type is guessed.
 * Duplicate codes become one line with the modifiers of both. `inactive` has the codes that the catalog no longer offers.
 */
export function resolveBillingLines(
  entered: readonly EnteredCode[],
  catalog: readonly CatalogCode[],
): { readonly lines: readonly BillingLine[]; readonly inactive: readonly string[] } {
  const inactive = new Set<string>();
  const lines = new Map<string, BillingLine>();
  for (const { code: text, modifiers } of entered) {
    const entry = findEntry(catalog, text);
    const codeType = entry?.codeType ?? guessCodeType(text);
    const code = entry?.code ?? catalogCode(codeType, text);
    if (entry?.isActive === false) inactive.add(code);
    const before = lines.get(code)?.modifiers ?? '';
    lines.set(code, {
      code,
      codeType,
      description: entry?.description ?? fallbackDescription(codeType, code) ?? '',
      modifiers: [...new Set(splitModifiers(`${before},${modifiers.toUpperCase()}`))].join(','),
      billingCodeId: entry?.id ?? null,
    });
  }
  return { lines: [...lines.values()], inactive: [...inactive] };
}

/** Prefers the type that a code looks like. */
function findEntry(catalog: readonly CatalogCode[], text: string): CatalogCode | undefined {
  const exact = catalog.filter(({ code }) => code === normalizeCode(text));
  return (
    exact.find(({ codeType }) => codeType === guessCodeType(text)) ??
    exact[0] ??
    catalog.find(({ code, codeType }) => codeType === 'ICD10' && code === catalogCode('ICD10', text))
  );
}
