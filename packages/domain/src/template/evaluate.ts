import { Budget, OVER_BUDGET, TEXT_BUDGET } from './budget.ts';
import { dateOf } from './comparable.ts';
import { isRuleMet } from './condition.ts';
import { fieldsOf, type RuleCondition, type TemplateContent, type TemplateField } from './content.ts';
import { acceptSignedValue, acceptValue, type AcceptedValue } from './option-value.ts';
import { evaluateFormula, parseFormula } from './formula.ts';
import { operandOf } from './operands.ts';
import { dateProblem, problemText, rowsProblems, withRowDates } from './rows.ts';
import { isSourceName, sourcesIn } from './sources.ts';
import { parseTextTemplate, renderTextTemplate } from './text-template.ts';
import {
  columnValue,
  isEmptyValue,
  isRows,
  operandText,
  valueText,
  type FieldValue,
  type FieldValues,
  type Row,
} from './value.ts';

/** The input of an evaluation. */
export interface TemplateInput {
  /**
   * The values entered by the user, by field id, including cleared fields. A field without an entry has its default or follows its
   * source, so removing an entry resets the field. Sources have the values that were stored with the note, by their name.
   */
  readonly entered: FieldValues;
  /** Values from outside the template: auto-populated values, the provider's preferences, and sources by name. */
  readonly defaults?: FieldValues;
  /** Administrators may change read-only fields. */
  readonly canEditReadOnly?: boolean;
  /** The entered values are those of a signed dictation, which count as they did when it was signed. */
  readonly isSigned?: boolean;
}

/** The current state of a field. */
export interface FieldState {
  readonly field: TemplateField;
  /** Hidden fields are not required and do not affect the report or the codes; their entered values are kept. */
  readonly isVisible: boolean;
  /** The current options of a select, radio or checkbox field. */
  readonly options: readonly string[];
  /** What the field has, without `dropped`. */
  readonly value: FieldValue | undefined;
  /** The value for rules, report and codes. Empty while the field is hidden. */
  readonly effective: FieldValue | undefined;
  readonly text: string;
  /** What was entered, or `value`: rows with the texts that are in `dropped`. */
  readonly given: FieldValue | undefined;
  /** Texts that were entered, copied or set by a default, but are not one of the options, so they do not count. */
  readonly dropped: readonly string[];
  /** Depends on another field, and has not been edited. */
  readonly isFollowing: boolean;
  readonly isDisabled: boolean;
  /** The message of a validation rule, or that the value is not a date; null if valid. */
  readonly problem: string | null;
}

/** The state of a template with the current values. */
export interface Evaluation {
  /** In template order. */
  readonly fields: readonly FieldState[];
  readonly byId: ReadonlyMap<string, FieldState>;
  /** The values of the sources that the template and its billing rules use. */
  readonly sources: FieldValues;
  /** Labels of required visible fields without a value, in order. */
  readonly missing: readonly string[];
  /** Why a text could not be generated within `TEXT_BUDGET`, naming its field; null if all were. It is also that field's problem. */
  readonly overBudget: string | null;
  /** Whether the dictation can be reviewed, signed and printed: nothing is missing or invalid. */
  readonly isComplete: boolean;
}

/**
 * Computes which fields are visible, their options and values, and which required values are missing. Never throws. In a
 * dependency cycle, the field that closes it has its entered value; `checkContent` reports cycles.
 */
export function evaluateTemplate(content: TemplateContent, input: TemplateInput): Evaluation {
  const evaluator = new Evaluator(content, input);
  const fields = fieldsOf(content).map((field) => evaluator.stateOf(field));
  const missing = fields
    .filter(({ field, isVisible, effective }) => field.required && isVisible && isEmptyValue(effective))
    .map(({ field }) => field.label);
  return {
    fields,
    byId: new Map(fields.map((state) => [state.field.id, state])),
    sources: evaluator.sources(),
    missing,
    overBudget:
      fields.map(({ field }) => evaluator.overBudget.get(field.id)).find((text) => text !== undefined) ??
      null,
    isComplete: missing.length === 0 && fields.every(({ problem }) => problem === null),
  };
}

