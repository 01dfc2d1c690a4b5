import { PERMISSION_PAGE_SIZE, PERMISSION_PAGE_SIZES } from '@portal/contract/permissions';
import { useState } from 'react';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import type { TableState } from '#ui/use-list-state.ts';

/** Paging options of the lists of permission administration. */
export const PERMISSION_PAGING = {
  sortKeys: [],
  pageSizes: PERMISSION_PAGE_SIZES,
  defaultPageSize: PERMISSION_PAGE_SIZE,
} as const;

/** Options of the user list. */
export const USERS_LIST = { ...PERMISSION_PAGING, filters: INACTIVE_FILTER } as const;

export interface DialogList extends TableState<never> {
  readonly options: typeof PERMISSION_PAGING;
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly showsInactive: boolean;
  readonly setShowsInactive: (shows: boolean) => void;
}

/** The state of a list in a dialog or part of a page, which is not stored in the URL. */
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
    options: PERMISSION_PAGING,
  };
}
