import type { TemplateColumn, TemplateField } from '@portal/domain/template/content';
import { acceptValue, nearOption } from '@portal/domain/template/option-value';
import { fieldOfColumn, mostRows } from '@portal/domain/template/rows';
import { isRows, type CellValue, type Row } from '@portal/domain/template/value';
import { plainLine, plainNote } from '@portal/domain/text';
import { dateValue } from '#ui/form/date-input.ts';
import { isOneLine } from '../walk.ts';

/** A quoted cell of a spreadsheet, or one without quotes, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/uy;

/**
 * The cells of a block that was copied from a spreadsheet: tabs between cells, line breaks between rows, and quotes around cells with
 * either. Null for a text that the control takes as it is: of one cell, or of several lines in a text area.
 */
export function pastedBlock(text: string, target: EventTarget): readonly (readonly string[])[] | null {
  const lines = text.replaceAll(/\r\n?/gu, '\n').replace(/\n$/u, '');
  const isText =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && isOneLine(target));
  const isOneCell = !(target instanceof HTMLTextAreaElement ? /\t/u : /[\t\n]/u).test(lines);
  if (lines === '' || (isText && isOneCell)) return null;
  const rows: string[][] = [[]];
  CELL.lastIndex = 0;
  for (let match = CELL.exec(lines); match !== null; match = CELL.exec(lines)) {
    const [, quoted, plain = '', end] = match;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
    if (end === '' || CELL.lastIndex > lines.length) break;
  }
  return rows;
}

/** Where a block goes, and what did not fit, as a sentence; null if all did. */
interface Pasted {
  readonly rows: readonly Row[];
  readonly leftOut: string | null;
}

/** Fills cells from one on with a block; adds rows up to the most of the field. */
export function pasteRows(
  field: TemplateField,
  rows: readonly Row[],
  block: readonly (readonly string[])[],
  from: { readonly row: number; readonly column: number },
): Pasted {
  const columns = (field.columns ?? []).slice(from.column);
  const fitting = block.slice(0, Math.max(0, mostRows(field) - from.row));
  const result = [...rows];
  for (const [at, texts] of fitting.entries()) {
    const cells = texts
      .slice(0, columns.length)
      .flatMap((text, column) =>
        columns.slice(column, column + 1).map((each) => [each.id, pastedCell(each, text)] as const),
      );
    result[from.row + at] = { ...result[from.row + at], ...Object.fromEntries(cells) };
  }
  return { rows: result, leftOut: leftOutText(block, fitting.length, columns.length) };
}

function leftOutText(block: readonly (readonly string[])[], rows: number, columns: number): string | null {
  const below = block.slice(rows).filter(hasText).length;
  const beside = block.slice(0, rows).filter((cells) => hasText(cells.slice(columns))).length;
  const parts = [
    ...(below === 0 ? [] : [`the last ${counted(below, 'row')}`]),
    ...(beside === 0 ? [] : [`what is right of the last column in ${counted(beside, 'row')}`]),
  ];
  return parts.length === 0
    ? null
    : `Not everything that you pasted fits here. Left out: ${parts.join(', and ')}.`;
}

const hasText = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const CHECKED = /^(?:x|✓|1)$/iu;

/** A pasted text as its column has it. What is no option stays, so that its cell can say so. */
function pastedCell(column: TemplateColumn, pasted: string): CellValue {
  const field = fieldOfColumn(column);
  const text = column.type === 'textarea' ? plainNote(pasted) : plainLine(plainNote(pasted)).trim();
  const cell = readCell(field, text);
  const { value, dropped } = acceptValue(field, field.options, cell);
  return value === undefined || isRows(value) || dropped.length > 0 ? cell : value;
}

function readCell({ type, options }: TemplateField, text: string): string | boolean | readonly string[] {
  const option = (part: string) => nearOption(part, options) ?? part;
  switch (type) {
    case 'select':
    case 'radio':
      return option(text);
    case 'date':
      return dateValue(text);
    case 'checkbox':
      if (options.length === 0) return CHECKED.test(text) || text;
      if (nearOption(text, options) !== undefined) return [option(text)];
      return text.split(/[;,]/u).map((part) => option(part.trim()));
    default:
      return text;
  }
}
