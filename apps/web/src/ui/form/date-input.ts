import { formatDateUs, isDateOnly, parseUsDate } from '@portal/domain/date';
import { formatDigitGroups } from './digit-groups.ts';

const DATE = { lengths: [2, 2, 4], separators: ['/', '/'] };

/**
 * A date while it is typed, MM/DD/YYYY: slashes set by themselves before the digit that follows, "4/5/1990" filled up
 * with zeros, a pasted YYYY-MM-DD turned round. Deleting from the end always works.
 */
export function formatDateInput(typed: string): string {
  const text = typed.trim();
  if (isDateOnly(text)) return formatDateUs(text);
  return formatDigitGroups(text, DATE);
}

/** The form's value of a typed text: YYYY-MM-DD once it is a date, the text itself until then, which the schema refuses. */
export function dateValue(text: string): string {
  return parseUsDate(text) ?? text;
}

/** The text of the form's value: MM/DD/YYYY for a date, else what was typed so far. */
export function dateText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return isDateOnly(value) ? formatDateUs(value) : value;
}
