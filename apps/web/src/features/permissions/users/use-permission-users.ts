import { permissionUserList } from '@portal/contract/permissions';
import { keepPreviousData } from '@tanstack/react-query';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useListState } from '#ui/use-list-state.ts';
import { USERS_LIST } from '../permission-list.ts';

export type PermissionUserPage = ReturnType<typeof usePermissionUsers>;

/** A page of users with their roles and override counts, and the list state from the URL. */
export function usePermissionUsers() {
  const list = useListState(USERS_LIST);
  const users = useEndpointQuery(
    permissionUserList,
    {
      query: {
        page: String(list.page),
        pageSize: String(list.pageSize),
        ...(list.search === '' ? {} : { search: list.search }),
        ...(list.filters.inactive === 'true' ? { includeInactive: 'true' as const } : {}),
      },
    },
    { placeholderData: keepPreviousData },
  );
  return { list, users };
}
