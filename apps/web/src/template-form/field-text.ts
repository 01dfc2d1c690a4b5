import { unfilledIn } from '@portal/domain/dictation/left-over-tags';
import type { FieldState } from '@portal/domain/template/evaluate';
import { fieldLengthProblem } from '@portal/domain/template/field-length';
import { notAnOption } from '@portal/domain/template/option-value';
import { unprintableProblem } from '@portal/domain/printable-characters';
import { countProblem, rowsProblems } from '@portal/domain/template/rows';
import { isEmptyValue } from '@portal/domain/template/value';
import { characterCount } from '@portal/domain/text';
import { createElement, type ReactNode } from 'react';

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

/** What is said below a field besides its error: its help, its length, and characters that cannot be printed. Null for nothing. */
export function calmNotes(state: FieldState, ...more: readonly string[]): ReactNode {
  const { field, value } = state;
  const notes = [
    field.helpText,
    ...more,
    lengthText(state) ?? '',
    typeof value === 'string' ? (unprintableProblem(value) ?? '') : '',
  ].filter((text) => text !== '');
  return notes.length === 0 ? null : notes.map((text) => createElement('div', { key: text }, text));
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
  if (field.type === 'rows') return rowsErrorText(state, showsMissing);
  if (dropped.length > 0) return dropped.map((text) => notAnOption(text, options)).join(' ');
  if (problem !== null) return problem;
  if (showsMissing && isMissing(state)) return `${field.label} is required`;
  const tag = unfilledIn(field, state.text);
  if (tag !== null) return leftOverText(tag);
  return fieldLengthProblem(field, value);
}

/** The error of rows as a whole. Those of cells are at the cells. */
function rowsErrorText(state: FieldState, showsMissing: boolean): string | null {
  const { field, given, problem } = state;
  if (isMissing(state)) return showsMissing ? `${field.label} is required` : null;
  const ofCount = countProblem(field, given);
  if (ofCount !== null) return ofCount.kind === 'missing' && !showsMissing ? null : ofCount.message;
  // Otherwise, it is that of a rule.
  return rowsProblems(field, given).length === 0 ? problem : null;
}

/** What to do about a placeholder that is left in a text. */
export const leftOverText = (tag: string): string =>
  `${tag} is a placeholder that was not filled in. Replace it with text before you sign.`;

/** Whether the field has a missing or invalid value. */
export const needsAttention = (state: FieldState): boolean =>
  errorText(state, { showsMissing: true }) !== null ||
  (state.field.type === 'rows' &&
    state.isVisible &&
    (rowsProblems(state.field, state.given).length > 0 || unfilledIn(state.field, state.text) !== null));

/** Whether two states render the same, to skip unnecessary re-renders. */
export const isSameState = (a: FieldState, b: FieldState): boolean =>
  a.field === b.field &&
  a.isVisible === b.isVisible &&
  a.isFollowing === b.isFollowing &&
  a.isDisabled === b.isDisabled &&
  a.problem === b.problem &&
  isSameValue(a.value, b.value) &&
  isSameValue(a.given, b.given) &&
  isSameValue(a.dropped, b.dropped) &&
  isSameValue(a.options, b.options);

const isSameValue = (a: FieldState['value'], b: FieldState['value']): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
