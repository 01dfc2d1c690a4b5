import { formatDateUs, isDateOnly, parsePastedDate } from '@portal/domain/date';
import { formatDigitGroups } from '@portal/domain/digit-groups';

const DATE = { lengths: [2, 2, 4], separators: ['/', '/'], typedSeparator: /[/-]/, isPadded: true };

/**
 * Formats a date while typing, MM/DD/YYYY: inserts slashes, pads "4/5/1990" with zeros, and converts a pasted YYYY-MM-DD.
 * Deleting from the end always works. Text that is no date stays as typed.
 */
export function formatDateInput(typed: string): string {
  const text = typed.trim();
  if (isDateOnly(text)) return formatDateUs(text);
  return formatDigitGroups(text, DATE) ?? typed;
}

/** Converts typed text to the form value: YYYY-MM-DD for a valid date, otherwise the text, which the schema refuses. */
export function dateValue(text: string): string {
  return parsePastedDate(text) ?? text;
}

/** Converts the form value to text: MM/DD/YYYY for a date, otherwise the typed text. */
export function dateText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return isDateOnly(value) ? formatDateUs(value) : value;
}
