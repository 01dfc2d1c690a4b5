import { dictationEmptyPlaces } from '@portal/contract/dictation-print';
import type { ResultOf } from '@portal/contract/endpoint';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Which dictations would be signed with holes in their texts. */
export interface EmptyPlacesCheck {
  readonly notes: ResultOf<typeof dictationEmptyPlaces>;
  /** Only one was asked for, so that its name says nothing new. */
  readonly isOne: boolean;
  readonly isChecking: boolean;
  readonly hasFailed: boolean;
}

/** Asks for the empty places of stored dictations; of none while `ids` is empty. Read anew each time it is asked. */
export function useEmptyPlaces(ids: readonly string[]): EmptyPlacesCheck {
  const isAsked = ids.length > 0;
  const { data, error, isFetching } = useEndpointQuery(
    dictationEmptyPlaces,
    { body: { dictationIds: [...ids] } },
    { enabled: isAsked, staleTime: 0, gcTime: 0 },
  );
  return {
    notes: data ?? [],
    isOne: ids.length === 1,
    isChecking: isAsked && isFetching,
    hasFailed: error !== null,
  };
}
