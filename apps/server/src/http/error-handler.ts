import { ERRORS, type ErrorBody, type ErrorCode, type FieldErrors } from '@portal/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import { AppError } from './app-error.ts';

/** Fastify's own refusals in our words. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
};

/** Turns whatever is thrown into the one error body (decisions 3); what is internal goes to the log with the request id. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(toAppError(error), error, request, reply),
  );
  app.setNotFoundHandler({ preHandler: [] }, (request, reply) =>
    answerError(
      new AppError('NOT_FOUND', { message: 'This address does not exist.' }),
      undefined,
      request,
      reply,
    ),
  );
}

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error))
    return new AppError('VALIDATION', { errors: fieldErrors(error.validation) });
  // The live hub's refusals already speak our vocabulary.
  if (isErrorCode(error.code)) return new AppError(error.code, { message: error.message, cause: error });
  const known = FASTIFY_CODES[error.code];
  if (known !== undefined) return new AppError(known, { cause: error });
  if (error instanceof SyntaxError && error.statusCode === 400)
    return new AppError('BAD_JSON', { cause: error });
  if (isDatabaseUnavailable(error))
    return new AppError('UNAVAILABLE', { cause: error, retryAfterSeconds: 2 });
  if (error.statusCode === 404) return new AppError('NOT_FOUND', { cause: error });
  if (error.statusCode === 401) return new AppError('UNAUTHENTICATED', { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('BAD_REQUEST', { cause: error });
  return new AppError('SERVER_ERROR', { cause: error });
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

interface Issue {
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

/** All field errors, each under its field's path with dots (decisions 3). */
function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {};
  const add = (field: string, message: string) => {
    const messages = (errors[field] ??= []);
    if (!messages.includes(message)) messages.push(message);
  };
  for (const issue of issues) {
    const path = issue.instancePath.split('/').filter((part) => part !== '');
    const { keys } = issue.params;
    if (Array.isArray(keys))
      for (const key of keys) add([...path, String(key)].join('.'), 'This field is not known here');
    else add(path.join('.'), issue.message ?? 'Not valid');
  }
  return errors;
}

async function answerError(
  refusal: AppError,
  original: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { errors, current, retryAfterSeconds } = refusal.details;
  if (refusal.status >= 500) {
    const detail = isResponseSerializationError(original)
      ? 'answer does not fit the contract'
      : 'request failed';
    request.log.error({ err: original, code: refusal.code }, detail);
  }
  const body: ErrorBody = {
    message: refusal.message,
    code: refusal.code,
    error: refusal.message,
    requestId: request.id,
    ...(errors === undefined ? {} : { errors }),
    ...(current === undefined ? {} : { current }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  void reply
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8');
  await reply.code(ERRORS[refusal.code].status).send(body);
}
