import type { ShownError } from '../shown-error.ts';

/** An error of the form as a whole. */
export interface FormProblem {
  readonly message: string;
  readonly hint: string | null;
  /** Server messages that do not belong to a field on the screen. */
  readonly details: readonly string[];
  readonly requestId: string | null;
}

/**
 * Splits the error of a failed save into messages for fields on the screen, [name, text], and the rest. `rest` is null if
 * every message belongs to a field.
 */
export function splitFieldErrors<Name extends string>(
  error: ShownError,
  isOnScreen: (name: string) => name is Name,
): { readonly placed: readonly (readonly [Name, string])[]; readonly rest: FormProblem | null } {
  const placed: (readonly [Name, string])[] = [];
  const details: string[] = [];
  for (const [name, messages] of Object.entries(error.fieldErrors ?? {})) {
    if (name !== '' && isOnScreen(name) && messages.length > 0) placed.push([name, messages.join(' ')]);
    else details.push(...messages);
  }
  if (placed.length > 0 && details.length === 0) return { placed, rest: null };
  const { message, hint = null, requestId = null } = error;
  return { placed, rest: { message, hint, details, requestId } };
}
