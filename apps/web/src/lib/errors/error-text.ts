import { ApiError, type ApiErrorCode } from '#lib/api/api-error.ts';
import { LoadError } from '#lib/code/load-error.ts';
import { StorageFullError } from '#lib/session/storage.ts';
import { ERRORS, type FieldErrors } from '@portal/contract/errors';

/**
 * The server’s message, what to do about code that could not be loaded, or the screen’s fallback. Other errors and messages
 * that are not text also use the fallback.
 */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof LoadError || error instanceof StorageFullError) return error.message;
  return (error instanceof ApiError ? error.body.message : null) ?? fallback;
}

/**
 * Where to find the text of a failed save, in order:
 * - `users`: the message, else "field: messages" joined by "; ", else plain text;
 * - `patients`: the errors (an array joined by commas, text, or a flattened and joined map), else the message, else
 * plain text;
 * - `whitelist`: the message, else the joined errors list or map, else plain text.
 */
export type SaveErrorStyle = 'users' | 'patients' | 'whitelist';

/** The text to show above the form after a failed save. */
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

/** A second line with advice: when to retry, or why there is no message. Null when there is none. */
export function errorHint(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.retryAfter !== null) return `Try again in ${waitText(error.retryAfter)}.`;
  return error.message === '' && error.isTemporary ? reasonOf(error.code) : null;
}

/** The error and the advice in one line. */
export function explainError(error: unknown, fallback: string): string {
  const text = errorText(error, fallback);
  const hint = errorHint(error);
  return hint === null ? text : `${text.replace(/[.!?]$/, '')}. ${hint}`;
}

function reasonOf(code: ApiErrorCode): string {
  if (code === 'NETWORK') return 'The server could not be reached. Check your connection and try again.';
  if (code === 'TIMEOUT') return 'The server took too long to respond. Please try again.';
  if (code === 'BAD_ANSWER') return 'The server sent an invalid response. Please try again.';
  if (code === 'FOREIGN_ANSWER')
    return 'Something else answered in place of the portal, such as a proxy or the sign-in page of a network. Reload the page and try again.';
  return ERRORS[code].text;
}

/** A duration as text: seconds up to 90, then minutes rounded up. */
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
