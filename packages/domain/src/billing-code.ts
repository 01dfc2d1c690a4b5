/** The two kinds of billing codes; HCPCS codes count as procedure codes (decisions 48, 63). */
export const CODE_TYPES = ['CPT', 'ICD10'] as const;
export type CodeType = (typeof CODE_TYPES)[number];

/** As people read it (decisions 48). */
export const CODE_TYPE_LABELS: Readonly<Record<CodeType, string>> = { CPT: 'CPT', ICD10: 'ICD-10' };

/** A rule, and with a warning a dictation, has at most so many codes of a type (spec 2 §5, §9; decisions 64). */
export const MAX_CODES: Readonly<Record<CodeType, number>> = { CPT: 6, ICD10: 12 };

/** Where the display order of a type's codes starts (spec 2 §9). */
export const FIRST_DISPLAY_ORDER: Readonly<Record<CodeType, number>> = { CPT: 0, ICD10: 100 };

// A letter, a digit, a digit or letter, and up to four more behind a dot: M54.16, M1A.00X0, S32.010A.
const ICD10_CM = /^[A-Z][0-9][0-9A-Z](?:\.[0-9A-Z]{1,4})?$/;
// Category I and the Category II and III codes, which end with a letter.
const CPT = /^[0-9]{4}[0-9A-Z]$/;
const HCPCS = /^[A-V][0-9]{4}$/;

/** A code as it is stored: upper case without spaces. */
export const normalizeCode = (code: string): string => code.replaceAll(/\s+/gu, '').toUpperCase();

/** Whether it looks like an ICD-10-CM code. */
export const isIcd10 = (code: string): boolean => ICD10_CM.test(normalizeCode(code));

/** Whether it looks like a CPT or HCPCS code. */
export function isProcedureCode(code: string): boolean {
  const normal = normalizeCode(code);
  return CPT.test(normal) || HCPCS.test(normal);
}

/**
 * The type of a code that is not in the catalogue (spec 2 §5, decisions 63): five digits and HCPCS letters are procedures, another
 * leading letter is a diagnosis, anything else a procedure. A stored type always wins over it.
 */
export function guessCodeType(code: string): CodeType {
  if (isProcedureCode(code)) return 'CPT';
  return /^[A-Z]/.test(normalizeCode(code)) ? 'ICD10' : 'CPT';
}
