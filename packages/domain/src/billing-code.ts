/** The types of billing codes. HCPCS codes count as procedure codes (CPT). */
export const CODE_TYPES = ['CPT', 'ICD10'] as const;
export type CodeType = (typeof CODE_TYPES)[number];

/** Display labels of the code types. */
export const CODE_TYPE_LABELS: Readonly<Record<CodeType, string>> = { CPT: 'CPT', ICD10: 'ICD-10' };

/** Maximum number of codes per type: enforced for rules, a warning for dictations. */
export const MAX_CODES: Readonly<Record<CodeType, number>> = { CPT: 6, ICD10: 12 };

/** The first display order number of each type. */
export const FIRST_DISPLAY_ORDER: Readonly<Record<CodeType, number>> = { CPT: 0, ICD10: 100 };

// A letter, a digit, a digit or letter, then optionally a dot and up to four more: M54.16, M1A.00X0, S32.010A.
const ICD10_CM = /^[A-Z][0-9][0-9A-Z](?:\.[0-9A-Z]{1,4})?$/;
// Category I codes, and Category II and III codes, which end with a letter.
const CPT = /^[0-9]{4}[0-9A-Z]$/;
const HCPCS = /^[A-V][0-9]{4}$/;

/** Normalizes a code: uppercase, no spaces. */
export const normalizeCode = (code: string): string => code.replaceAll(/\s+/gu, '').toUpperCase();

// A diagnosis without its dot, as in published code files: M5416.
const WITHOUT_DOT = /^([A-Z][0-9][0-9A-Z])([0-9A-Z]{1,4})$/;
// Custom codes of the practice are allowed if they are a single word.
const ONE_WORD = /^[A-Z0-9][A-Z0-9.-]*$/;

export const MAX_CODE_LENGTH = 20;
/** Maximum length of a code's description. */
export const MAX_CODE_DESCRIPTION_LENGTH = 500;
/** Maximum length of a code's category. */
export const MAX_CODE_CATEGORY_LENGTH = 100;

/** A code in the form stored in the catalog: normalized, and a diagnosis with its dot (M5416 becomes M54.16). */
export function catalogCode(type: CodeType, code: string): string {
  const normal = normalizeCode(code).replace(/(?<!\.)\.+$/, '');
  return type === 'ICD10' ? normal.replace(WITHOUT_DOT, '$1.$2') : normal;
}

/** Whether a code has letters, digits, dots and hyphens only. */
export const isCatalogCode = (code: string): boolean => ONE_WORD.test(normalizeCode(code));

/**
 * Why the catalog cannot have a code, or null. Custom codes of the practice are allowed, but not codes that a spreadsheet or a
 * modifier changed: they would never match a claim.
 */
export function codeProblem(type: CodeType, code: string): string | null {
  const normal = normalizeCode(code);
  if (!isCatalogCode(normal)) return 'Code can have letters, digits, dots and hyphens only';
  const [, plain] = /^([A-Z]?\d{3,4}[0-9A-Z](?:\.[0-9A-Z]{1,4})?)-/u.exec(normal) ?? [];
  if (plain !== undefined) return `Enter ${plain} without a modifier. Modifiers belong to the billing line.`;
  if (type === 'ICD10') return /^\d/u.test(normal) ? 'ICD-10-CM codes start with a letter' : null;
  const [, digits] = /^(\d+)\.\d*$/u.exec(normal) ?? [];
  if (digits !== undefined)
    return `A spreadsheet has changed this code to a number. Enter ${digits.padStart(5, '0')}.`;
  if (!/^\d+$/u.test(normal) || normal.length === 5) return null;
  return normal.length > 5 || normal.length < 3
    ? 'CPT codes have 5 digits'
    : `CPT codes have 5 digits. If a spreadsheet has removed leading zeros, enter ${normal.padStart(5, '0')}.`;
}

/** A warning if a code does not look like its type, or null. Such codes are allowed because a practice may have custom codes. */
export function codeFormatWarning(type: CodeType, code: string): string | null {
  if (type === 'ICD10')
    return isIcd10(catalogCode(type, code)) ? null : 'This does not look like an ICD-10-CM code';
  return isProcedureCode(code) ? null : 'This does not look like a CPT or HCPCS code';
}

/** Whether a code has the format of an ICD-10-CM code. */
export const isIcd10 = (code: string): boolean => ICD10_CM.test(normalizeCode(code));

/** Whether a code has the format of a CPT or HCPCS code. */
export function isProcedureCode(code: string): boolean {
  const normal = normalizeCode(code);
  return CPT.test(normal) || HCPCS.test(normal);
}

/**
 * Guesses the type of a code that is not in the catalog: CPT and HCPCS formats are procedures, other codes that start with a
 * letter are diagnoses, and everything else is a procedure. A stored type always takes precedence.
 */
export function guessCodeType(code: string): CodeType {
  if (isProcedureCode(code)) return 'CPT';
  return /^[A-Z]/.test(normalizeCode(code)) ? 'ICD10' : 'CPT';
}

/** Descriptions of a few common codes, used when the catalog does not have them. */
const FALLBACK_DESCRIPTIONS: Readonly<Record<CodeType, Readonly<Record<string, string>>>> = {
  CPT: {
    '62322': 'Lumbar or sacral interlaminar epidural injection without imaging',
    '62323': 'Lumbar or sacral interlaminar epidural injection with imaging',
    '64483': 'Lumbar or sacral transforaminal epidural injection, first level',
    '64484': 'Lumbar or sacral transforaminal epidural injection, each additional level',
  },
  ICD10: {
    'M51.16': 'Intervertebral disc disorders with radiculopathy, lumbar region',
    'M54.16': 'Radiculopathy, lumbar region',
    'M54.41': 'Lumbago with sciatica, right side',
    'M54.42': 'Lumbago with sciatica, left side',
  },
};

/** The description of a common code that is missing from the catalog; undefined for other codes. */
export const fallbackDescription = (type: CodeType, code: string): string | undefined =>
  FALLBACK_DESCRIPTIONS[type][catalogCode(type, code)];
