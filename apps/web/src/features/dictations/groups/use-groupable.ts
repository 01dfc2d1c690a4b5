import { groupAvailable, type GroupableDictation } from '@portal/contract/dictation-groups';
import type { ResultOf } from '@portal/contract/endpoint';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useRowSelection, type RowSelection } from '#ui/bulk/use-row-selection.ts';

/** The dictations of a date, and the selected ones of those without a group. */
export interface Groupable {
  readonly answer: UseQueryResult<ResultOf<typeof groupAvailable>, ApiError>;
  readonly free: readonly GroupableDictation[];
  readonly selection: RowSelection<GroupableDictation>;
}

/** Loads the dictations of a date (YYYY-MM-DD) for selecting. A blank provider or location means any. */
export function useGroupable(date: string, providerId: string, locationId: string): Groupable {
  const answer = useEndpointQuery(
    groupAvailable,
    {
      params: { date },
      query: { ...(providerId !== '' && { providerId }), ...(locationId !== '' && { locationId }) },
    },
    // Never show cached rows: they could shift while the user is clicking.
    { staleTime: 0, gcTime: 0 },
  );
  const { data } = answer;
  const free = useMemo(() => (data ?? []).filter(({ isGrouped }) => !isGrouped), [data]);
  return { answer, free, selection: useRowSelection(free) };
}
