import { DatabaseError } from 'pg';
import pino, { type DestinationStream } from 'pino';
import { LogOutput } from './log-output.ts';

/** Maximum depth of nested causes and objects in the log. */
const MAX_DEPTH = 4;
/** Properties that are never logged, in any object: libraries log whole requests and options at `trace`. */
const PRIVATE = new Set(
  [
    'headers',
    'rawHeaders',
    'authorization',
    'cookie',
    'cookies',
    'set-cookie',
    'url',
    'originalUrl',
    'query',
    'params',
    'body',
    'payload',
    'password',
    'secret',
    'clientSecret',
    'token',
    'accessToken',
    'access_token',
    'id_token',
    'refresh_token',
    'ticket',
    'socialSecurityNumber',
  ].map((name) => name.toLowerCase()),
);
/** API keys, tokens of sessions and issuers (JWT), secrets of webhooks, and other credentials of an Authorization header. */
const SECRETS =
  /mpk_[a-z\d]{12}_[\w-]{43}|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*|whsec_[\w+/=-]{16,}|\b(?:bearer|basic) +[^\s"\\]+/gi;

/**
 * Creates a JSON logger that writes to standard output by default. Errors are logged by `loggedError`. As a
 * safeguard at every level, private properties of objects and everything that looks like a credential are removed.
 */
export function createLogger(level: string, destination?: DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    serializers: { err: loggedError },
    formatters: { log: (object) => publicProperties(object, 0) },
    hooks: { streamWrite: (line) => line.replaceAll(SECRETS, '[removed]') },
  };
  const log: pino.Logger = pino(
    options,
    destination ??
      new LogOutput(1, (dropped) =>
        log.error({ dropped }, 'lines were dropped while the log could not be written'),
      ),
  );
  return log;
}

/** A value without the private properties of the objects in it. Errors have their own rules (`loggedError`). */
function publicPart(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date)
    return value;
  if (depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((each) => publicPart(each, depth + 1));
  return publicProperties(value, depth + 1);
}

const publicProperties = (object: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => !PRIVATE.has(name.toLowerCase()))
      .map(([name, value]) => [name, publicPart(value, depth)]),
  );

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
