import { DatabaseSilentError } from './pulse.ts';

const text = (error: unknown, key: string): string | undefined => {
  if (typeof error !== 'object' || error === null || !(key in error)) return undefined;
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
};

/** The constraint a write violated (unique, foreign key or exclusion), or undefined for any other error. */
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
/** Lock time-out, statement time-out, idle transaction ended, a server that has become a read-only standby, and a disk that fails. */
const UNAVAILABLE_STATES = new Set(['55P03', '57014', '25P03', '25006', '58030']);
const READ_TIMEOUT = 'Query read timeout';
const UNREACHABLE_TEXTS = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Connection ended',
  'Client was closed',
  READ_TIMEOUT,
];

/** A lock was not given within the connection's `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => text(error, 'code') === '55P03';

/** The text holds characters that the database cannot keep (NUL, halves of surrogate pairs): the caller's mistake. */
export function isUnstorableText(error: unknown): boolean {
  const code = text(error, 'code');
  return code === '22021' || code === '22P05';
}

/** The driver has given up waiting for a statement, which may still run. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(READ_TIMEOUT);

/** The database is away, starting, stopping or full: the call can be tried again later (503). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseSilentError) return true;
  const code = text(error, 'code') ?? '';
  if (UNREACHABLE_CODES.has(code)) return true;
  // 08 connection, 57P shutdown and start-up, 53 out of resources, 40 serialization and deadlock; single ones below.
  if (/^(08|57P|53|40)/.test(code) || UNAVAILABLE_STATES.has(code)) return true;
  const message = error instanceof Error ? error.message : '';
  return UNREACHABLE_TEXTS.some((start) => message.startsWith(start));
}
