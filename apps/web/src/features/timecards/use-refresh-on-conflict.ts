import type { ApiError } from '#lib/api/api-error.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';

/** Reloads timecards if an action failed because the card was changed elsewhere, such as on a phone or by a supervisor. */
export function useRefreshOnConflict(): { readonly onError: (error: ApiError) => void } {
  const invalidate = useInvalidateArea();
  return {
    onError: ({ status }) => {
      if (status === 409 || status === 404) void invalidate('Timecards');
    },
  };
}
