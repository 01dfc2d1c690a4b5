import type { FieldState } from '@portal/domain/template/evaluate';
import { fieldLengthProblem } from '@portal/domain/template/field-length';
import { notAnOption } from '@portal/domain/template/option-value';
import { leftOverTag } from '@portal/domain/template/text-template';
import { isEmptyValue } from '@portal/domain/template/value';
import { characterCount } from '@portal/domain/text';

/** The length is shown within the last fifth of the limit, at most the last 200 characters. */
const nearEnd = (maxLength: number) => Math.min(200, Math.ceil(maxLength / 5));

const count = (number: number) => number.toLocaleString('en-US');

/** "470 of 500 characters" when a text is close to its limit; otherwise null. */
export function lengthText({ field, value }: Pick<FieldState, 'field' | 'value'>): string | null {
  const { type, maxLength } = field;
  if (maxLength === undefined || typeof value !== 'string' || (type !== 'text' && type !== 'textarea'))
    return null;
  const length = characterCount(value);
  if (length < maxLength - nearEnd(maxLength)) return null;
  return `${count(length)} of ${count(maxLength)} characters`;
}

/** Whether a required field still needs a value. */
export const isMissing = ({ field, isVisible, effective }: FieldState): boolean =>
  field.required && isVisible && isEmptyValue(effective);

/** The error of a field, or null. Missing values are reported only with `showsMissing`, not while filling in the form. */
export function errorText(
  state: FieldState,
  { showsMissing }: { readonly showsMissing: boolean },
): string | null {
  const { field, value, dropped, options, problem } = state;
  if (!state.isVisible) return null;
  if (dropped.length > 0) return dropped.map((text) => notAnOption(text, options)).join(' ');
  if (problem !== null) return problem;
  if (showsMissing && isMissing(state)) return `${field.label} is required`;
  const tag = leftOverTag(state.text);
  if (tag !== null) return leftOverText(tag);
  return fieldLengthProblem(field, value);
}

/** What to do about a placeholder that is left in a text. */
export const leftOverText = (tag: string): string =>
  `${tag} is a placeholder that was not filled in. Replace it with text before you sign.`;

/** Whether the field has a missing or invalid value. */
export const needsAttention = (state: FieldState): boolean =>
  errorText(state, { showsMissing: true }) !== null;

/** Whether two states render the same, to skip unnecessary re-renders. */
export const isSameState = (a: FieldState, b: FieldState): boolean =>
  a.field === b.field &&
  a.isVisible === b.isVisible &&
  a.isFollowing === b.isFollowing &&
  a.isDisabled === b.isDisabled &&
  a.problem === b.problem &&
  isSameValue(a.value, b.value) &&
  isSameValue(a.dropped, b.dropped) &&
  isSameValue(a.options, b.options);

const isSameValue = (a: FieldState['value'], b: FieldState['value']): boolean =>
  a === b ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => item === b[at]));
