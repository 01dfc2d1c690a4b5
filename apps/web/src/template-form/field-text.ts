import type { FieldState } from '@portal/domain/template/evaluate';
import { isEmptyValue } from '@portal/domain/template/value';

/** How near the end a text's length is shown: the last fifth, at most 200 characters. */
const nearEnd = (maxLength: number) => Math.min(200, Math.ceil(maxLength / 5));

const count = (number: number) => number.toLocaleString('en-US');

/** "470 of 500 characters" once a text comes near its longest; null before. */
export function lengthText({ field, value }: Pick<FieldState, 'field' | 'value'>): string | null {
  const { type, maxLength } = field;
  if (maxLength === undefined || typeof value !== 'string' || (type !== 'text' && type !== 'textarea'))
    return null;
  if (value.length < maxLength - nearEnd(maxLength)) return null;
  return `${count(value.length)} of ${count(maxLength)} characters`;
}

/** Whether a required field still needs a value. */
export const isMissing = ({ field, isVisible, effective }: FieldState): boolean =>
  field.required && isVisible && isEmptyValue(effective);

/** What is wrong with the field. What is missing is said only where asked for: not while the form is being filled in. */
export function errorText(
  state: FieldState,
  { showsMissing }: { readonly showsMissing: boolean },
): string | null {
  const { field, value, isStale, problem } = state;
  if (!state.isVisible) return null;
  if (isStale && typeof value === 'string') return `"${value}" is no longer offered here. Choose again.`;
  if (problem !== null) return problem;
  if (showsMissing && isMissing(state)) return `${field.label} is required`;
  // What follows another field can grow beyond what may be typed.
  const { maxLength } = field;
  if (maxLength !== undefined && typeof value === 'string' && value.length > maxLength)
    return `This text is longer than ${count(maxLength)} characters`;
  return null;
}

/** Whether the field keeps the form from being handed on: it is missing, or what is in it is refused. */
export const needsAttention = (state: FieldState): boolean =>
  errorText(state, { showsMissing: true }) !== null;

/** Whether two states look the same, so that a field is drawn anew only when something about it changed. */
export const isSameState = (a: FieldState, b: FieldState): boolean =>
  a.field === b.field &&
  a.isVisible === b.isVisible &&
  a.isStale === b.isStale &&
  a.isFollowing === b.isFollowing &&
  a.isDisabled === b.isDisabled &&
  a.problem === b.problem &&
  isSameValue(a.value, b.value) &&
  isSameValue(a.options, b.options);

const isSameValue = (a: FieldState['value'], b: FieldState['value']): boolean =>
  a === b ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => item === b[at]));
