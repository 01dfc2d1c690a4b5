import { permissionUserList } from '@portal/contract/permissions';
import { keepPreviousData } from '@tanstack/react-query';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

interface UsersQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  readonly showsInactive: boolean;
}

/** A page of users with their roles and how many overrides each has. */
export function usePermissionUsers({ page, pageSize, search, showsInactive }: UsersQuery) {
  return useEndpointQuery(
    permissionUserList,
    {
      query: {
        page: String(page),
        pageSize: String(pageSize),
        ...(search === '' ? {} : { search }),
        ...(showsInactive ? { includeInactive: 'true' as const } : {}),
      },
    },
    { placeholderData: keepPreviousData },
  );
}
