import { ApiError } from '#lib/api/api-error.ts';
import { errorHint, saveErrorText, type SaveErrorStyle } from './error-text.ts';

/** A failed save for a form to show. The message is blank when the form should use its fallback. */
export class SaveFailure extends Error {
  override readonly name = 'SaveFailure';
  readonly code: string;
  readonly fieldErrors: ApiError['fieldErrors'];
  readonly requestId: string | undefined;
  readonly current: unknown;
  readonly hint: string | null;

  constructor(error: ApiError, style: SaveErrorStyle, current = error.current) {
    const isAboutFields = Object.keys(error.fieldErrors).length > 0 && error.body.message !== null;
    // Field errors are shown at their fields; anything else is shown in the order of the style.
    super(isAboutFields ? error.message : saveErrorText(error, '', style));
    this.code = error.code;
    // Without a server message, the text already contains the field messages.
    this.fieldErrors = error.body.message === null ? {} : error.fieldErrors;
    this.requestId = error.requestId;
    this.current = current;
    this.hint = errorHint(error);
  }
}

/** Runs `save`. Converts an ApiError to a `SaveFailure` for a form to show. */
export async function withSaveFailure<T>(style: SaveErrorStyle, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    throw error instanceof ApiError ? new SaveFailure(error, style) : error;
  }
}
