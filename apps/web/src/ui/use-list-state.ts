import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { usePreferences } from '#lib/session/use-preferences.ts';
import {
  readListUrl,
  writeListUrl,
  type FilterKinds,
  type FilterValues,
  type ListOptions,
  type ListPosition,
  type SortDirection,
} from './list-url.ts';
import { stayOnPage } from './form/leave-guard.ts';
import { useListPlace, usePlaces } from './places.ts';

/** The part of the list state that a table needs. */
export interface TableState<K extends string> {
  readonly page: number;
  readonly pageSize: number;
  readonly orderBy: K | undefined;
  readonly sortDirection: SortDirection;
  readonly setPage: (page: number) => void;
  /** Returns to the first page. */
  readonly setPageSize: (pageSize: number) => void;
  /** Sorts by the key ascending, or reverses the direction if already sorted by it. Returns to the first page. */
  readonly toggleSort: (key: K) => void;
}

export interface ListState<K extends string, F extends FilterKinds>
  extends ListPosition<K, F>, TableState<K> {
  readonly options: ListOptions<K, F>;
  readonly setSearch: (search: string) => void;
  /** Like `setSearch`, for a search while typing: what follows the first search replaces it in the history. */
  readonly setLiveSearch: (search: string) => void;
  readonly setFilter: <N extends keyof F>(name: N, value: FilterValues<F>[N]) => void;
  /** Clears search and filters; keeps sort and page size. */
  readonly clearFilters: () => void;
  /** Whether a search or filter is set. */
  readonly isFiltered: boolean;
  /** Query parameters for paging and sorting, as the list endpoints expect them. */
  readonly query: {
    readonly page: string;
    readonly pageSize: string;
    readonly orderBy?: K;
    readonly sortDirection?: SortDirection;
  };
}

/**
 * A list's page, sort, search and filters, stored in the URL, so that reload, Back and shared links show the same rows. A search for
 * patients is in memory instead (`hidesSearch`).
 * Each change adds a history entry; defaults are omitted from the URL.
 */
export function useListState<const K extends string, const F extends FilterKinds>(
  options: ListOptions<K, F>,
): ListState<K, F> {
  const [params, setParams] = useSearchParams();
  useListPlace();
  // Two quick changes must not undo each other: the second builds on the first, which may not be rendered yet.
  const { state } = useLocation();
  const places = usePlaces();
  const { hidesSearch = false } = options;
  const hiddenSearch = hidesSearch ? places.searchText(state) : '';
  const latest = useRef({ params, hiddenSearch });
  useEffect(() => {
    latest.current = { params, hiddenSearch };
  }, [params, hiddenSearch]);
  useHiddenSearch(hidesSearch);
  return useMemo(() => {
    const read = (now: typeof latest.current): ListPosition<K, F> => {
      const position = readListUrl(now.params, options);
      return { ...position, search: position.search || now.hiddenSearch };
    };
    const position = read({ params, hiddenSearch });
    const go = (
      change: (now: ListPosition<K, F>) => Partial<ListPosition<K, F>>,
      isRefinement: (now: ListPosition<K, F>) => boolean = () => false,
    ) => {
      const now = read(latest.current);
      const next = { ...now, page: 1, ...change(now) };
      const [inUrl, inMemory] = hidesSearch ? ['', next.search] : [next.search, ''];
      const changed = writeListUrl(latest.current.params, { ...next, search: inUrl }, options);
      latest.current = { params: changed, hiddenSearch: inMemory };
      void stayOnPage(() =>
        setParams(changed, { replace: isRefinement(now), state: places.rememberSearch(inMemory) }),
      );
    };
    const { orderBy, sortDirection, search, filters } = position;
    return {
      ...position,
      options,
      setPage: (page) => go(() => ({ page })),
      setPageSize: (pageSize) => go(() => ({ pageSize })),
      toggleSort: (key) =>
        go((now) => ({
          orderBy: key,
          sortDirection: key === now.orderBy && now.sortDirection === 'asc' ? 'desc' : 'asc',
        })),
      setSearch: (text) => go(() => ({ search: text.trim() })),
      setLiveSearch: (text) =>
        go(
          () => ({ search: text.trim() }),
          (now) => now.search !== '' && text.trim() !== '',
        ),
      setFilter: (name, value) => go((now) => ({ filters: { ...now.filters, [name]: value } })),
      clearFilters: () =>
        go(() => ({ search: '', filters: readListUrl(new URLSearchParams(), options).filters })),
      isFiltered: search !== '' || Object.values<string>(filters).some((value) => value !== ''),
      query: {
        page: String(position.page),
        pageSize: String(position.pageSize),
        ...(orderBy === undefined ? {} : { orderBy, sortDirection }),
      },
    };
  }, [params, hiddenSearch, hidesSearch, places, setParams, options]);
}

/** Like `useListState`, with as many rows per page as the user prefers. */
export function usePreferredListState<const K extends string, const F extends FilterKinds>(
  options: ListOptions<K, F>,
): ListState<K, F> {
  const defaultPageSize = usePreferences().preferences.pageSize;
  return useListState(useMemo(() => ({ ...options, defaultPageSize }), [options, defaultPageSize]));
}

/** Takes the search of an old link out of the URL. */
function useHiddenSearch(isHidden: boolean): void {
  const [params, setParams] = useSearchParams();
  const places = usePlaces();
  const text = isHidden ? (params.get('search') ?? '') : '';
  useEffect(() => {
    if (text === '') return;
    void stayOnPage(() =>
      setParams((now) => [...now].filter(([name]) => name !== 'search'), {
        replace: true,
        state: places.rememberSearch(text),
      }),
    );
  }, [text, setParams, places]);
}
