import { id } from '@portal/contract/fields';
import { isDateOnly } from '@portal/domain/date';
import { DEFAULT_PAGE_SIZE, PAGE_SIZE_OPTIONS } from '@portal/domain/list';

export type SortDirection = 'asc' | 'desc';

/** The allowed values of a filter, the id of a record, or any text (a date). `''` always means "not set". */
export type FilterKind = readonly string[] | 'id' | 'text';
export type FilterKinds = Readonly<Record<string, FilterKind>>;
export type FilterValues<F extends FilterKinds> = {
  readonly [N in keyof F]: F[N] extends readonly (infer V extends string)[] ? V | '' : string;
};

/** Options of a list. Use a module-level constant. */
export interface ListOptions<K extends string, F extends FilterKinds> {
  readonly sortKeys: readonly K[];
  readonly defaultSort?: { readonly orderBy: K; readonly sortDirection: SortDirection };
  /** Filters by name; `{}` when there are none. */
  readonly filters: F;
  /**
   * The search is about patients: it is neither in the URL nor in the browser’s history, but in memory (`places.ts`). Back shows it, a
   * reload does not.
   */
  readonly hidesSearch?: boolean;
  /** Default 10, 20, 50. */
  readonly pageSizes?: readonly number[];
  /** Default 20, or the user's preference. */
  readonly defaultPageSize?: number;
}

/** The state of a list in the URL. */
export interface ListPosition<K extends string, F extends FilterKinds> {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly orderBy: K | undefined;
  readonly sortDirection: SortDirection;
  readonly search: string;
  readonly filters: FilterValues<F>;
}

/** Reserved URL parameters, besides `hide` for columns; filters cannot use these names. */
export const RESERVED = ['page', 'pageSize', 'orderBy', 'sortDirection', 'search'] as const;

/** Reads the list state from the URL. Unknown values fall back to defaults. */
export function readListUrl<K extends string, F extends FilterKinds>(
  params: URLSearchParams,
  options: ListOptions<K, F>,
): ListPosition<K, F> {
  const sizes = options.pageSizes ?? PAGE_SIZE_OPTIONS;
  const pageSize = Number(params.get('pageSize') ?? '');
  const orderBy = options.sortKeys.find((key) => key === params.get('orderBy'));
  return {
    page: readPage(params.get('page')),
    pageSize: sizes.includes(pageSize) ? pageSize : defaultSize(options),
    orderBy: orderBy ?? options.defaultSort?.orderBy,
    sortDirection:
      readDirection(params.get('sortDirection')) ?? (orderBy ? 'asc' : defaultDirection(options)),
    search: params.get('search') ?? '',
    filters: readFilters(params, options.filters),
  };
}

/** Writes the list state into a copy of the URL parameters. Omits defaults and keeps other parameters. */
export function writeListUrl<K extends string, F extends FilterKinds>(
  params: URLSearchParams,
  position: ListPosition<K, F>,
  options: ListOptions<K, F>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string, defaultValue: string) =>
    value === defaultValue ? next.delete(name) : next.set(name, value);
  const { orderBy = '', sortDirection } = position;
  const isDefaultSort = orderBy === (options.defaultSort?.orderBy ?? '');
  for (const name of RESERVED) next.delete(name);
  for (const [name, value] of Object.entries<string>(position.filters)) set(name, value, '');
  set('search', position.search, '');
  if (!(isDefaultSort && sortDirection === defaultDirection(options))) {
    set('orderBy', orderBy, '');
    set('sortDirection', sortDirection, 'asc');
  }
  set('pageSize', String(position.pageSize), String(defaultSize(options)));
  set('page', String(position.page), '1');
  return next;
}

const defaultSize = (options: { readonly defaultPageSize?: number }): number =>
  options.defaultPageSize ?? DEFAULT_PAGE_SIZE;

const defaultDirection = (options: { readonly defaultSort?: { readonly sortDirection: SortDirection } }) =>
  options.defaultSort?.sortDirection ?? 'asc';

const readDirection = (text: string | null): SortDirection | undefined =>
  text === 'asc' || text === 'desc' ? text : undefined;

const readPage = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;

const readFilters = <F extends FilterKinds>(params: URLSearchParams, kinds: F): FilterValues<F> =>
  mapKinds(kinds, (name, kind) => {
    const value = params.get(name) ?? '';
    return isValue(kind, value) ? value : '';
  });

/** Whether a value can be one of the filter. Any other would end in an error that Retry cannot repair. */
function isValue(kind: FilterKind, value: string): boolean {
  if (kind === 'text') return true;
  return kind === 'id' ? id.safeParse(value).success : kind.includes(value);
}

// The overload states that the result has exactly the names of the kinds, which Object.fromEntries cannot.
function mapKinds<F extends FilterKinds>(
  kinds: F,
  value: (name: string, kind: FilterKind) => string,
): FilterValues<F>;
function mapKinds(
  kinds: FilterKinds,
  value: (name: string, kind: FilterKind) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, value(name, kind)]));
}

/** The filters that are set, as query parameters. */
export function filterQuery<V extends Readonly<Record<string, string>>>(
  filters: V,
): { readonly [N in keyof V]?: Exclude<V[N], ''> };
export function filterQuery(filters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

/** The error of a date range from the URL, shown at the end date; undefined for a valid one. */
export function rangeProblem({
  startDate,
  endDate,
}: {
  readonly startDate: string;
  readonly endDate: string;
}) {
  if (![startDate, endDate].every((date) => date === '' || isDateOnly(date)))
    return 'Enter a date as MM/DD/YYYY';
  return startDate !== '' && endDate !== '' && endDate < startDate ? 'Before the start date' : undefined;
}
