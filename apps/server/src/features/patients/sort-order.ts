import type { PatientSortKey } from '@portal/contract/patients';
import { sql, type RawBuilder } from 'kysely';

type SortColumn =
  | 'medical_record_number'
  | 'name_key'
  | 'date_of_birth'
  | 'phone'
  | 'email_key'
  | 'insurance_key'
  | 'is_active';

/** Each sort key's column, which has an index with the id; `reversed`: ascending for people is descending in the column. */
const ORDERS: Readonly<Record<PatientSortKey, { column: SortColumn; reversed: boolean }>> = {
  mrn: { column: 'medical_record_number', reversed: false },
  name: { column: 'name_key', reversed: false },
  // The youngest were born last (decisions 41).
  age: { column: 'date_of_birth', reversed: true },
  phone: { column: 'phone', reversed: false },
  email: { column: 'email_key', reversed: false },
  insurance: { column: 'insurance_key', reversed: false },
  // Active comes before Inactive.
  status: { column: 'is_active', reversed: true },
};

/** A direction of a sort order. Patients without a value come last ascending and first descending. */
export interface SortOrder {
  readonly column: SortColumn;
  readonly descending: boolean;
}

export function sortOrder(key: PatientSortKey, direction: 'asc' | 'desc'): SortOrder {
  const { column, reversed } = ORDERS[key];
  return { column, descending: (direction === 'desc') !== reversed };
}

export const opposite = (order: SortOrder): SortOrder => ({ ...order, descending: !order.descending });

/**
 * What follows ORDER BY, where the sort column may go by another name: ties end with the id (decisions 7); medical record numbers
 * have none.
 */
export function orderBy(
  { column, descending }: SortOrder,
  { as = column }: { as?: string } = {},
): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`;
  if (column === 'medical_record_number') return sql`${sql.ref(as)} ${direction}`;
  return sql`${sql.ref(as)} ${direction}, id ${direction}`;
}
