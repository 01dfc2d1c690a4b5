import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@portal/contract/error-body';
import type { ErrorCode } from '@portal/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AuditUnavailable } from '#audit/append.ts';
import { isDatabaseUnavailable, isUnstorableText } from '#db/database-errors.ts';
import { StoreFullError, StoreUnavailableError } from '#files/blob-store.ts';
import { HubError } from '#live/hub/errors.ts';
import { allowedMethods } from './allowed-methods.ts';
import { ResponseShapeError } from './serializer.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import { isDiskFailure, isDiskFull } from '#platform/disk.ts';
import { validationError } from './validation-error.ts';

/** Maps Fastify’s errors to our codes. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
};

/** Converts every error to the common error body. Internal details are only logged, with the request id. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(toAppError(error, request), error, request, reply),
  );
  app.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(request.url);
    if (methods.length === 0)
      return answerError(notFound('This URL does not exist.'), undefined, request, reply);
    // The router skipped it because a path segment is too long.
    if (methods.includes(request.method)) return answerBeforeRouting(undefined, request, reply);
    return answerError(new AppError('METHOD_NOT_ALLOWED'), undefined, request, reply);
  });
}

/** Responds to URLs that the router cannot parse or that have an overlong segment. */
export async function answerBeforeRouting(
  _error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const refusal = new AppError('BAD_REQUEST', { message: 'This URL is invalid.' });
  await answerError(refusal, undefined, request, reply);
}

/** Responds to malformed HTTP requests, including oversized headers, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(errorBody(new AppError('BAD_REQUEST'), randomUUID()));
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Converts an error of the server or a library to one with a code of the contract. */
export function toAppError(error: FastifyError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(error, request);
  // Errors of the live hub already use our codes.
  if (error instanceof HubError) return new AppError(error.code, { message: error.message, cause: error });
  const known = FASTIFY_CODES[error.code];
  if (known !== undefined) return new AppError(known, { cause: error });
  if (error instanceof SyntaxError && error.statusCode === 400)
    return new AppError('BAD_JSON', { cause: error });
  if (error instanceof AuditUnavailable)
    return new AppError('UNAVAILABLE', {
      message:
        'The audit log cannot be written right now, so nothing was shown or changed. Please try again in a moment.',
      cause: error,
      retryAfterSeconds: 2,
    });
  if (isDatabaseUnavailable(error))
    return new AppError('UNAVAILABLE', { cause: error, retryAfterSeconds: 2 });
  const storage = storageErrorCode(error);
  if (storage !== undefined) return new AppError(storage, { cause: error });
  if (isUnstorableText(error)) return new AppError('BAD_REQUEST', { cause: error });
  if (error.statusCode === 404) return new AppError('NOT_FOUND', { cause: error });
  if (error.statusCode === 401) return new AppError('UNAUTHENTICATED', { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('BAD_REQUEST', { cause: error });
  return new AppError('SERVER_ERROR', { cause: error });
}

/** The disk or bucket of files is full or fails: which code says so, or undefined for other errors. */
function storageErrorCode(error: unknown): 'STORAGE_FULL' | 'UNAVAILABLE' | undefined {
  if (error instanceof StoreFullError || isDiskFull(error)) return 'STORAGE_FULL';
  return error instanceof StoreUnavailableError || isDiskFailure(error) ? 'UNAVAILABLE' : undefined;
}

async function answerError(
  refusal: AppError,
  original: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (refusal.status >= 500) {
    const detail =
      original instanceof ResponseShapeError ? 'response does not match the contract' : 'request failed';
    request.log.error({ err: original, code: refusal.code }, detail);
  }
  const { retryAfterSeconds } = refusal.details;
  if (refusal.code === 'METHOD_NOT_ALLOWED')
    void reply.header('allow', allowedMethods(request.url).join(', '));
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  void reply
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8');
  await reply.code(refusal.status).send(errorBody(refusal, request.id));
}

function errorBody(refusal: AppError, requestId: string): ErrorBody {
  const { errors, current, secondFactor, retryAfterSeconds } = refusal.details;
  return {
    message: refusal.message,
    code: refusal.code,
    error: refusal.message,
    requestId,
    ...(errors === undefined ? {} : { errors }),
    ...(current === undefined ? {} : { current }),
    ...(secondFactor === undefined ? {} : { secondFactor }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}
