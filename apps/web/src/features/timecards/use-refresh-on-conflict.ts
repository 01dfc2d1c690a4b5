import type { ApiError } from '#lib/api/api-error.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';

/** The card was changed elsewhere, on a phone or by a supervisor: what the screen says is read again. */
export function useRefreshOnConflict(): { readonly onError: (error: ApiError) => void } {
  const invalidate = useInvalidateArea();
  return {
    onError: ({ status }) => {
      if (status === 409 || status === 404) void invalidate('Timecards');
    },
  };
}
