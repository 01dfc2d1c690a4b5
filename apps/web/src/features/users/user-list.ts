import { USER_SORT_KEYS, type UserSortKey } from '@portal/contract/users';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import type { ListOptions } from '#ui/list-url.ts';

/** Default sorting and the allowed URL parameters of the list. */
export const USER_LIST: ListOptions<UserSortKey, typeof INACTIVE_FILTER> = {
  sortKeys: USER_SORT_KEYS,
  defaultSort: { orderBy: 'username', sortDirection: 'asc' },
  filters: INACTIVE_FILTER,
};
