import { ApiError } from '#lib/api/api-error.ts';
import { saveErrorText } from '#lib/errors/error-text.ts';
import type { ShownError } from '#ui/shown-error.ts';

/** A failed save with a message for the form; a blank message falls back to "Failed to save patient". */
class SaveFailure extends Error implements ShownError {
  readonly code: string;
  readonly fieldErrors: ShownError['fieldErrors'];
  readonly requestId: string | undefined;
  readonly current: unknown;

  constructor(error: ApiError, current: unknown) {
    // Field errors are shown at their fields; for anything else, use the order of messages that the spec defines.
    const isAboutFields = Object.keys(error.fieldErrors).length > 0 && error.body.message !== null;
    super(isAboutFields ? error.message : saveErrorText(error, '', 'patients'));
    this.code = error.code;
    this.fieldErrors = error.fieldErrors;
    this.requestId = error.requestId;
    this.current = current;
  }
}

/**
 * Saves, and rejects with an error that the form can show. After a stale save, `latest` returns the current record, based on the
 * one in the server's response.
 */
export async function saveOrExplain<T>(
  save: () => Promise<T>,
  latest: (sent: unknown) => Promise<unknown> = async (sent) => sent,
): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new SaveFailure(error, error.code === 'STALE' ? await latest(error.current) : undefined);
  }
}
