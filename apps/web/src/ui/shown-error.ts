/** What a screen needs to know of a failed call; the typed client's error satisfies it (decisions 3). */
export interface ShownError {
  readonly message: string;
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

/** The failed call's own message, which is preferred (spec 1 §8); the fallback for anything else. */
export function toShownError(error: unknown, fallback: string): ShownError {
  return isShownError(error) && error.message !== '' ? error : { message: fallback };
}
