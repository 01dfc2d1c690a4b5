/** The two kinds of billing codes; HCPCS codes count as procedure codes. */
export const CODE_TYPES = ['CPT', 'ICD10'] as const;
export type CodeType = (typeof CODE_TYPES)[number];

/** As people read it. */
export const CODE_TYPE_LABELS: Readonly<Record<CodeType, string>> = { CPT: 'CPT', ICD10: 'ICD-10' };

/** A rule, and with a warning a dictation, has at most so many codes of a type. */
export const MAX_CODES: Readonly<Record<CodeType, number>> = { CPT: 6, ICD10: 12 };

/** Where the display order of a type's codes starts. */
export const FIRST_DISPLAY_ORDER: Readonly<Record<CodeType, number>> = { CPT: 0, ICD10: 100 };

// A letter, a digit, a digit or letter, and up to four more behind a dot: M54.16, M1A.00X0, S32.010A.
const ICD10_CM = /^[A-Z][0-9][0-9A-Z](?:\.[0-9A-Z]{1,4})?$/;
// Category I and the Category II and III codes, which end with a letter.
const CPT = /^[0-9]{4}[0-9A-Z]$/;
const HCPCS = /^[A-V][0-9]{4}$/;

/** A code as it is stored: upper case without spaces. */
export const normalizeCode = (code: string): string => code.replaceAll(/\s+/gu, '').toUpperCase();

// A diagnosis as files of codes write it: M5416.
const WITHOUT_DOT = /^([A-Z][0-9][0-9A-Z])([0-9A-Z]{1,4})$/;
// Codes of a practice's own are fine as long as they are one word.
const ONE_WORD = /^[A-Z0-9][A-Z0-9.-]*$/;

/** The longest code. */
export const MAX_CODE_LENGTH = 20;
export const MAX_CODE_DESCRIPTION_LENGTH = 500;
export const MAX_CODE_CATEGORY_LENGTH = 100;

/** A code as the catalogue stores it: normalised, a diagnosis with its dot (M5416 is M54.16). */
export function catalogueCode(type: CodeType, code: string): string {
  const normal = normalizeCode(code).replace(/\.+$/, '');
  return type === 'ICD10' ? normal.replace(WITHOUT_DOT, '$1.$2') : normal;
}

/** Whether the catalogue can hold it: letters, digits, dots and hyphens. */
export const isCatalogueCode = (code: string): boolean => ONE_WORD.test(normalizeCode(code));

/** Why a code may be a slip of the pen, for people to look at: codes of a practice's own are allowed. Null when it looks right. */
export function codeDoubt(type: CodeType, code: string): string | null {
  if (type === 'ICD10')
    return isIcd10(catalogueCode(type, code)) ? null : 'This does not look like an ICD-10-CM code';
  return isProcedureCode(code) ? null : 'This does not look like a CPT or HCPCS code';
}

/** Whether it looks like an ICD-10-CM code. */
export const isIcd10 = (code: string): boolean => ICD10_CM.test(normalizeCode(code));

/** Whether it looks like a CPT or HCPCS code. */
export function isProcedureCode(code: string): boolean {
  const normal = normalizeCode(code);
  return CPT.test(normal) || HCPCS.test(normal);
}

/**
 * The type of a code that is not in the catalogue: five digits and HCPCS letters are procedures, another
 * leading letter is a diagnosis, anything else a procedure. A stored type always wins over it.
 */
export function guessCodeType(code: string): CodeType {
  if (isProcedureCode(code)) return 'CPT';
  return /^[A-Z]/.test(normalizeCode(code)) ? 'ICD10' : 'CPT';
}

/** Short words for a few codes of every day where the catalogue does not hold them. */
const FALLBACK_DESCRIPTIONS: Readonly<Record<CodeType, Readonly<Record<string, string>>>> = {
  CPT: {
    '62322': 'Lumbar or sacral interlaminar epidural injection without imaging',
    '62323': 'Lumbar or sacral interlaminar epidural injection with imaging',
    '64483': 'Lumbar or sacral transforaminal epidural injection, first level',
    '64484': 'Lumbar or sacral transforaminal epidural injection, each further level',
  },
  ICD10: {
    'M51.16': 'Intervertebral disc disorders with radiculopathy, lumbar region',
    'M54.16': 'Radiculopathy, lumbar region',
    'M54.41': 'Lumbago with sciatica, right side',
    'M54.42': 'Lumbago with sciatica, left side',
  },
};

/** What a code that is not in the catalogue says, if it is one of a few; undefined for others. */
export const fallbackDescription = (type: CodeType, code: string): string | undefined =>
  FALLBACK_DESCRIPTIONS[type][catalogueCode(type, code)];
