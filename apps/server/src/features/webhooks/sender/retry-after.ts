import type { IncomingHttpHeaders } from 'node:http';

/**
 * The delay in a Retry-After header, in milliseconds; undefined without a usable one (RFC 9110, section 10.2.3). A date is
 * compared with the receiver’s own clock.
 */
export function readRetryAfter({ 'retry-after': text, date }: IncomingHttpHeaders): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const delay = Date.parse(text) - Date.parse(date ?? '');
  return Number.isNaN(delay) || delay < 0 ? undefined : delay;
}
