import type { ShownError } from '../shown-error.ts';

/** What went wrong with the form as a whole. */
export interface FormProblem {
  readonly message: string;
  /** Messages of the server that belong to no field on the screen. */
  readonly details: readonly string[];
  readonly requestId: string | null;
}

/**
 * Parts a failed save into what belongs to fields on the screen, [name, text], and the rest. `rest` is null when every
 * message found its field.
 */
export function splitFieldErrors(
  error: ShownError,
  isOnScreen: (name: string) => boolean,
): { readonly placed: readonly (readonly [string, string])[]; readonly rest: FormProblem | null } {
  const entries = Object.entries(error.fieldErrors ?? {}).filter(([, messages]) => messages.length > 0);
  const isPlaced = ([name]: readonly [string, readonly string[]]) => name !== '' && isOnScreen(name);
  const placed = entries.filter(isPlaced).map(([name, messages]) => [name, messages.join(' ')] as const);
  const details = entries.filter((entry) => !isPlaced(entry)).flatMap(([, messages]) => messages);
  if (placed.length > 0 && details.length === 0) return { placed, rest: null };
  return { placed, rest: { message: error.message, details, requestId: error.requestId ?? null } };
}
