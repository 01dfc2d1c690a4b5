import { DatabaseError } from 'pg';
import pino, { type DestinationStream } from 'pino';

/** Maximum depth of nested causes in the log. */
const MAX_DEPTH = 4;

/**
 * Creates a JSON logger that writes to standard output by default. Errors are logged by `loggedError`. As a
 * safeguard, secrets are removed from requests and credentials that are logged as objects.
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
  // Several lines at a time, after a tenth of a second at most, and on exit.
  const standardOutput = { dest: 1, sync: false, minLength: 4096, periodicFlush: 100 };
  return pino(options, destination ?? pino.destination(standardOutput));
}

/**
 * The parts of an error that are safe to log. Database errors can contain row values in their details and messages,
 * and the JSON parser quotes its input. That can be health data, so it is left out.
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

/** The stack without the first lines, which repeat the message. */
function frames(error: Error): string[] {
  return (error.stack ?? '').split('\n').flatMap((line) => /^\s+at (.*)$/.exec(line)?.[1] ?? []);
}
