import { hashKey } from '@tanstack/react-query';
import { useId } from 'react';

/**
 * Query options for a record that is being edited: always loads it, and never replaces it while the form is open. Saving
 * invalidates its area; loading the record again on the way out would audit an unrequested access.
 */
export function useFormQuery() {
  const form = useId();
  return {
    // Each form has its own cached data: a page's may be minutes old, and that of a form that was just left is older
    // than what it saved.
    queryKeyHashFn: (key: readonly unknown[]) => `form ${form} ${hashKey(key)}`,
    enabled: ({ state }: { readonly state: { readonly data: unknown } }) => state.data === undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnMount: 'always',
  } as const;
}
