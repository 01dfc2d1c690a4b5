import { formatDateUs, isDateOnly } from '../date.ts';
import type { FieldType } from './content.ts';

/** A field's value: text (dates as `YYYY-MM-DD`), whether a checkbox is checked, or the chosen options. */
export type FieldValue = string | boolean | readonly string[];

/** Values by field id. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** Whether a value is missing, blank, an empty choice or unchecked. */
export function isEmptyValue(value: FieldValue | undefined): boolean {
  if (value === undefined) return true;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? value.trim() === '' : value.every((item) => item.trim() === '');
}

/**
 * Formats a value for display: dates as MM/dd/yyyy, several options joined by `joinTexts`, a checked box as "Yes", and no value as "".
 */
export function valueText(value: FieldValue | undefined, type: FieldType): string {
  if (value === undefined || isEmptyValue(value)) return '';
  if (typeof value === 'boolean') return 'Yes';
  if (typeof value !== 'string') return joinTexts(value);
  return type === 'date' && isDateOnly(value) ? formatDateUs(value) : value;
}

/** Joins the texts that are not blank by commas, or by semicolons if one of them has a comma. */
export function joinTexts(texts: readonly string[]): string {
  const filled = texts.filter((text) => text.trim() !== '');
  return filled.join(filled.some((text) => text.includes(',')) ? '; ' : ', ');
}

/** The texts that rules compare: each item of a list, or "true" for a checked box. */
export function valueTexts(value: FieldValue | undefined): readonly string[] {
  if (value === undefined || isEmptyValue(value)) return [];
  if (typeof value === 'boolean') return ['true'];
  return typeof value === 'string' ? [value] : value.filter((item) => item.trim() !== '');
}
