import { useId } from 'react';

/**
 * Query options for a record that is being edited: always loads it, and never replaces it while the form is open. Saving
 * invalidates its area; loading the record again on the way out would audit an unrequested access.
 */
export function useFormQuery() {
  // A page's cached data may be minutes old, and that of a form that was just left is older than what it saved.
  return { copy: `form ${useId()}`, staleTime: 'static', gcTime: 0 } as const;
}
