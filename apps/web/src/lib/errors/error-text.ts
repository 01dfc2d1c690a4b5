import { ApiError } from '#lib/api/api-error.ts';
import type { FieldErrors } from '@portal/contract/errors';

/**
 * The server's own message where there is one, else the screen's fallback (spec 1 §8). An error of our own code and a
 * message that is not a text come to the fallback too.
 */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError ? error.body.message : null) ?? fallback;
}

/**
 * The order in which a failed save is read (spec 1 §8):
 * - `users`: message, else "field: messages" joined by "; ", else a plain text;
 * - `patients`: the errors (an array joined by comma, a text, or a map flattened and joined), else message, else a plain text;
 * - `whitelist`: message, else the errors list or map joined into one text, else a plain text.
 */
export type SaveErrorStyle = 'users' | 'patients' | 'whitelist';

/** What a failed save says above the form, else the fallback (spec 1 §8). */
export function saveErrorText(error: unknown, fallback: string, style: SaveErrorStyle = 'users'): string {
  if (!(error instanceof ApiError)) return fallback;
  const { message, list, fieldErrors, plainText } = error.body;
  const flat = joined([...list, ...Object.values(fieldErrors).flat()], ', ');
  const byField = joined([...namedFields(fieldErrors), ...list], '; ');
  const order = {
    users: [message, byField, plainText],
    patients: [flat, message, plainText],
    whitelist: [message, flat, plainText],
  }[style];
  return order.find((text) => text !== null) ?? fallback;
}

/** A second line that says what to do when the server said nothing: it could not be reached, or a wait is asked for. */
export function errorHint(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.retryAfter !== null) return `Try again in ${waitText(error.retryAfter)}.`;
  return error.body.message === null && error.isTemporary ? error.message : null;
}

/** A wait in words: seconds up to a minute and a half, then minutes rounded up. */
export function waitText(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${Math.max(0, Math.ceil(seconds))} seconds`;
}

function namedFields(fields: FieldErrors): string[] {
  return Object.entries(fields).map(([field, messages]) =>
    field === '' ? messages.join(', ') : `${field}: ${messages.join(', ')}`,
  );
}

function joined(texts: readonly string[], separator: string): string | null {
  return texts.length === 0 ? null : texts.join(separator);
}
