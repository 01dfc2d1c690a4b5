import { ApiError } from '#lib/api/api-error.ts';
import { SaveFailure } from '#lib/errors/save-failure.ts';

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
    throw new SaveFailure(
      error,
      'patients',
      error.code === 'STALE' ? await latest(error.current) : undefined,
    );
  }
}
