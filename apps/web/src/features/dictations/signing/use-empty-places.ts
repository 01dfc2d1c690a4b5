import { dictationEmptyPlaces } from '@portal/contract/dictation-print';
import type { ResultOf } from '@portal/contract/endpoint';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

/** Result of checking dictations for blanks in their report text. */
export interface EmptyPlacesCheck {
  readonly dictations: ResultOf<typeof dictationEmptyPlaces>;
  /** Only one dictation was checked, so its name need not be shown. */
  readonly isOne: boolean;
  readonly isChecking: boolean;
  readonly hasFailed: boolean;
}

/** Checks saved dictations for blanks in their report text; idle while `ids` is empty. Results are never cached. */
export function useEmptyPlaces(ids: readonly string[]): EmptyPlacesCheck {
  const isEnabled = ids.length > 0;
  const { data, error, isFetching } = useEndpointQuery(
    dictationEmptyPlaces,
    { body: { dictationIds: [...ids] } },
    { enabled: isEnabled, staleTime: 0, gcTime: 0 },
  );
  return {
    dictations: data ?? [],
    isOne: ids.length === 1,
    isChecking: isEnabled && isFetching,
    hasFailed: error !== null,
  };
}
