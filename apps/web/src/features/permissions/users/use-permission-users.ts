import { permissionUserList } from '@portal/contract/permissions';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { useListState } from '#ui/use-list-state.ts';
import { USERS_LIST } from '../permission-list.ts';

export type PermissionUserPage = ReturnType<typeof usePermissionUsers>;

/** A page of users with their roles and override counts, and the list state from the URL. */
export function usePermissionUsers() {
  const list = useListState(USERS_LIST);
  const { inactive } = list.filters;
  const users = useListQuery(permissionUserList, {
    query: {
      ...list.query,
      ...(list.search !== '' && { search: list.search }),
      ...(inactive && { includeInactive: inactive }),
    },
  });
  return { list, users };
}
