import type { Office } from '@portal/contract/offices';
import type { SortValue } from '#ui/browser-list.ts';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import type { ListOptions } from '#ui/list-url.ts';

const SORT_KEYS = ['name', 'city', 'state', 'phone', 'userCount', 'ipWhitelistCount'] as const;
export type OfficeSortKey = (typeof SORT_KEYS)[number];

/** Default sorting and the allowed URL parameters of the list. */
export const OFFICE_LIST: ListOptions<OfficeSortKey, typeof INACTIVE_FILTER> = {
  sortKeys: SORT_KEYS,
  defaultSort: { orderBy: 'name', sortDirection: 'asc' },
  filters: INACTIVE_FILTER,
};

/** The searched fields. */
export const officeTexts = ({ name, address, city, state, zipCode, npi }: Office) => [
  name,
  address,
  city,
  state,
  zipCode,
  npi ?? '',
];

/** Sort value of each column. Counts are undefined for users without Admin.ManageOffices. */
export const OFFICE_SORT_VALUES: Readonly<Record<OfficeSortKey, (office: Office) => SortValue>> = {
  name: ({ name }) => name,
  city: ({ city }) => city,
  state: ({ state, zipCode }) => `${state} ${zipCode}`,
  phone: ({ phone }) => phone,
  userCount: ({ userCount }) => userCount,
  ipWhitelistCount: ({ ipWhitelists }) => ipWhitelists?.length,
};
