import { ApiError } from '#lib/api/api-error.ts';
import { randomId } from '#lib/api/random-id.ts';

/**
 * Provides the idempotency key for each attempt to create something. The same input keeps its key until the outcome
 * is known, so that pressing Save again after a lost response never creates a second record. Different input gets a
 * new key.
 */
export interface AttemptKeys {
  readonly keyFor: (input: unknown) => string;
  /** Reports the outcome of the attempt; no error means success. */
  readonly settle: (error?: unknown) => void;
}

/** Creates the keys for one form. */
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
