/** Coverage that other systems know besides the first insurance and its policy number, with the labels of its values. */
export const COVERAGE_LABELS = {
  groupNumber: 'Group number',
  subscriberName: 'Subscriber',
  subscriberDateOfBirth: 'Subscriber’s date of birth',
  subscriberRelation: 'Relation to subscriber',
  secondaryInsuranceProvider: 'Secondary insurance provider',
  secondaryInsurancePolicyNumber: 'Secondary insurance policy number',
} as const;
export const COVERAGE_FIELDS = [
  'groupNumber',
  'subscriberName',
  'subscriberDateOfBirth',
  'subscriberRelation',
  'secondaryInsuranceProvider',
  'secondaryInsurancePolicyNumber',
] as const;
export type CoverageField = (typeof COVERAGE_FIELDS)[number];

/** Values as in the file; a date is YYYY-MM-DD if it can be read. */
export type FormerCoverage = { readonly [F in CoverageField]?: string | undefined };
