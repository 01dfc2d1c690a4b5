import { plainLine, plainNote } from '../text.ts';
import type { TemplateContent, TemplateField } from './content.ts';
import type { Evaluation } from './evaluate.ts';
import { isEmptyValue } from './value.ts';

/** An entry of a report: a statement has no label, a paragraph is below its label, and a pair is next to it. */
export interface ReportEntry {
  readonly kind: 'pair' | 'paragraph' | 'statement';
  readonly label: string;
  readonly text: string;
}

/** A section of a report with at least one entry. */
export interface ReportSection {
  readonly title: string;
  readonly entries: readonly ReportEntry[];
}

const kindOf = ({ type, dependencyType }: TemplateField): ReportEntry['kind'] => {
  if (dependencyType === 'dynamic_text') return 'statement';
  return type === 'textarea' ? 'paragraph' : 'pair';
};

/** The printed content: visible fields in the report that have a value. Empty sections are omitted. */
export function reportOf(content: TemplateContent, { byId }: Evaluation): readonly ReportSection[] {
  return content.sections
    .map(({ title, fields }) => ({
      title: plainLine(plainNote(title)),
      entries: fields.flatMap((field): ReportEntry[] => {
        const state = byId.get(field.id);
        if (state?.field !== field || !field.includeInReport || isEmptyValue(state.effective)) return [];
        return [
          {
            kind: kindOf(field),
            label: plainLine(plainNote(field.label)),
            text: plainNote(state.text).trim(),
          },
        ];
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

function entryText({ kind, label, text }: ReportEntry): string {
  if (kind === 'statement') return text;
  return kind === 'paragraph' ? `${label}:\n${text}` : `${label}: ${text}`;
}
