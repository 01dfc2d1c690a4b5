import { ApiError } from '#lib/api/api-error.ts';
import type { ApiErrorCode } from '#lib/api/api-error.ts';
import { ERRORS } from '@portal/contract/errors';
import type { FieldErrors } from '@portal/contract/errors';

/**
 * The server's own message where there is one, else the screen's fallback. An error of our own code and a
 * message that is not a text come to the fallback too.
 */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError ? error.body.message : null) ?? fallback;
}

/**
 * The order in which a failed save is read:
 * - `users`: message, else "field: messages" joined by "; ", else a plain text;
 * - `patients`: the errors (an array joined by comma, a text, or a map flattened and joined), else message, else a plain text;
 * - `whitelist`: message, else the errors list or map joined into one text, else a plain text.
 */
export type SaveErrorStyle = 'users' | 'patients' | 'whitelist';

/** What a failed save says above the form, else the fallback. */
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

/** A second line that says what to do: when to try again, or why the server said nothing. */
export function errorHint(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.retryAfter !== null) return `Try again in ${waitText(error.retryAfter)}.`;
  return error.message === '' && error.isTemporary ? reasonOf(error.code) : null;
}

/** The failure in one line: what went wrong, then what to do about it. */
export function explainError(error: unknown, fallback: string): string {
  const text = errorText(error, fallback);
  const hint = errorHint(error);
  return hint === null ? text : `${text.replace(/[.!?]$/, '')}. ${hint}`;
}

function reasonOf(code: ApiErrorCode): string {
  if (code === 'NETWORK') return 'The server could not be reached. Check your connection and try again.';
  if (code === 'TIMEOUT') return 'The server took too long to answer. Please try again.';
  if (code === 'BAD_ANSWER') return 'The server gave an answer that could not be read. Please try again.';
  return ERRORS[code].text;
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