/** The text of a field, a column, or a source, as generated texts have it. */
export function textIn(evaluation: Evaluation, id: string): string {
  return evaluation.byId.get(id)?.text ?? operandText(valueIn(evaluation, id));
}

/** The value of a field, a column ("lesions.level"), or a source ("patient.age"), as rules see it. */
export function valueIn({ byId, sources }: Evaluation, id: string): FieldValue | undefined {
  if (isSourceName(id)) return Object.hasOwn(sources, id) ? sources[id] : undefined;
  const [head = '', column] = id.split('.');
  const value = byId.get(head)?.effective;
  return column === undefined ? value : columnValue(value, column);
}

type Basics = Pick<
  FieldState,
  'isVisible' | 'options' | 'value' | 'given' | 'dropped' | 'effective' | 'text'
>;

class Evaluator {
  readonly #input: TemplateInput;
  /** If two fields have the same id, the first one is used. The builder does not save such a template. */
  readonly #fields = new Map<string, TemplateField>();
  readonly #basics = new Map<string, Basics>();
  readonly #running = new Set<string>();
  readonly #budget = new Budget();
  #isOutOfSteps = false;
  /** Messages by field id. */
  readonly overBudget = new Map<string, string>();
  readonly #failures = new Map<string, string>();

  constructor(content: TemplateContent, input: TemplateInput) {
    this.#input = input;
    for (const field of fieldsOf(content)) if (!this.#fields.has(field.id)) this.#fields.set(field.id, field);
  }

  stateOf(field: TemplateField): FieldState {
    const basics = this.#basicsOf(field);
    const { canEditReadOnly = false } = this.#input;
    const isFollowing = isDependent(field) && !this.#isEntered(field);
    const problem = basics.isVisible ? this.#problemOf(field, basics) : null;
    this.#checkSteps(field);
    return {
      field,
      ...basics,
      isFollowing,
      isDisabled:
        isCalculated(field) ||
        (field.isReadOnly && !canEditReadOnly) ||
        (isFollowing && field.dependencyType !== 'dynamic_default'),
      problem: this.overBudget.get(field.id) ?? problem,
    };
  }

  #basicsOf(field: TemplateField): Basics {
    const known = this.#basics.get(field.id);
    if (known !== undefined) return known;
    this.#running.add(field.id);
    this.#budget.step();
    const isVisible = this.#isVisible(field);
    const options = this.#optionsOf(field);
    const accepted = this.#isEntered(field)
      ? this.#accept(field, options, this.#input.entered[field.id])
      : this.#startOf(field, options);
    this.#running.delete(field.id);
    this.#checkSteps(field);
    const basics = this.#finish(field, { isVisible, options, ...accepted });
    this.#basics.set(field.id, basics);
    return basics;
  }

