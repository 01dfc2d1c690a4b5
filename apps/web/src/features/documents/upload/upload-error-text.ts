import { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';

/** The error text of a failed upload: the field errors, else the server's message. */
export function uploadErrorText(error: unknown): string {
  const fields = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
  if (fields.length > 0) return fields.join(' ');
  return explainError(error, 'Failed to upload document');
}
