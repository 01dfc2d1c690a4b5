import type { PatientSortKey } from '@portal/contract/patients';
import type { SortColumn } from '#db/list-page.ts';

/** Column of each sort key. `reversed`: ascending for users is descending in the column. */
const COLUMNS: Readonly<Record<PatientSortKey, { column: string; reversed?: true; nullable?: true }>> = {
  mrn: { column: 'medical_record_number' },
  name: { column: 'name_key' },
  // The youngest patients have the latest date of birth.
  age: { column: 'date_of_birth', reversed: true },
  phone: { column: 'phone', nullable: true },
  email: { column: 'email_key', nullable: true },
  insurance: { column: 'insurance_key', nullable: true },
  // Active comes before Inactive.
  status: { column: 'is_active', reversed: true },
};

/** The sort order of a key. Each has an index; ties are broken by ID, except for medical record numbers, which are unique. */
export function sortOrder(
  key: PatientSortKey,
  direction: 'asc' | 'desc',
): readonly [SortColumn, ...SortColumn[]] {
  const { column, reversed = false, nullable = false } = COLUMNS[key];
  const descending = (direction === 'desc') !== reversed;
  const first = { column, descending, nullable };
  return key === 'mrn' ? [first] : [first, { column: 'id', descending }];
}