  #finish(field: TemplateField, parts: Pick<Basics, 'isVisible' | 'options' | 'value' | 'dropped'>): Basics {
    const effective = parts.isVisible ? parts.value : undefined;
    const given = this.#isEntered(field) ? this.#input.entered[field.id] : parts.value;
    return { ...parts, given, effective, text: valueText(effective, field.type) };
  }

  #accept(field: TemplateField, options: readonly string[], value: FieldValue | undefined): AcceptedValue {
    return this.#input.isSigned === true
      ? acceptSignedValue(field, options, value)
      : acceptValue(field, options, value);
  }

  /** A calculated field has what it was signed with; nobody can enter it. */
  #isEntered(field: TemplateField): boolean {
    const isPossible = !isCalculated(field) || this.#input.isSigned === true;
    return isPossible && Object.hasOwn(this.#input.entered, field.id);
  }

  /** Reports the first field after which there are no steps left. */
  #checkSteps(field: TemplateField): void {
    if (this.#budget.isOutOfSteps && !this.#isOutOfSteps)
      this.overBudget.set(field.id, OVER_BUDGET.steps(field.label));
    this.#isOutOfSteps = this.#budget.isOutOfSteps;
  }

  /** The value of a field, a column, or a source for rules. */
  #valueOf(id: string): FieldValue | undefined {
    if (isSourceName(id)) return this.#fact(id);
    const [head = '', column] = id.split('.');
    const value = this.#source(head)?.effective;
    return column === undefined ? value : columnValue(value, column);
  }

  /** The values of the sources that were stored with the note or are known now. */
  sources(): FieldValues {
    const { entered, defaults = {} } = this.#input;
    return sourcesIn({ ...defaults, ...entered });
  }

  #fact(id: string): FieldValue | undefined {
    const { entered, defaults = {} } = this.#input;
    if (Object.hasOwn(entered, id)) return entered[id];
    return Object.hasOwn(defaults, id) ? defaults[id] : undefined;
  }

  /** The text of a field, a column, or a source in a generated text. */
  #textOf(id: string): string {
    if (!id.includes('.')) return this.#source(id)?.text ?? '';
    return operandText(this.#valueOf(id));
  }

  /** The state of a source field; inside a cycle and without steps left, its entered value. */
  #source(id: string): Basics | undefined {
    const field = this.#fields.get(id);
    if (field === undefined) return undefined;
    const known = this.#basics.get(id);
    if (known !== undefined) return known;
    if (!this.#running.has(id) && !this.#budget.isOutOfSteps) return this.#basicsOf(field);
    return this.#finish(field, {
      isVisible: true,
      options: field.options,
      ...this.#accept(field, field.options, this.#input.entered[id]),
    });
  }

  #isMet(rule: RuleCondition): boolean {
    return isRuleMet(rule, (id) => {
      this.#budget.step();
      return this.#valueOf(id);
    });
  }

  /** The first matching rule decides. If there are rules and none matches, the field is hidden. */
  #isVisible(field: TemplateField): boolean {
    if (field.visibilityRules.length === 0) return field.isVisible;
    return field.visibilityRules.find((rule) => this.#isMet(rule))?.action === 'show';
  }

  #optionsOf(field: TemplateField): readonly string[] {
    if (field.type !== 'select' && field.type !== 'radio') return field.options;
    return field.optionRules.find((rule) => this.#isMet(rule))?.options ?? field.options;
  }

  /** The value of the field until the user enters one. A default that is not an option gives way to no other one. */
  #startOf(field: TemplateField, options: readonly string[]): AcceptedValue {
    if (isDependent(field)) {
      const followed = this.#followed(field);
      if (followed !== undefined) return this.#accept(field, options, withDate(field, followed));
      if (this.overBudget.has(field.id)) return NOTHING;
    }
    const { defaults = {} } = this.#input;
    const candidates = [
      Object.hasOwn(defaults, field.id) ? defaults[field.id] : undefined,
      this.#ruledDefault(field),
      field.type === 'rows' ? startRows(field) : field.defaultValue,
      field.dependencyType === 'dynamic_text' || field.defaultTemplate === undefined
        ? undefined
        : this.#render(field, field.defaultTemplate),
    ]
      .filter((value) => !isEmptyValue(value))
      .map((value) => this.#accept(field, options, withDate(field, value)));
    const isSigned = this.#input.isSigned === true;
    return candidates.find(({ dropped }) => !isSigned || dropped.length === 0) ?? NOTHING;
  }

  #followed(field: TemplateField): FieldValue | undefined {
    switch (field.dependencyType) {
      case 'copy':
        return this.#copied(field);
      case 'calculated':
        return this.#calculated(field);
      case 'dynamic_text': {
        const rule = field.dynamicTextRules.find((candidate) => this.#isMet(candidate));
        const text = rule?.text ?? field.defaultTemplate;
        return text === undefined ? undefined : this.#render(field, text);
      }
      default:
        return undefined;
    }
  }

  #ruledDefault(field: TemplateField): FieldValue | undefined {
    const rule = field.defaultValueRules.find((candidate) => this.#isMet(candidate));
    if (rule === undefined) return undefined;
    return rule.defaultTemplate === undefined ? rule.defaultValue : this.#render(field, rule.defaultTemplate);
  }

  /** The value of the copied field; in a text, as it is shown. */
  #copied(field: TemplateField): FieldValue | undefined {
    this.#budget.step();
    const source = this.#source(field.dependsOn ?? '');
    if (source?.effective === undefined) return undefined;
    const text = this.#fitting(field, source.text);
    const isSameKind =
      field.type === 'checkbox' || field.type === this.#fields.get(field.dependsOn ?? '')?.type;
    return text !== undefined && isSameKind ? source.effective : text;
  }

  #render(field: TemplateField, text: string): string | undefined {
    const made = renderTextTemplate(parseTextTemplate(text), {
      value: (id) => {
        this.#budget.step();
        return this.#valueOf(id);
      },
      text: (id) => {
        this.#budget.step();
        return this.#textOf(id);
      },
    });
    return this.#fitting(field, made);
  }

  /** The result of a formula; "" and a problem if it cannot be calculated. */
  #calculated(field: TemplateField): string {
    const read = parseFormula(field.formula ?? '');
    const result =
      'problem' in read
        ? { problem: `its formula ${read.problem}` }
        : evaluateFormula(read.value, {
            value: (id) => {
              this.#budget.step();
              return this.#valueOf(id);
            },
            label: (id) => operandOf(id, (each) => this.#fields.get(each))?.label,
          });
    if ('value' in result) return result.value;
    this.#failures.set(field.id, `“${field.label}” cannot be calculated: ${result.problem}`);
    return '';
  }

  /** A generated text, or undefined if it exceeds the budget. */
  #fitting(field: TemplateField, text: string | null): string | undefined {
    if (text === null || text.length > TEXT_BUDGET.field)
      this.overBudget.set(field.id, OVER_BUDGET.field(field.label));
    else if (this.#budget.take(text)) return text;
    else this.overBudget.set(field.id, OVER_BUDGET.note(field.label));
    return undefined;
  }

  #problemOf(field: TemplateField, { given, text }: Basics): string | null {
    const ofRows = field.type === 'rows' ? problemText(rowsProblems(field, given), 'missing', 'invalid') : '';
    if (ofRows !== '') return ofRows;
    return (
      dateProblem(field, text) ??
      this.#failures.get(field.id) ??
      field.validationRules.find((rule) => this.#isMet(rule))?.message ??
      null
    );
  }
}

/** Whether the field takes its value from other fields; `transform` is not supported yet. */
export const isDependent = ({ dependsOn, dependencyType }: TemplateField): boolean =>
  (dependsOn !== undefined && (dependencyType === 'copy' || dependencyType === 'dynamic_default')) ||
  dependencyType === 'dynamic_text' ||
  dependencyType === 'calculated';

const isCalculated = ({ dependencyType }: TemplateField): boolean => dependencyType === 'calculated';

/** The rows that a field starts with: its own, then empty ones up to its minimum. */
function startRows({ defaultRows = [], minRows = 0 }: TemplateField): readonly Row[] {
  const empty = Array.from({ length: Math.max(0, minRows - defaultRows.length) }, () => ({}));
  return [...defaultRows, ...empty];
}

const NOTHING: AcceptedValue = { value: undefined, dropped: [] };

/** Dates as they are stored, YYYY-MM-DD, also those in rows. Other values stay as they are. */
export function withDate<Value extends FieldValue | undefined>(
  { type, columns = [] }: TemplateField,
  value: Value,
): Value | string | readonly Row[] {
  if (type === 'date' && typeof value === 'string') return dateOf(value) ?? value;
  return type === 'rows' && isRows(value) ? withRowDates(columns, value) : value;
}
