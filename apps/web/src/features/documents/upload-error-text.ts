import { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';

/** What a failed upload says next to its file: what is wrong with which field, else the server's words. */
export function uploadErrorText(error: unknown): string {
  const fields = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
  if (fields.length > 0) return fields.join(' ');
  return explainError(error, 'Failed to upload document');
}
