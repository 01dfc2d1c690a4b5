import { DICTATION_SORT_KEYS, type DictationSortKey } from '@portal/contract/dictations';
import { MANAGEMENT_STATUSES } from '@portal/domain/dictation';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import type { ListOptions } from '#ui/list-url.ts';

const FILTERS = {
  templateId: 'id',
  status: MANAGEMENT_STATUSES,
  startDate: 'text',
  endDate: 'text',
  ...INACTIVE_FILTER,
} as const;

/** List state of Dictation Management that is kept in the URL. */
export const MANAGED_LIST = {
  sortKeys: DICTATION_SORT_KEYS,
  defaultSort: { orderBy: 'createdAt', sortDirection: 'desc' },
  filters: FILTERS,
  pageSizes: [10, 25, 50, 100],
  defaultPageSize: 25,
} as const satisfies ListOptions<DictationSortKey, typeof FILTERS>;
