import { PERMISSION_PAGE_SIZE, PERMISSION_PAGE_SIZES } from '@portal/contract/permissions';
import { useState } from 'react';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import type { TableState } from '#ui/use-list-state.ts';

/** How the lists of this area page. */
export const PERMISSION_PAGING = {
  sortKeys: [],
  pageSizes: PERMISSION_PAGE_SIZES,
  defaultPageSize: PERMISSION_PAGE_SIZE,
} as const;

/** Where the users' list starts and what its URL may hold. */
export const USERS_LIST = { ...PERMISSION_PAGING, filters: INACTIVE_FILTER } as const;

export interface DialogList extends TableState<never> {
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly showsInactive: boolean;
  readonly setShowsInactive: (shows: boolean) => void;
}

/** A list inside a dialog or a part of a page: its place is not worth an address. */
export function useDialogList(): DialogList {
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState<number>(PERMISSION_PAGE_SIZE);
  const [search, setSearch] = useState('');
  const [showsInactive, setShowsInactive] = useState(false);
  const fromStart =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      setPage(1);
      set(value);
    };
  return {
    page,
    pageSize,
    search,
    showsInactive,
    orderBy: undefined,
    sortDirection: 'asc',
    setPage,
    setPageSize: fromStart(setPageSize),
    setSearch: fromStart((text: string) => setSearch(text.trim())),
    setShowsInactive: fromStart(setShowsInactive),
    toggleSort: () => undefined,
  };
}
