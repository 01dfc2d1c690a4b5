import { dateOf } from '@portal/domain/template/comparable';
import { TEMPLATE_LIMITS, type TemplateColumn, type TemplateField } from '@portal/domain/template/content';
import { notAnOption } from '@portal/domain/template/option-value';
import { cellText } from '@portal/domain/template/value';
import { linesOf } from '../conditions/condition-input.ts';
import type { ColumnInput, FieldInput } from './field-shape.ts';

type Rows = NonNullable<TemplateField['defaultRows']>;
type RowsInput = FieldInput['defaultRows'];

let lastKey = 0;
/** Form values of a new column. */
export function newColumn(): ColumnInput {
  lastKey += 1;
  return {
    key: `new ${lastKey}`,
    label: '',
    columnId: '',
    type: 'text',
    required: false,
    options: '',
    placeholder: '',
    maxLength: '',
  };
}

/** Form values of columns. Their keys are their saved IDs. */
export const columnsInput = (columns: readonly TemplateColumn[]): ColumnInput[] =>
  columns.map(({ id, label, type, required = false, options = [], placeholder = '', maxLength }) => ({
    key: id,
    label,
    columnId: id,
    type,
    required,
    options: options.join('\n'),
    placeholder,
    maxLength: maxLength === undefined ? '' : String(maxLength),
  }));

/** Whether a column of this type has options. */
export const hasOptions = (type: ColumnInput['type']): boolean =>
  type === 'select' || type === 'radio' || type === 'checkbox';

/** Columns to store. Properties that their type does not use are omitted. */
export const columnsOf = (columns: readonly ColumnInput[]): TemplateColumn[] =>
  columns.map(({ columnId, label, type, required, options, placeholder, maxLength }) => {
    const isText = type === 'text' || type === 'textarea';
    return {
      id: columnId.trim(),
      label: label.trim(),
      type,
      ...(required && { required }),
      ...(hasOptions(type) && linesOf(options).length > 0 && { options: linesOf(options) }),
      ...(isText && placeholder.trim() !== '' && { placeholder: placeholder.trim() }),
      ...(isText && maxLength.trim() !== '' && { maxLength: Number(maxLength) }),
    };
  });

/** Form values of the rows that a field starts with. */
export const defaultRowsInput = (rows: Rows): RowsInput =>
  rows.map((row) => ({
    cells: Object.fromEntries(
      Object.entries(row).map(([id, cell]) => [id, Array.isArray(cell) ? cell.join('\n') : textOf(cell)]),
    ),
  }));

const textOf = (cell: string | boolean): string => (typeof cell === 'string' ? cell : cellText(cell));

/** Rows to store: each cell as its column has it, without empty ones. */
export const defaultRowsOf = (columns: readonly ColumnInput[], rows: RowsInput): Rows =>
  rows.map(({ cells }) => {
    const row: Rows[number] = {};
    for (const { key, columnId, type, options } of columns) {
      const text = (cells[key] ?? '').trim();
      if (text === '') continue;
      const isList = linesOf(options).length > 0;
      const checked = isList ? linesOf(text) : true;
      row[columnId.trim()] = type === 'checkbox' ? checked : type === 'date' ? (dateOf(text) ?? text) : text;
    }
    return row;
  });

interface ColumnProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is wrong with the table of a `rows` field, by its inputs. */
export function columnProblems({
  columns,
  minRows,
  maxRows,
  defaultRows,
}: FieldInput): readonly ColumnProblem[] {
  const problems: ColumnProblem[] = [];
  const add = (path: ColumnProblem['path'], message: string) => problems.push({ path, message });
  if (columns.length === 0) add(['columns'], 'Add at least one column');
  const seen = new Set<string>();
  columns.forEach(({ columnId, type, options }, at) => {
    if (seen.has(columnId)) add(['columns', at, 'columnId'], 'Another column has this ID');
    seen.add(columnId);
    if ((type === 'select' || type === 'radio') && linesOf(options).length === 0)
      add(['columns', at, 'options'], 'Enter at least one option');
  });
  const [least, most] = [
    Number(minRows),
    maxRows.trim() === '' ? TEMPLATE_LIMITS.tableRows : Number(maxRows),
  ];
  if (least > most) add(['maxRows'], 'Maximum cannot be less than minimum');
  if (defaultRows.length > most) add(['maxRows'], `The field starts with ${defaultRows.length} rows`);
  defaultRows.forEach(({ cells }, at) => {
    for (const { key, type, options } of columns) {
      const [offered, chosen] = [linesOf(options), linesOf(cells[key] ?? '')];
      const unknown = chosen.find((text) => !offered.includes(text));
      if (offered.length > 0 && hasOptions(type) && unknown !== undefined)
        add(['defaultRows', at, 'cells', key], notAnOption(unknown, offered));
      if (type === 'date' && (cells[key] ?? '').trim() !== '' && dateOf(cells[key] ?? '') === null)
        add(['defaultRows', at, 'cells', key], 'Enter a date as MM/DD/YYYY');
    }
  });
  return problems;
}
