import { useEffect } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';

/** Logs a failed read that a screen goes on without. */
export function useLoggedError(what: string, error: ApiError | null): void {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the browser's console is where support looks; names the call, never data
    if (error !== null) console.error(`${what}: ${error.code}`);
  }, [what, error]);
}
