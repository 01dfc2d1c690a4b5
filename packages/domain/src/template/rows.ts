import { parseUsDate } from '../date.ts';
import { dateOf } from './comparable.ts';
import { TEMPLATE_LIMITS, type TemplateColumn, type TemplateField } from './content.ts';
import { fieldLengthProblem } from './field-length.ts';
import { acceptValue, notAnOption } from './option-value.ts';
import {
  isEmptyRow,
  isEmptyValue,
  isRows,
  valueText,
  type CellValue,
  type FieldValue,
  type Row,
} from './value.ts';

const columnFields = new WeakMap<TemplateColumn, TemplateField>();

/** A column as a field, so that cells have the rules and the controls of fields. The same column always gives the same field. */
export function fieldOfColumn(column: TemplateColumn): TemplateField {
  const known = columnFields.get(column);
  if (known !== undefined) return known;
  const { id, label, type, required = false, options = [], placeholder = '', maxLength } = column;
  const field: TemplateField = {
    id,
    label,
    type,
    required,
    options,
    placeholder,
    rows: 1,
    ...(maxLength !== undefined && { maxLength }),
    helpText: '',
    isReadOnly: false,
    isVisible: true,
    includeInReport: true,
    visibilityRules: [],
    optionRules: [],
    defaultValueRules: [],
    validationRules: [],
    dynamicTextRules: [],
  };
  columnFields.set(column, field);
  return field;
}

/** The rows of a value; none for other values. */
export const rowsOf = (value: FieldValue | undefined): readonly Row[] => (isRows(value) ? value : []);

/** A cell of a row; undefined if nothing was entered. */
export const cellOf = (row: Row, { id }: Pick<TemplateColumn, 'id'>): CellValue | undefined =>
  Object.hasOwn(row, id) ? row[id] : undefined;

/** At most this many rows can be entered. */
export const mostRows = ({ maxRows = TEMPLATE_LIMITS.tableRows }: Pick<TemplateField, 'maxRows'>): number =>
  maxRows;

/** Dates in rows as they are stored, YYYY-MM-DD. */
export const withRowDates = (columns: readonly TemplateColumn[], rows: readonly Row[]): readonly Row[] => {
  const dates = columns.filter(({ type }) => type === 'date');
  if (dates.length === 0) return rows;
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      dates.flatMap((column) => {
        const cell = cellOf(row, column);
        return typeof cell === 'string' ? [[column.id, dateOf(cell) ?? cell]] : [];
      }),
    ),
  }));
};

/** What is wrong with rows. Drafts can be saved with what is `missing` or `invalid`, but not with what is `refused`. */
export interface RowsProblem {
  readonly kind: 'missing' | 'invalid' | 'refused';
  /** "Row 2: Temperature is required." */
  readonly message: string;
}

/**
 * The problems of entered rows, in their order, then those of their number. Empty rows have none, and no field needs a minimum of rows
 * before one is entered.
 */
export function rowsProblems(
  field: Pick<TemplateField, 'columns' | 'minRows' | 'maxRows'>,
  value: FieldValue | undefined,
): readonly RowsProblem[] {
  if (!isRows(value))
    return isEmptyValue(value) ? [] : [{ kind: 'refused', message: 'This must be a list of rows.' }];
  const { columns = [] } = field;
  const ofRows = value.flatMap((row, at) =>
    isEmptyRow(row)
      ? []
      : rowProblems(columns, row).map(({ kind, message }) => ({
          kind,
          message: `Row ${at + 1}: ${withStop(message)}`,
        })),
  );
  const ofCount = countProblem(field, value);
  return ofCount === null ? ofRows : [...ofRows, ofCount];
}

/** That there are too few or too many rows; null if there are not. */
export function countProblem(
  field: Pick<TemplateField, 'minRows' | 'maxRows'>,
  value: FieldValue | undefined,
): RowsProblem | null {
  const { minRows = 0 } = field;
  const most = mostRows(field);
  const filled = rowsOf(value).filter((row) => !isEmptyRow(row)).length;
  if (filled > 0 && filled < minRows)
    return { kind: 'missing', message: `Enter at least ${rowCount(minRows)}.` };
  if (filled <= most) return null;
  return { kind: 'invalid', message: `At most ${rowCount(most)} ${most === 1 ? 'is' : 'are'} allowed.` };
}

