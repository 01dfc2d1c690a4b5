import type { ShownError } from '../shown-error.ts';

/** What went wrong with the form as a whole. */
export interface FormProblem {
  readonly message: string;
  readonly hint: string | null;
  /** Messages of the server that belong to no field on the screen. */
  readonly details: readonly string[];
  readonly requestId: string | null;
}

/**
 * Parts a failed save into what belongs to fields on the screen, [name, text], and the rest. `rest` is null when every
 * message found its field.
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
