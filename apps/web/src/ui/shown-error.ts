import { errorHint } from '#lib/errors/error-text.ts';

/** What a screen needs to know of a failed call; the typed client's error satisfies it. */
export interface ShownError {
  readonly message: string;
  /** What to do about it, where the message does not say so. */
  readonly hint?: string | null | undefined;
  /** A code of the contract's vocabulary, for example `STALE`. */
  readonly code?: string | undefined;
  readonly requestId?: string | null | undefined;
  /** Field name → its messages; `''` holds what belongs to the whole form. */
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The record as it is now; comes with `STALE`. */
  readonly current?: unknown;
}

/** A failed call's error is told from a fault of our own code by the code it carries. */
export function isShownError(error: unknown): error is ShownError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** The failed call's own message, which is preferred, or the fallback, with a hint where the server said nothing. */
export function toShownError(error: unknown, fallback: string): ShownError {
  if (!isShownError(error)) return { message: fallback };
  const { message, code, requestId, fieldErrors, current, hint = errorHint(error) } = error;
  return { message: message === '' ? fallback : message, code, requestId, fieldErrors, current, hint };
}
