import type { ErrorCode, FieldErrors } from '@portal/contract/errors';
import { readErrorBody } from './error-body.ts';
import type { ErrorBodyParts } from './error-body.ts';

/** The server's codes and what only the browser can notice. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'BAD_ANSWER';

/**
 * A call that did not succeed. `message` is what the server said, fit to show; it is blank when the server said nothing, so
 * that each screen's own message takes its place.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly body: ErrorBodyParts;
  /** Seconds to wait before trying again, when the server said so. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: ApiErrorCode,
    body: ErrorBodyParts = readErrorBody(''),
    retryAfter: number | null = null,
  ) {
    super(
      body.message ?? body.plainText ?? [...body.list, ...Object.values(body.fieldErrors).flat()].join(', '),
    );
    this.status = status;
    this.code = code;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** Messages by field; `''` holds what belongs to the whole form. */
  get fieldErrors(): FieldErrors {
    return this.body.fieldErrors;
  }

  /** Names the call in the server's log. */
  get requestId(): string | undefined {
    return this.body.requestId ?? undefined;
  }

  /** The record as it is now, with STALE. */
  get current(): unknown {
    return this.body.current;
  }

  /** The server did not refuse: it could not be reached or could not do it now. The same call may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.code === 'BAD_ANSWER';
  }
}

/** The error of an answer whose status is not a success. */
export function errorOfAnswer(status: number, text: string, retryAfterHeader: string | null): ApiError {
  const body = readErrorBody(text);
  const header =
    retryAfterHeader !== null && /^\d+$/.test(retryAfterHeader) ? Number(retryAfterHeader) : null;
  return new ApiError(status, body.code ?? codeOfStatus(status), body, header ?? body.retryAfterSeconds);
}

/** What a status means when the body names no code (a proxy answered). */
function codeOfStatus(status: number): ErrorCode {
  const known: Record<number, ErrorCode> = {
    401: 'UNAUTHENTICATED',
    403: 'FORBIDDEN',
    404: 'NOT_FOUND',
    405: 'METHOD_NOT_ALLOWED',
    409: 'CONFLICT',
    413: 'PAYLOAD_TOO_LARGE',
    415: 'UNSUPPORTED_MEDIA_TYPE',
    429: 'TOO_MANY_REQUESTS',
    502: 'UNAVAILABLE',
    503: 'UNAVAILABLE',
    504: 'UNAVAILABLE',
  };
  return known[status] ?? (status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST');
}
