import { formatDateUs, isDateOnly } from '../date.ts';
import type { FieldType } from './content.ts';

/** A field's value: text (also of dates, `YYYY-MM-DD`), whether a checkbox is checked, or what is chosen of several. */
export type FieldValue = string | boolean | readonly string[];

/** Values by field id. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** Missing, blank, nothing chosen, or not checked. */
export function isEmptyValue(value: FieldValue | undefined): boolean {
  if (value === undefined) return true;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? value.trim() === '' : value.every((item) => item.trim() === '');
}

/**
 * A value as people read it: the date of a date field as MM/dd/yyyy, several with commas between, a checked box as "Yes", nothing
 * as "".
 */
export function valueText(value: FieldValue | undefined, type: FieldType): string {
  if (value === undefined || isEmptyValue(value)) return '';
  if (typeof value === 'boolean') return 'Yes';
  if (typeof value !== 'string') return value.filter((item) => item.trim() !== '').join(', ');
  return type === 'date' && isDateOnly(value) ? formatDateUs(value) : value;
}

/** The single texts that rules compare: each of a list, `true` for a checked box. */
export function valueTexts(value: FieldValue | undefined): readonly string[] {
  if (value === undefined || isEmptyValue(value)) return [];
  if (typeof value === 'boolean') return ['true'];
  return typeof value === 'string' ? [value] : value.filter((item) => item.trim() !== '');
}
