import { errorHint, errorText } from '#lib/errors/error-text.ts';

/** "Failed to delete template: {message}". Without a server message, adds a hint if there is one. */
export function failureMessage(what: string, error: unknown): string {
  const message = errorText(error, errorHint(error) ?? '');
  return message === '' ? what : `${what}: ${message}`;
}
