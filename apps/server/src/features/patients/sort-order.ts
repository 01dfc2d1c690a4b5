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

/**
 * Column of each sort key, which has an index together with the ID. `reversed`: ascending for users is descending in the column.
 */
const ORDERS: Readonly<Record<PatientSortKey, { column: SortColumn; reversed: boolean }>> = {
  mrn: { column: 'medical_record_number', reversed: false },
  name: { column: 'name_key', reversed: false },
  // The youngest patients have the latest date of birth.
  age: { column: 'date_of_birth', reversed: true },
  phone: { column: 'phone', reversed: false },
  email: { column: 'email_key', reversed: false },
  insurance: { column: 'insurance_key', reversed: false },
  // Active comes before Inactive.
  status: { column: 'is_active', reversed: true },
};

/** Nullable columns. Each has an index for both directions, because blanks come last in both. */
const NULLABLE: ReadonlySet<SortColumn> = new Set(['phone', 'email_key', 'insurance_key']);

/** A sort column with its direction. */
export interface SortOrder {
  readonly column: SortColumn;
  readonly descending: boolean;
  /** Patients without a value come first; used to read a list from its end. */
  readonly blanksFirst: boolean;
}

/** The order shown to users: patients without a value come last in both directions. */
export function sortOrder(key: PatientSortKey, direction: 'asc' | 'desc'): SortOrder {
  const { column, reversed } = ORDERS[key];
  return { column, descending: (direction === 'desc') !== reversed, blanksFirst: false };
}

/** The same order, reversed. */
export const opposite = (order: SortOrder): SortOrder => ({
  ...order,
  descending: !order.descending,
  blanksFirst: !order.blanksFirst,
});

/**
 * The expression after ORDER BY; `as` is an alias of the sort column. Ties are broken by ID, except for medical record numbers,
 * which are unique.
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
