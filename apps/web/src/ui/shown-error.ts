import { errorHint } from '#lib/errors/error-text.ts';

/** The parts of a failed call's error that screens show. The API client's error implements it. */
export interface ShownError {
  readonly message: string;
  /** What to do about it, if the message does not say so. */
  readonly hint?: string | null | undefined;
  /** An error code of the contract, for example `STALE`. */
  readonly code?: string | undefined;
  readonly requestId?: string | null | undefined;
  /** Messages by field name; `''` is the form as a whole. */
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The current record, with `STALE`. */
  readonly current?: unknown;
}

/** Whether the error is from a failed call, which has a code, rather than a bug. */
export function isShownError(error: unknown): error is ShownError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Converts an error for display: uses its message or else the fallback, with a hint if the server did not respond. */
export function toShownError(error: unknown, fallback: string): ShownError {
  if (!isShownError(error)) return { message: fallback };
  const { message, code, requestId, fieldErrors, current, hint = errorHint(error) } = error;
  return { message: message === '' ? fallback : message, code, requestId, fieldErrors, current, hint };
}

/** The error and the advice in one line that ends with a period. */
export function explainShownError({ message, hint }: ShownError): string {
  return [message, hint ?? '']
    .filter((text) => text !== '')
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
    .join(' ');
}
