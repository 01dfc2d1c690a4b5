import { TITLE_PAGE_SIZE, TITLE_PAGE_SIZES } from '@portal/contract/titles';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import type { ListOptions } from '#ui/list-url.ts';

/** Where the list starts and what its address may hold. */
export const TITLE_LIST: ListOptions<never, typeof INACTIVE_FILTER> = {
  sortKeys: [],
  filters: INACTIVE_FILTER,
  pageSizes: TITLE_PAGE_SIZES,
  defaultPageSize: TITLE_PAGE_SIZE,
};
