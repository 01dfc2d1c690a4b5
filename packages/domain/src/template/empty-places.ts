import { isMet } from './condition.ts';
import type { TemplateContent, TemplateField } from './content.ts';
import type { Evaluation, FieldState } from './evaluate.ts';
import {
  parseTextTemplate,
  renderTextTemplate,
  usedPlaceholders,
  type TextTemplate,
} from './text-template.ts';
import { isEmptyValue } from './value.ts';

/** A gap in a printed text where a placeholder's field has no value: "a -gauge needle". */
export interface EmptyPlace {
  readonly fieldId: string;
  readonly label: string;
  /** The field whose text has the gap. */
  readonly textFieldId: string;
  readonly textLabel: string;
}

/**
 * Finds the gaps in a report, in report order. Only unedited template texts are checked: the placeholders in the branches that are
 * used, including those inside other texts. Edited text has no gaps.
 */
export function emptyPlaces(content: TemplateContent, evaluation: Evaluation): readonly EmptyPlace[] {
  return content.sections.flatMap(({ fields }) =>
    fields.flatMap((field) => {
      const state = evaluation.byId.get(field.id);
      if (state?.field !== field || !field.includeInReport || isEmptyValue(state.effective)) return [];
      return [...emptyIn(state, evaluation, new Set())].map((fieldId) => ({
        fieldId,
        label: evaluation.byId.get(fieldId)?.field.label ?? fieldId,
        textFieldId: field.id,
        textLabel: field.label,
      }));
    }),
  );
}

/** The ids of the empty fields in a field's text. `above` holds the fields being checked, to stop at cycles. */
function emptyIn(state: FieldState, evaluation: Evaluation, above: ReadonlySet<string>): ReadonlySet<string> {
  const { field, text } = state;
  if (above.has(field.id)) return new Set();
  const path = new Set([...above, field.id]);
  const throughField = (id: string): ReadonlySet<string> => {
    const source = evaluation.byId.get(id);
    return source === undefined ? new Set() : emptyIn(source, evaluation, path);
  };
  if (field.dependencyType === 'copy') {
    const source = evaluation.byId.get(field.dependsOn ?? '');
    return source !== undefined && source.text === text ? throughField(source.field.id) : new Set();
  }
  const textOf = (id: string) => evaluation.byId.get(id)?.text ?? '';
  for (const template of templatesOf(field, evaluation)) {
    const used = usedPlaceholders(template, textOf);
    if (isSame(renderTextTemplate(template, textOf), text))
      return new Set(used.flatMap((id) => (textOf(id) === '' ? [id] : [...throughField(id)])));
    const lost = template.fieldIds.find((id) => isFromBefore(template, text, textOf, id));
    if (lost !== undefined) return new Set([lost]);
  }
  return new Set();
}

/** Whether the text was generated and stored before this field had a value. */
function isFromBefore(
  template: TextTemplate,
  text: string,
  textOf: (id: string) => string,
  id: string,
): boolean {
  const before = (other: string) => (other === id ? '' : textOf(other));
  return (
    usedPlaceholders(template, before).includes(id) && isSame(renderTextTemplate(template, before), text)
  );
}

const isSame = (made: string, printed: string): boolean =>
  made.trim() !== '' && made.trim() === printed.trim();

/** The templates that the field's text may currently be generated from. */
function templatesOf(field: TemplateField, { byId }: Evaluation): readonly TextTemplate[] {
  const rules = field.dependencyType === 'dynamic_text' ? field.dynamicTextRules : field.defaultValueRules;
  const rule = rules.find((candidate) => isMet(candidate, byId.get(candidate.sourceFieldId)?.effective));
  const ruled = rule === undefined ? undefined : 'text' in rule ? rule.text : rule.defaultTemplate;
  return [ruled, field.defaultTemplate]
    .filter((text) => text !== undefined)
    .map((text) => parseTextTemplate(text));
}
