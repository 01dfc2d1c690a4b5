import { DICTATION_SORT_KEYS, type DictationSortKey } from '@portal/contract/dictations';
import { DICTATION_STATUSES } from '@portal/domain/dictation';
import type { FilterValues, ListOptions } from '#ui/list-url.ts';

const FILTERS = {
  templateId: 'id',
  providerId: 'id',
  status: DICTATION_STATUSES,
  startDate: 'text',
  endDate: 'text',
} as const;

/** List state of the dictation search that is kept in the URL. */
export const DICTATION_LIST = {
  sortKeys: DICTATION_SORT_KEYS,
  defaultSort: { orderBy: 'procedureDate', sortDirection: 'desc' },
  filters: FILTERS,
  hidesSearch: true,
} as const satisfies ListOptions<DictationSortKey, typeof FILTERS>;

/** The search and filters as query parameters; unset ones are left out. */
export function dictationFilterQuery(
  search: string,
  { templateId, providerId, status, startDate, endDate }: FilterValues<typeof FILTERS>,
) {
  return {
    ...(search !== '' && { search }),
    ...(templateId !== '' && { templateId }),
    ...(providerId !== '' && { providerId }),
    ...(status !== '' && { status }),
    ...(startDate !== '' && { startDate }),
    ...(endDate !== '' && { endDate }),
  };
}
