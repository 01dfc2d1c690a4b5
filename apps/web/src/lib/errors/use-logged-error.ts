import { useEffect } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';

/** Logs a failed read that a screen goes on without (spec 1 §8, 3 §8). */
export function useLoggedError(what: string, error: ApiError | null): void {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- asked for by spec 1 §8 and 3 §8; names the call, never data
    if (error !== null) console.error(`${what}: ${error.code}`);
  }, [what, error]);
}
