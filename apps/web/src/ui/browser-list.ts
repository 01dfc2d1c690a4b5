import { clampPage } from '@portal/domain/list';
import type { SortDirection } from './list-url.ts';

/** What a column sorts by; null and undefined count as empty and always come last. */
export type SortValue = string | number | boolean | null | undefined;

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Order of two present values: numbers by size, false before true, texts as people read them ("Suite 9" before "Suite 10"). */
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

/** The rows in whose texts every word of the search occurs, in any order, whatever the case. */
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

/** What `DataTable` takes for a list whose filtering, sorting and paging happen in the browser. */
export interface BrowserPage<Row> {
  readonly rows: readonly Row[];
  /** Those of every page, in order, as they are printed. */
  readonly allRows: readonly Row[];
  readonly totalCount: number;
  /** The page asked for, or the last one that has rows. */
  readonly page: number;
}

/** Searches, sorts and cuts out one page. Without a key, or one it cannot sort by, the rows keep their order. */
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
