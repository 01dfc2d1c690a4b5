import { userProviders } from '@portal/contract/users';
import type { UserRef } from '@portal/contract/refs';
import { displayNameWithTitle, fullName } from '@portal/domain/person-name';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { SelectOption } from '#ui/form/FormSelect.tsx';

/** Options with the active providers, plus the current ordering provider even if no longer active. */
export function useProviderOptions(orderedBy: UserRef | undefined) {
  const { data, error, refetch } = useEndpointQuery(userProviders, {});
  const options = useMemo((): readonly SelectOption[] => {
    const active = (data ?? []).map(({ id, firstName, lastName, title }) => ({
      value: id,
      label: displayNameWithTitle(firstName, lastName, title),
    }));
    if (orderedBy === undefined || active.some(({ value }) => value === orderedBy.id)) return active;
    const { id, firstName, lastName } = orderedBy;
    return [{ value: id, label: fullName(firstName, lastName) }, ...active];
  }, [data, orderedBy]);
  return { options, error, refetch, isLoading: data === undefined && error === null };
}
