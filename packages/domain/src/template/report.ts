import { plainLine, plainNote } from '../text.ts';
import type { TemplateContent, TemplateField } from './content.ts';
import type { Evaluation, FieldState } from './evaluate.ts';
import { tableLines, tableOf, type RowsTable } from './rows.ts';
import { isEmptyValue } from './value.ts';

/** An entry of a report: a statement has no label, a paragraph is below its label, and a pair is next to it. */
interface TextEntry {
  readonly kind: 'pair' | 'paragraph' | 'statement';
  readonly label: string;
  readonly text: string;
}

/** The rows of a field below its label. */
export interface TableEntry extends RowsTable {
  readonly kind: 'table';
  readonly label: string;
}

export type ReportEntry = TextEntry | TableEntry;

/** A section of a report with at least one entry. */
export interface ReportSection {
  readonly title: string;
  readonly entries: readonly ReportEntry[];
}

/** A generated text that has a label for the report is a paragraph below it. */
const kindOf = ({ type, dependencyType, reportLabel = '' }: TemplateField): TextEntry['kind'] => {
  if (dependencyType === 'dynamic_text') return reportLabel.trim() === '' ? 'statement' : 'paragraph';
  return type === 'textarea' ? 'paragraph' : 'pair';
};

const labelOf = ({ label, reportLabel = '' }: TemplateField): string => {
  const own = reportLabel.trim();
  return plainLine(plainNote(own === '' ? label : own));
};

const entryOf = (field: TemplateField, { effective, text }: FieldState): ReportEntry =>
  field.type === 'rows'
    ? { kind: 'table', label: labelOf(field), ...plainTable(tableOf(field, effective)) }
    : { kind: kindOf(field), label: labelOf(field), text: plainNote(text).trim() };

const plainTable = ({ columns, rows }: RowsTable): RowsTable => ({
  columns: columns.map((label) => plainLine(plainNote(label))),
  rows: rows.map((cells) => cells.map((cell) => plainNote(cell).trim())),
});

/** The printed content: visible fields in the report that have a value. Empty sections are omitted. */
export function reportOf(content: TemplateContent, { byId }: Evaluation): readonly ReportSection[] {
  return content.sections
    .map(({ title, fields }) => ({
      title: plainLine(plainNote(title)),
      entries: fields.flatMap((field): ReportEntry[] => {
        const state = byId.get(field.id);
        if (state?.field !== field || !field.includeInReport || isEmptyValue(state.effective)) return [];
        return [entryOf(field, state)];
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Formats the report as plain text with "\n" line breaks. */
export function reportText(sections: readonly ReportSection[]): string {
  return sections
    .map(({ title, entries }) => [title, ...entries.map(entryText)].filter((text) => text !== '').join('\n'))
    .join('\n\n');
}

function entryText(entry: ReportEntry): string {
  if (entry.kind === 'table') return [`${entry.label}:`, ...tableLines(entry)].join('\n');
  const { kind, label, text } = entry;
  if (kind === 'statement') return text;
  return kind === 'paragraph' ? `${label}:\n${text}` : `${label}: ${text}`;
}
