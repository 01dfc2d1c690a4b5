import type { TemplateColumn, TemplateField } from '@portal/domain/template/content';
import type { CellValue, Row } from '@portal/domain/template/value';

function cellFor({ id, type, options = [] }: TemplateColumn, place: number): CellValue {
  const [first = ''] = options;
  const option = options[place % Math.max(1, options.length)] ?? first;
  if (type === 'checkbox') return options.length === 0 ? true : [option];
  if (type === 'date') return '2026-11-02';
  if (options.length > 0) return option;
  return id === 'temperature' ? '80' : '40';
}

/** This many rows of a field, each with the next options; texts are numbers. */
export const rowsFor = ({ columns = [] }: TemplateField, count: number): readonly Row[] =>
  Array.from({ length: count }, (_, place) =>
    Object.fromEntries(columns.map((column) => [column.id, cellFor(column, place)])),
  );
