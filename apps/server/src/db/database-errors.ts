const text = (error: unknown, key: string): string | undefined => {
  if (typeof error !== 'object' || error === null || !(key in error)) return undefined;
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : undefined;
};

/** The constraint a write violated (unique or foreign key), or undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const code = text(error, 'code');
  return code === '23505' || code === '23503' ? text(error, 'constraint') : undefined;
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
const UNREACHABLE_TEXTS = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Connection ended',
];

/** The database is away, starting, stopping or full: the call can be tried again later (503). */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = text(error, 'code') ?? '';
  if (UNREACHABLE_CODES.has(code)) return true;
  // 08 connection, 57P shutdown and start-up, 53 out of resources, 55P03 lock time-out, 57014 statement time-out, 40 serialization and deadlock.
  if (/^(08|57P|53|40)/.test(code) || code === '55P03' || code === '57014') return true;
  const message = error instanceof Error ? error.message : '';
  return UNREACHABLE_TEXTS.some((start) => message.startsWith(start));
}
