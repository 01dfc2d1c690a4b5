import { ApiError } from '#lib/api/api-error.ts';
import { errorHint, saveErrorText } from './error-text.ts';
import type { SaveErrorStyle } from './error-text.ts';

/** A failed save as a form shows it: the detail, the title or the message of the answer, blank when the form's fallback is to be used. */
export class SaveFailure extends Error {
  override readonly name = 'SaveFailure';
  readonly code: string;
  readonly fieldErrors: ApiError['fieldErrors'];
  readonly requestId: string | undefined;
  readonly current: unknown;
  readonly hint: string | null;

  constructor(error: ApiError, style: SaveErrorStyle) {
    super(saveErrorText(error, '', style));
    this.code = error.code;
    // Without a message of the server the text names the fields' messages already.
    this.fieldErrors = error.body.message === null ? {} : error.fieldErrors;
    this.requestId = error.requestId;
    this.current = error.current;
    this.hint = errorHint(error);
  }
}

/** Saves, and rejects with a `SaveFailure` for a form to show. */
export async function explainSave<T>(style: SaveErrorStyle, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    throw error instanceof ApiError ? new SaveFailure(error, style) : error;
  }
}
