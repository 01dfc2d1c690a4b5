import { OperatorError } from '#platform/operator-error.ts';
import { DatabaseUnresponsiveError } from './database-liveness.ts';

/**
 * A connection is not the one that was asked for, because of a pooler between the portal and the database. The code is that of a
 * connection that was refused.
 */
export class WrongSessionError extends OperatorError {
  readonly code = '08004';
}

const text = (error: unknown, key: string): string | undefined => {
  if (typeof error !== 'object' || error === null || !(key in error)) return undefined;
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
};

/** The constraint that a write violated (unique, foreign key or exclusion), or undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  const code = text(error, 'code');
  return code === '23505' || code === '23503' || code === '23P01' ? text(error, 'constraint') : undefined;
}

const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
/** Lock timeout, statement timeout, idle transaction timeout, read-only standby and I/O error. */
const UNAVAILABLE_STATES = new Set(['55P03', '57014', '25P03', '25006', '58030']);
const READ_TIMEOUT = 'Query read timeout';
const UNREADABLE = 'received invalid response';
const UNREACHABLE_TEXTS = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Connection ended',
  'Client was closed',
  READ_TIMEOUT,
  UNREADABLE,
];

/** A lock was not available within the connection’s `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => text(error, 'code') === '55P03';

/** The server is a standby, or takes no changes for another reason. */
export const isReadOnly = (error: unknown): boolean => text(error, 'code') === '25006';

/** The text contains characters that PostgreSQL cannot store (NUL, lone surrogates). This is the client’s error. */
export function isUnstorableText(error: unknown): boolean {
  const code = text(error, 'code');
  // PostgreSQL reports a lone surrogate in JSON as a syntax error; we only send it valid JSON otherwise.
  const isJson = code === '22P02' && (text(error, 'message') ?? '').includes('type json');
  return code === '22021' || code === '22P05' || isJson;
}

/** The driver stopped waiting for a statement, which may still be running. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(READ_TIMEOUT);

/** The driver no longer understands the connection: a pooler reported the end of its server within another message. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(UNREADABLE);

/** The database is unreachable, starting, stopping or out of resources. The request can be retried later (503). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnresponsiveError) return true;
  const code = text(error, 'code') ?? '';
  if (UNREACHABLE_CODES.has(code)) return true;
  // 08 connection, 57P shutdown and startup, 53 out of resources, 40 serialization and deadlock; single codes above.
  if (/^(08|57P|53|40)/.test(code) || UNAVAILABLE_STATES.has(code)) return true;
  const message = error instanceof Error ? error.message : '';
  return UNREACHABLE_TEXTS.some((start) => message.startsWith(start));
}
