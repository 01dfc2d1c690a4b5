import { formatDateUs, isDateOnly } from '../date.ts';
import type { FieldType } from './content.ts';

/** Text (dates as `YYYY-MM-DD`), whether a checkbox is checked, or the chosen options. */
export type CellValue = string | boolean | readonly string[];
/** A row of a `rows` field: its cells by column id. */
export type Row = Readonly<Record<string, CellValue>>;
/** A field's value. */
export type FieldValue = CellValue | readonly Row[];

/** Field values in the mutable types of the API. */
export type MutableValues = Record<
  string,
  string | boolean | string[] | Record<string, string | boolean | string[]>[]
>;

/** Values by field id, and of sources by their name ("patient.age"). */
export type FieldValues = Readonly<Record<string, FieldValue>>;

const mutableCell = (value: CellValue): string | boolean | string[] =>
  typeof value === 'object' ? [...value] : value;

/** Copies values into the mutable types of the API. */
export const mutableValues = (values: FieldValues): MutableValues =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]: [string, FieldValue]) => [
      id,
      isRows(value)
        ? value.map((row) =>
            Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, mutableCell(cell)])),
          )
        : mutableCell(value),
    ]),
  );

/** Whether a value is rows. An empty list is none. */
export const isRows = (value: FieldValue | undefined): value is readonly Row[] =>
  typeof value === 'object' && typeof value[0] === 'object';

/** Whether two values are the same. Databases do not keep the order of a row's cells. */
export const isSameValue = (a: FieldValue | undefined, b: FieldValue | undefined): boolean =>
  a === b || JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));

const ordered = (value: FieldValue | undefined) =>
  isRows(value)
    ? value.map((row) => Object.entries(row).toSorted(([one], [two]) => (one < two ? -1 : 1)))
    : value;

/** Whether all cells of a row are empty. */
export const isEmptyRow = (row: Row): boolean => Object.values(row).every((cell) => isEmptyValue(cell));

/** Whether a value is missing, blank, an empty choice, unchecked, or has only empty rows. */
export function isEmptyValue(value: FieldValue | undefined): boolean {
  if (value === undefined) return true;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return value.trim() === '';
  return value.every((item: string | Row) =>
    typeof item === 'string' ? item.trim() === '' : isEmptyRow(item),
  );
}

/**
 * Formats a value for display: dates as MM/dd/yyyy, several options joined by `joinTexts`, a checked box as "Yes", rows one below the
 * other, and no value as "".
 */
export function valueText(value: FieldValue | undefined, type: FieldType): string {
  if (value === undefined || isEmptyValue(value)) return '';
  if (typeof value === 'boolean') return 'Yes';
  if (typeof value !== 'string')
    return isRows(value) ? valueTexts(value).join('\n') : joinTexts(cells(value));
  return type === 'date' && isDateOnly(value) ? formatDateUs(value) : value;
}

/** Joins the texts that are not blank by commas, or by semicolons if one of them has a comma. */
export function joinTexts(texts: readonly string[]): string {
  const filled = texts.filter((text) => text.trim() !== '');
  return filled.join(filled.some((text) => text.includes(',')) ? '; ' : ', ');
}

/** The texts that rules compare: each item of a list, the cells of each row, or "true" for a checked box. */
export function valueTexts(value: FieldValue | undefined): readonly string[] {
  if (value === undefined || isEmptyValue(value)) return [];
  if (typeof value === 'boolean') return ['true'];
  if (typeof value === 'string') return [value];
  return isRows(value)
    ? value.filter((row) => !isEmptyRow(row)).map((row) => joinTexts(Object.values(row).map(cellText)))
    : cells(value).filter((item) => item.trim() !== '');
}

/** Formats a cell like a field's value; whole dates as MM/dd/yyyy. */
export const cellText = (value: CellValue | undefined): string => operandText(value);

/** A value of which only the kind is known, as people read it: whole dates as MM/dd/yyyy. */
export const operandText = (value: FieldValue | undefined): string =>
  valueText(value, typeof value === 'string' && isDateOnly(value) ? 'date' : 'text');

/** The items of a list that is not rows. */
const cells = (value: readonly (string | Row)[]): readonly string[] =>
  value.filter((item) => typeof item === 'string');

/** The texts of a column, one for each row in which it has a value, as a list like that of checkboxes. */
export const columnValue = (value: FieldValue | undefined, column: string): readonly string[] =>
  isRows(value)
    ? value
        .map((row) => cellText(Object.hasOwn(row, column) ? row[column] : undefined))
        .filter((text) => text !== '')
    : [];
