import { USER_SORT_KEYS } from '@portal/contract/users';
import type { UserSortKey } from '@portal/contract/users';
import type { ListOptions } from '#ui/list-url.ts';

const FILTERS = { showInactive: ['true'] } as const;

/** Where the list starts and what its URL may hold (spec 1 §2.6, decisions 38). */
export const USER_LIST: ListOptions<UserSortKey, typeof FILTERS> = {
  sortKeys: USER_SORT_KEYS,
  defaultSort: { orderBy: 'username', sortDirection: 'asc' },
  filters: FILTERS,
};
