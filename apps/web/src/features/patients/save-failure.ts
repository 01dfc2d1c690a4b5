import { ApiError } from '#lib/api/api-error.ts';
import { saveErrorText } from '#lib/errors/error-text.ts';
import type { ShownError } from '#ui/shown-error.ts';

/** The message of a failed save; a blank one gives way to "Failed to save patient". */
class SaveFailure extends Error implements ShownError {
  readonly code: string;
  readonly fieldErrors: ShownError['fieldErrors'];
  readonly requestId: string | undefined;
  readonly current: unknown;

  constructor(error: ApiError, current: unknown) {
    // Messages of fields stand at their fields; everything else is read in the catalogue's order.
    const isAboutFields = Object.keys(error.fieldErrors).length > 0 && error.body.message !== null;
    super(isAboutFields ? error.message : saveErrorText(error, '', 'patients'));
    this.code = error.code;
    this.fieldErrors = error.fieldErrors;
    this.requestId = error.requestId;
    this.current = current;
  }
}

/**
 * Saves, and rejects with what the form can show. `latest` gives the record as it is now after a stale save,
 * made from what the server sent along.
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
