import { ApiError } from '#lib/api/api-error.ts';
import { randomId } from '#lib/api/random-id.ts';

/**
 * Gives each attempt to create something its idempotency key. The same input keeps its key until the server
 * has said yes or no, so that pressing Save again after a lost answer never makes a second record. Another input is
 * another attempt.
 */
export interface AttemptKeys {
  readonly keyFor: (input: unknown) => string;
  /** Tells how the attempt ended: without an error it succeeded. */
  readonly settle: (error?: unknown) => void;
}

/** Keys for the attempts of one form. */
export function createAttemptKeys(): AttemptKeys {
  let open: { readonly input: string; readonly key: string } | null = null;
  return {
    keyFor: (input) => {
      const text = JSON.stringify(input);
      if (open?.input !== text) open = { input: text, key: randomId() };
      return open.key;
    },
    settle: (error) => {
      const mayHaveWorked =
        error instanceof ApiError && (error.isTemporary || error.code === 'DUPLICATE_REQUEST');
      if (!mayHaveWorked) open = null;
    },
  };
}
