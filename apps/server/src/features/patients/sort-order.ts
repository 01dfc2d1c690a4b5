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
  // The youngest were born last.
  age: { column: 'date_of_birth', reversed: true },
  phone: { column: 'phone', reversed: false },
  email: { column: 'email_key', reversed: false },
  insurance: { column: 'insurance_key', reversed: false },
  // Active comes before Inactive.
  status: { column: 'is_active', reversed: true },
};

/** Columns that may hold nothing. Each has an index for either direction, because nothing comes last in both. */
const NULLABLE: ReadonlySet<SortColumn> = new Set(['phone', 'email_key', 'insurance_key']);

/** A direction of a sort order. */
export interface SortOrder {
  readonly column: SortColumn;
  readonly descending: boolean;
  /** Patients without a value come first, as in an order that is read from its end. */
  readonly blanksFirst: boolean;
}

/** The order people see: patients without a value come last in both directions. */
export function sortOrder(key: PatientSortKey, direction: 'asc' | 'desc'): SortOrder {
  const { column, reversed } = ORDERS[key];
  return { column, descending: (direction === 'desc') !== reversed, blanksFirst: false };
}

/** The same order from its end. */
export const opposite = (order: SortOrder): SortOrder => ({
  ...order,
  descending: !order.descending,
  blanksFirst: !order.blanksFirst,
});

/**
 * What follows ORDER BY, where the sort column may go by another name: ties end with the id; medical record numbers
 * have none.
 */
export function orderBy(
  { column, descending, blanksFirst }: SortOrder,
  { as = column }: { as?: string } = {},
): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`;
  if (column === 'medical_record_number') return sql`${sql.ref(as)} ${direction}`;
  const blanks = NULLABLE.has(column) ? (blanksFirst ? sql`nulls first` : sql`nulls last`) : sql``;
  return sql`${sql.ref(as)} ${direction} ${blanks}, id ${direction}`;
}
