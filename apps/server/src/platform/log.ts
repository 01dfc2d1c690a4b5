import { DatabaseError } from 'pg';
import pino, { type DestinationStream } from 'pino';

/** How many causes of a cause are told. */
const MAX_DEPTH = 4;

/**
 * Structured logs, on standard output unless told. Errors are logged by `loggedError`; should a request or a credential ever be logged
 * whole, its secrets are cut out.
 */
export function createLogger(level: string, destination?: DestinationStream): pino.Logger {
  const options = {
    level,
    serializers: { err: loggedError },
    redact: {
      paths: ['req.headers.authorization', 'req.url', '*.password', '*.token', '*.socialSecurityNumber'],
      remove: true,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * What of an error is fit for the log. The database puts the values of rows into the details of its errors, and into the messages of
 * wrong data; the JSON parser quotes what it could not read. Those can be health data, so they stay out.
 */
export function loggedError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(mayQuoteData(error) ? {} : { message: error.message }),
    ...(error instanceof DatabaseError ? databaseDetails(error) : {}),
    stack: frames(error),
    ...(error.cause === undefined || depth >= MAX_DEPTH
      ? {}
      : { cause: loggedError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && depth < MAX_DEPTH
      ? { errors: error.errors.map((each) => loggedError(each, depth + 1)) }
      : {}),
  };
}

function mayQuoteData(error: Error): boolean {
  return (
    error instanceof SyntaxError || (error instanceof DatabaseError && /^(22|P0)/.test(error.code ?? ''))
  );
}

function databaseDetails({ table, column, constraint, routine }: DatabaseError): Record<string, unknown> {
  return { table, column, constraint, routine };
}

/** The stack without its first lines, which repeat the message. */
function frames(error: Error): string[] {
  return (error.stack ?? '').split('\n').flatMap((line) => /^\s+at (.*)$/.exec(line)?.[1] ?? []);
}