function rowProblems(columns: readonly TemplateColumn[], row: Row): readonly RowsProblem[] {
  const known = new Set(columns.map(({ id }) => id));
  return [
    ...columns.flatMap((column) => cellProblem(column, cellOf(row, column)) ?? []),
    ...Object.keys(row)
      .filter((id) => !known.has(id))
      .map((id): RowsProblem => ({ kind: 'refused', message: `There is no column "${id}"` })),
  ];
}

/** At most this many problems are listed. */
const LISTED = 5;

/** The problems of these kinds as one text, the first ones of many; "" without any. */
export function problemText(
  problems: readonly RowsProblem[],
  ...kinds: readonly RowsProblem['kind'][]
): string {
  const messages = problems.flatMap(({ kind, message }) => (kinds.includes(kind) ? [message] : []));
  const more = messages.length - LISTED;
  return [...messages.slice(0, LISTED), ...(more > 0 ? [`${more} more.`] : [])].join(' ');
}

const rowCount = (count: number) => (count === 1 ? '1 row' : `${count} rows`);
const withStop = (text: string) => (/[.?]$/u.test(text) ? text : `${text}.`);

function cellProblem(column: TemplateColumn, cell: CellValue | undefined): RowsProblem | null {
  const field = fieldOfColumn(column);
  const { value, dropped } = acceptValue(field, field.options, cell);
  const [text] = dropped;
  if (text !== undefined)
    return { kind: 'refused', message: `${column.label}: ${notAnOption(text, field.options)}` };
  if (isEmptyValue(value))
    return field.required ? { kind: 'missing', message: `${column.label} is required` } : null;
  const tooLong = fieldLengthProblem(field, value);
  if (tooLong !== null) return { kind: 'refused', message: `${column.label}: ${tooLong}` };
  const wrongDate = dateProblem(field, valueText(value, field.type));
  return wrongDate === null ? null : { kind: 'invalid', message: `${column.label}: ${wrongDate}` };
}

/** That a date cannot be read; null if it can. `text` is as printed: that of a valid date is MM/DD/YYYY. */
export const dateProblem = ({ type }: Pick<TemplateField, 'type'>, text: string): string | null =>
  type === 'date' && text !== '' && parseUsDate(text) === null ? 'Enter a date as MM/DD/YYYY' : null;

/** A table as it is printed: the columns that have a value in any row, and the rows that are not empty. */
export interface RowsTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Rows as texts, in the order of the columns. */
export function tableOf(
  { columns = [] }: Pick<TemplateField, 'columns'>,
  value: FieldValue | undefined,
): RowsTable {
  const rows = rowsOf(value)
    .map((row) => columns.map((column) => valueText(cellOf(row, column), column.type).trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const used = columns.flatMap((_column, at) => (rows.some((cells) => cells[at] !== '') ? [at] : []));
  return {
    columns: used.map((at) => columns[at]?.label ?? ''),
    rows: rows.map((cells) => used.map((at) => cells[at] ?? '')),
  };
}

/** A table as lines of text: "1. Level: L4-L5; Temperature: 80". Empty cells are left out. */
export const tableLines = ({ columns, rows }: RowsTable): readonly string[] =>
  rows.map((cells, at) => {
    const filled = cells.flatMap((cell, column) =>
      cell === '' ? [] : [`${columns[column] ?? ''}: ${cell.replaceAll('\n', ' ')}`],
    );
    return `${at + 1}. ${filled.join('; ')}`;
  });

/** A field's value for people: like `valueText`, and rows with the labels of their columns, one on each line. */
export const shownText = (
  field: Pick<TemplateField, 'type' | 'columns'>,
  value: FieldValue | undefined,
): string => (isRows(value) ? tableLines(tableOf(field, value)).join('\n') : valueText(value, field.type));
