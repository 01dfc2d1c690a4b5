import type { ImportField } from './columns.ts';

/** Fields whose value can be left out. Names, birth date and status are not among them: without them, it may be somebody else. */
export const OPTIONAL_FIELDS: ReadonlySet<string> = new Set<ImportField>([
  'formerMrn',
  'gender',
  'socialSecurityNumber',
  'address',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'phone',
  'email',
  'insuranceProvider',
  'insurancePolicyNumber',
]);
