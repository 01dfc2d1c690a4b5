import { officeList } from '@portal/contract/offices';
import { dictationTemplates, type ListedTemplate } from '@portal/contract/templates';
import { userProviders } from '@portal/contract/users';
import { displayNameWithTitle } from '@portal/domain/person-name';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** These lists rarely change, so they are cached for a minute. */
const CACHED = { staleTime: 60_000 } as const;

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

/** Options for active providers; undefined until loaded. */
export function useProviders() {
  const { data, error, refetch } = useEndpointQuery(userProviders, {}, CACHED);
  const options = useMemo(
    () =>
      data?.map(({ id, firstName, lastName, title }): Choice => ({
        value: id,
        label: displayNameWithTitle(firstName, lastName, title),
      })),
    [data],
  );
  return { options, error, refetch };
}

/** Options for active offices; undefined until loaded. */
export function useLocations() {
  const { data, error, refetch } = useEndpointQuery(officeList, { query: {} }, CACHED);
  const options = useMemo(
    () =>
      data
        ?.filter(({ isActive }) => isActive)
        .map(({ id, name }): Choice => ({ value: id, label: name }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [data],
  );
  return { options, error, refetch };
}

const NO_TEMPLATES: readonly ListedTemplate[] = [];

/** The active templates by quick access order; a failed load is ignored. */
export function useTemplates(): {
  readonly templates: readonly ListedTemplate[];
  readonly isLoading: boolean;
} {
  const { data, error } = useEndpointQuery(dictationTemplates, {}, CACHED);
  return { templates: data ?? NO_TEMPLATES, isLoading: data === undefined && error === null };
}
