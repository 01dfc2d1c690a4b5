import { DEFAULT_PAGE_SIZE, PAGE_SIZE_OPTIONS } from '@portal/domain/list';

export type SortDirection = 'asc' | 'desc';

/** The closed set of values a filter takes, or any text (an id, a date). `''` always means "not set". */
export type FilterKind = readonly string[] | 'text';
export type FilterKinds = Readonly<Record<string, FilterKind>>;
export type FilterValues<F extends FilterKinds> = {
  readonly [N in keyof F]: F[N] extends readonly (infer V extends string)[] ? V | '' : string;
};

/** What a list allows and where it starts; give it a module-level constant. */
export interface ListOptions<K extends string, F extends FilterKinds> {
  readonly sortKeys: readonly K[];
  readonly defaultSort?: { readonly orderBy: K; readonly sortDirection: SortDirection };
  /** Filters by name; `{}` when there are none. */
  readonly filters: F;
  /** Default 10, 20, 50. */
  readonly pageSizes?: readonly number[];
  /** Default 20, or the user's preference. */
  readonly defaultPageSize?: number;
}

/** Where a list stands: everything the URL holds. */
export interface ListPosition<K extends string, F extends FilterKinds> {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly orderBy: K | undefined;
  readonly sortDirection: SortDirection;
  readonly search: string;
  readonly filters: FilterValues<F>;
}

/** Parameters of the URL that are the list's own; a filter may not take one of these names. */
const OWN = ['page', 'pageSize', 'orderBy', 'sortDirection', 'search'] as const;

/** Reads the list's place from the URL; whatever the list does not know falls back to its default. */
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

/** Writes the list's place into a copy of the URL's parameters, defaults left out and foreign parameters kept. */
export function writeListUrl<K extends string, F extends FilterKinds>(
  params: URLSearchParams,
  position: ListPosition<K, F>,
  options: ListOptions<K, F>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string, standard: string) =>
    value === standard ? next.delete(name) : next.set(name, value);
  const { orderBy = '', sortDirection } = position;
  const isDefaultSort = orderBy === (options.defaultSort?.orderBy ?? '');
  for (const name of OWN) next.delete(name);
  for (const [name, value] of Object.entries<string>(position.filters)) set(name, value, '');
  set('search', position.search, '');
  if (!(isDefaultSort && sortDirection === defaultDirection(options))) {
    set('orderBy', orderBy, '');
    set('sortDirection', sortDirection, 'asc');
    // Named, because without a key the direction falls back to the default sort's.
    if (isDefaultSort) next.set('sortDirection', sortDirection);
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
    return kind === 'text' || kind.includes(value) ? value : '';
  });

// Object.fromEntries cannot say that the result has exactly the kinds' names; this overload can.
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
