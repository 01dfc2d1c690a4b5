import { clampPage } from '@portal/domain/list';
import type { SortDirection } from './list-url.ts';

/** A sort value of a column. Null and undefined are empty and always come last. */
export type SortValue = string | number | boolean | null | undefined;

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Compares two present values: numbers by size, false before true, texts in natural order ("Suite 9" before "Suite 10"). */
export function compareValues(a: string | number | boolean, b: string | number | boolean): number {
  if (typeof a === 'string' || typeof b === 'string') return collator.compare(String(a), String(b));
  return Number(a) - Number(b);
}

const isEmpty = (value: SortValue): value is null | undefined | '' =>
  value === null || value === undefined || value === '';

/** A sorted copy; equal rows keep their order in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => SortValue,
  direction: SortDirection,
): Row[] {
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((left, right) => {
    const [a, b] = [value(left), value(right)];
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    return sign * compareValues(a, b);
  });
}

/** The rows whose texts contain every word of the search, in any order, ignoring case. */
export function searchRows<Row>(
  rows: readonly Row[],
  search: string,
  texts: (row: Row) => readonly (string | null | undefined)[],
): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const haystack = texts(row).filter(Boolean).join('\n').toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

/** A page of a list that is filtered, sorted and paged in the browser, for `DataTable`. */
export interface BrowserPage<Row> {
  readonly rows: readonly Row[];
  /** The sorted rows of all pages, for printing. */
  readonly allRows: readonly Row[];
  readonly totalCount: number;
  /** The requested page, or the last one that has rows. */
  readonly page: number;
}

/** Searches and sorts rows, and returns one page. Without a sort key, rows keep their order. */
export function browserPage<Row, K extends string>(input: {
  readonly rows: readonly Row[];
  readonly search: string;
  readonly searchTexts: (row: Row) => readonly (string | null | undefined)[];
  readonly sortValues: Readonly<Record<K, (row: Row) => SortValue>>;
  readonly state: {
    readonly page: number;
    readonly pageSize: number;
    readonly orderBy: K | undefined;
    readonly sortDirection: SortDirection;
  };
}): BrowserPage<Row> {
  const { orderBy, sortDirection, page, pageSize } = input.state;
  const found = searchRows(input.rows, input.search, input.searchTexts);
  const sorted = orderBy === undefined ? found : sortRows(found, input.sortValues[orderBy], sortDirection);
  const place = clampPage({ page, pageSize, totalCount: sorted.length });
  return {
    rows: sorted.slice(place.offset, place.offset + place.pageSize),
    allRows: sorted,
    totalCount: sorted.length,
    page: place.page,
  };
}
