import type { ErrorCode, FieldErrors } from '@portal/contract/errors';
import { readErrorBody, type ErrorBodyParts } from './error-body.ts';

/**
 * The server’s codes, plus codes for failures that only the browser can detect. FOREIGN_ANSWER: no answer of the portal, for example
 * a page of a proxy.
 */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'BAD_ANSWER' | 'FOREIGN_ANSWER';

/** The portal always gives the reason. Names of the limit: ops/nginx.conf and ops/Caddyfile. */
const PROXY_LIMIT =
  'This is too large for the server in front of the portal. Ask your administrator to raise its limit (in nginx “client_max_body_size”, in Caddy “request_body max_size”).';

/**
 * A failed request. `message` is the server’s message for the user. It is blank when there is none, so that each
 * screen shows its own text.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly body: ErrorBodyParts;
  /** Seconds to wait before retrying, if the server sent them. */
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

  /** Messages by field; `''` has the messages for the whole form. */
  get fieldErrors(): FieldErrors {
    return this.body.fieldErrors;
  }

  /** Identifies the request in the server’s log. */
  get requestId(): string | undefined {
    return this.body.requestId ?? undefined;
  }

  /** The current record, for STALE. Undefined if the user may not view it. */
  get current(): unknown {
    return this.body.current;
  }

  /** Whether the same request may succeed later: the server was unreachable, busy or failed. */
  get isTemporary(): boolean {
    if (this.code === 'BAD_ANSWER' || this.code === 'FOREIGN_ANSWER') return true;
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The error for a response with a failure status. */
export function errorFromResponse(status: number, text: string, retryAfterHeader: string | null): ApiError {
  const sent = readErrorBody(text);
  const body = status === 413 && sent.code === null ? { ...readErrorBody(''), message: PROXY_LIMIT } : sent;
  const header =
    retryAfterHeader !== null && /^\d+$/.test(retryAfterHeader) ? Number(retryAfterHeader) : null;
  return new ApiError(status, body.code ?? codeOfStatus(status), body, header ?? body.retryAfterSeconds);
}

/** The code for a status when the body has none, for example from a proxy. */
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
