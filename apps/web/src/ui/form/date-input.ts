import { formatDateUs, isDateOnly, parseUsDate } from '@portal/domain/date';

const LENGTHS = [2, 2, 4];

/**
 * A date while it is typed, MM/DD/YYYY: slashes set by themselves before the digit that follows, "4/5/1990" filled up
 * with zeros, a pasted YYYY-MM-DD turned round. Deleting from the end always works.
 */
export function formatDateInput(typed: string): string {
  const text = typed.trim();
  if (isDateOnly(text)) return formatDateUs(text);
  const groups = [''];
  for (const char of text) {
    const at = groups.length - 1;
    const group = groups[at] ?? '';
    const isFull = group.length === LENGTHS[at];
    if (/\d/.test(char)) {
      if (!isFull) groups[at] = group + char;
      else if (at < 2) groups.push(char);
    } else if (group !== '' && at < 2) {
      groups[at] = group.padStart(2, '0');
      groups.push('');
    }
  }
  return groups.join('/');
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
