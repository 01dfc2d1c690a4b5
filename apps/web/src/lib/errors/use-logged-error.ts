import { useEffect } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';

/** Logs a failed read that the screen can do without. */
export function useLoggedError(what: string, error: ApiError | null): void {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- for support; logs the request, never data
    if (error !== null) console.error(`${what}: ${error.code}`);
  }, [what, error]);
}
