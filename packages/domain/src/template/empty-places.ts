import { isRuleMet } from './condition.ts';
import type { TemplateContent, TemplateField } from './content.ts';
import { fieldIdOf } from './dependencies.ts';
import { textIn, valueIn, type Evaluation, type FieldState } from './evaluate.ts';
import { operandFields, traitsOf } from './operands.ts';
import {
  parseTextTemplate,
  renderTextTemplate,
  usedPlaceholders,
  type OperandValues,
  type TextTemplate,
} from './text-template.ts';
import { isEmptyValue } from './value.ts';

/** A gap in a printed text where a placeholder's field has no value: "a -gauge needle". */
export interface EmptyPlace {
  readonly fieldId: string;
  /** Of the field, column or source. */
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
  const finder = new EmptyPlaceFinder(evaluation);
  const operands = operandFields(evaluation.fields.map(({ field }) => field));
  return content.sections.flatMap(({ fields }) =>
    fields.flatMap((field) => {
      const state = evaluation.byId.get(field.id);
      if (state?.field !== field || !field.includeInReport || isEmptyValue(state.effective)) return [];
      return [...finder.emptyIn(state)].map((id) => ({
        fieldId: fieldIdOf(id),
        label: traitsOf(id, operands)?.label ?? id,
        textFieldId: field.id,
        textLabel: field.label,
      }));
    }),
  );
}

const NONE: ReadonlySet<string> = new Set();

class EmptyPlaceFinder {
  readonly #evaluation: Evaluation;
  /** Each field is looked at once, however many texts use it. In a cycle, nothing is empty. */
  readonly #found = new Map<string, ReadonlySet<string>>();

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation;
  }

  /** The empty operands in a field's text. */
  emptyIn(state: FieldState): ReadonlySet<string> {
    const { id } = state.field;
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    this.#found.set(id, NONE);
    const found = this.#search(state);
    this.#found.set(id, found);
    return found;
  }

  #search({ field, text }: FieldState): ReadonlySet<string> {
    const { byId } = this.#evaluation;
    const throughField = (id: string): ReadonlySet<string> => {
      const source = byId.get(id);
      return source === undefined ? NONE : this.emptyIn(source);
    };
    if (field.dependencyType === 'copy') {
      const source = byId.get(field.dependsOn ?? '');
      return source !== undefined && source.text === text ? throughField(source.field.id) : NONE;
    }
    const values: OperandValues = {
      value: (id) => valueIn(this.#evaluation, id),
      text: (id) => textIn(this.#evaluation, id),
    };
    for (const template of templatesOf(field, this.#evaluation)) {
      const used = [...usedPlaceholders(template, values)];
      if (isSame(renderTextTemplate(template, values), text))
        return new Set(used.flatMap(([id, isEmpty]) => (isEmpty ? [id] : [...throughField(id)])));
      const lost = template.operands.find((id) => isFromBefore(template, text, values, id));
      if (lost !== undefined) return new Set([lost]);
    }
    return NONE;
  }
}

/** Whether the text was generated and stored before this field had a value. */
function isFromBefore(template: TextTemplate, text: string, values: OperandValues, id: string): boolean {
  const before: OperandValues = {
    value: (other) => (other === id ? undefined : values.value(other)),
    text: (other) => (other === id ? '' : values.text(other)),
  };
  return usedPlaceholders(template, before).has(id) && isSame(renderTextTemplate(template, before), text);
}

const isSame = (made: string | null, printed: string): boolean =>
  made !== null && made.trim() !== '' && made.trim() === printed.trim();

/** The templates that the field's text may currently be generated from. */
function templatesOf(field: TemplateField, evaluation: Evaluation): readonly TextTemplate[] {
  const rules = field.dependencyType === 'dynamic_text' ? field.dynamicTextRules : field.defaultValueRules;
  const rule = rules.find((candidate) => isRuleMet(candidate, (id) => valueIn(evaluation, id)));
  const ruled = rule === undefined ? undefined : 'text' in rule ? rule.text : rule.defaultTemplate;
  return [ruled, field.defaultTemplate]
    .filter((text) => text !== undefined)
    .map((text) => parseTextTemplate(text));
}
