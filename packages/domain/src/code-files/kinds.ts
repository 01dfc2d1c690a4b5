/** The official files that the portal reads, by what they say. */
export const CODE_FILE_KINDS = ['hcpcs', 'feeSchedule', 'ptp', 'mue', 'addOn', 'icd10', 'asp'] as const;
export type CodeFileKind = (typeof CODE_FILE_KINDS)[number];

/** Display labels of the kinds. */
export const CODE_FILE_LABELS: Readonly<Record<CodeFileKind, string>> = {
  hcpcs: 'HCPCS Level II',
  feeSchedule: 'Physician fee schedule',
  ptp: 'NCCI pairs of procedures',
  mue: 'NCCI unit limits (MUE)',
  addOn: 'NCCI add-on codes',
  icd10: 'ICD-10-CM',
  asp: 'Drug prices (NDC to HCPCS)',
};

/**
 * Kinds whose rows have their own first and last days, so that the oldest loaded edition also knows earlier days. The others count only
 * for the days of their edition.
 */
export const DATED_KINDS: ReadonlySet<CodeFileKind> = new Set(['hcpcs', 'ptp', 'addOn']);
