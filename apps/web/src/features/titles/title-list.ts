import { TITLE_PAGE_SIZE, TITLE_PAGE_SIZES } from '@portal/contract/titles';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import type { ListOptions } from '#ui/list-url.ts';

/** List options: default page size and allowed URL parameters. */
export const TITLE_LIST: ListOptions<never, typeof INACTIVE_FILTER> = {
  sortKeys: [],
  filters: INACTIVE_FILTER,
  pageSizes: TITLE_PAGE_SIZES,
  defaultPageSize: TITLE_PAGE_SIZE,
};
