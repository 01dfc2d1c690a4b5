import { parseUsDate } from '../date.ts';
import { isMet } from './condition.ts';
import { fieldsOf, type RuleCondition, type TemplateContent, type TemplateField } from './content.ts';
import { parseTextTemplate, renderTextTemplate } from './text-template.ts';
import { isEmptyValue, valueText, type FieldValue, type FieldValues } from './value.ts';

/** What a template is evaluated with. */
export interface TemplateInput {
  /**
   * What the user entered, by field id; an emptied field is there too. A field that is not there has its default or follows its source,
   * so leaving one out again is "Reset".
   */
  readonly entered: FieldValues;
  /** Values to begin with that are not the template's: of the patient (auto-populate), of the provider's preferences. */
  readonly defaults?: FieldValues;
  /** Administrators may change read-only fields. */
  readonly canEditReadOnly?: boolean;
}

/** A field as it stands at this moment. */
export interface FieldState {
  readonly field: TemplateField;
  /** Hidden fields are not required and leave the report and the codes; what was entered is kept. */
  readonly isVisible: boolean;
  /** What a select, radio or checkbox field offers. */
  readonly options: readonly string[];
  readonly value: FieldValue | undefined;
  /** The value for rules, report and codes: empty while the field is hidden or what was chosen is no longer offered. */
  readonly effective: FieldValue | undefined;
  readonly text: string;
  /** What was chosen is not among the options any more. */
  readonly isStale: boolean;
  /** Depends on another field, and has not been edited. */
  readonly isFollowing: boolean;
  readonly isDisabled: boolean;
  /** What a validation rule says about the value, or that it is no date. */
  readonly problem: string | null;
}

/** A template as it stands with the values entered so far. */
export interface Evaluation {
  /** In the order of the template. */
  readonly fields: readonly FieldState[];
  readonly byId: ReadonlyMap<string, FieldState>;
  /** Labels of required visible fields without a value, in order. */
  readonly missing: readonly string[];
  /** Whether nothing stands in the way of review, signing and print. */
  readonly isComplete: boolean;
}

/**
 * Works out which fields are visible, what they offer and hold, and what is still missing. Total: also for templates with cycles, where
 * the field that closes one is taken as entered; `checkContent` names those.
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
    missing,
    isComplete: missing.length === 0 && fields.every(({ problem }) => problem === null),
  };
}

type Basics = Pick<FieldState, 'isVisible' | 'options' | 'value' | 'isStale' | 'effective' | 'text'>;

class Evaluator {
  readonly #input: TemplateInput;
  /** Of two fields with one id, the first: the builder does not save such a template. */
  readonly #fields = new Map<string, TemplateField>();
  readonly #basics = new Map<string, Basics>();
  readonly #running = new Set<string>();

  constructor(content: TemplateContent, input: TemplateInput) {
    this.#input = input;
    for (const field of fieldsOf(content)) if (!this.#fields.has(field.id)) this.#fields.set(field.id, field);
  }

  stateOf(field: TemplateField): FieldState {
    const basics = this.#basicsOf(field);
    const { canEditReadOnly = false } = this.#input;
    const isFollowing = isDependent(field) && !this.#isEntered(field.id);
    return {
      field,
      ...basics,
      isFollowing,
      isDisabled:
        (field.isReadOnly && !canEditReadOnly) || (isFollowing && field.dependencyType !== 'dynamic_default'),
      problem: basics.isVisible ? this.#problemOf(field, basics.text) : null,
    };
  }

  #basicsOf(field: TemplateField): Basics {
    const known = this.#basics.get(field.id);
    if (known !== undefined) return known;
    this.#running.add(field.id);
    const isVisible = this.#isVisible(field);
    const options = this.#optionsOf(field);
    const value = this.#isEntered(field.id)
      ? shaped(field, this.#input.entered[field.id])
      : this.#startOf(field, options);
    this.#running.delete(field.id);
    const basics = this.#finish(field, { isVisible, options, value });
    this.#basics.set(field.id, basics);
    return basics;
  }

  #finish(field: TemplateField, parts: Pick<Basics, 'isVisible' | 'options' | 'value'>): Basics {
    const isStale = !isOffered(field, parts.options, parts.value);
    const effective = parts.isVisible && !isStale ? parts.value : undefined;
    return { ...parts, isStale, effective, text: valueText(effective, field.type) };
  }

  #isEntered(id: string): boolean {
    return Object.hasOwn(this.#input.entered, id);
  }

  /** The state of a field that another one looks at; in the middle of a cycle it is what was entered. */
  #source(id: string): Basics | undefined {
    const field = this.#fields.get(id);
    if (field === undefined) return undefined;
    if (!this.#running.has(id)) return this.#basicsOf(field);
    return this.#finish(field, {
      isVisible: true,
      options: field.options,
      value: shaped(field, this.#input.entered[id]),
    });
  }

  #isMet(rule: RuleCondition): boolean {
    return isMet(rule, this.#source(rule.sourceFieldId)?.effective);
  }

  /** The first rule that holds decides; where there are rules and none holds, the field is hidden. */
  #isVisible(field: TemplateField): boolean {
    if (field.visibilityRules.length === 0) return field.isVisible;
    return field.visibilityRules.find((rule) => this.#isMet(rule))?.action === 'show';
  }

  #optionsOf(field: TemplateField): readonly string[] {
    if (field.type !== 'select' && field.type !== 'radio') return field.options;
    return field.optionRules.find((rule) => this.#isMet(rule))?.options ?? field.options;
  }

  /** What the field holds as long as nobody entered anything. */
  #startOf(field: TemplateField, options: readonly string[]): FieldValue | undefined {
    if (isDependent(field)) {
      const followed = this.#followed(field);
      if (followed !== undefined) return shaped(field, followed);
    }
    const { defaults = {} } = this.#input;
    const candidates = [
      Object.hasOwn(defaults, field.id) ? defaults[field.id] : undefined,
      this.#ruledDefault(field),
      field.defaultValue,
      field.dependencyType === 'dynamic_text' || field.defaultTemplate === undefined
        ? undefined
        : this.#render(field.defaultTemplate),
    ].map((value) => shaped(field, value));
    // A default that the field does not offer is none.
    return candidates.find((value) => !isEmptyValue(value) && isOffered(field, options, value));
  }

  #followed(field: TemplateField): FieldValue | undefined {
    switch (field.dependencyType) {
      case 'copy':
        return this.#source(field.dependsOn ?? '')?.effective;
      case 'dynamic_text': {
        const rule = field.dynamicTextRules.find((candidate) => this.#isMet(candidate));
        const text = rule?.text ?? field.defaultTemplate;
        return text === undefined ? undefined : this.#render(text);
      }
      default:
        return undefined;
    }
  }

  #ruledDefault(field: TemplateField): FieldValue | undefined {
    const rule = field.defaultValueRules.find((candidate) => this.#isMet(candidate));
    if (rule === undefined) return undefined;
    return rule.defaultTemplate === undefined ? rule.defaultValue : this.#render(rule.defaultTemplate);
  }

  #render(text: string): string {
    return renderTextTemplate(parseTextTemplate(text), (id) => this.#source(id)?.text ?? '');
  }

  #problemOf(field: TemplateField, text: string): string | null {
    // The text of a date is MM/dd/yyyy; what is none stays as it was typed.
    if (field.type === 'date' && text !== '' && parseUsDate(text) === null)
      return 'Enter a date as MM/DD/YYYY';
    return field.validationRules.find((rule) => this.#isMet(rule))?.message ?? null;
  }
}

/** Whether the field takes its value from another one; `transform` is not offered yet. */
export const isDependent = ({ dependsOn, dependencyType }: TemplateField): boolean =>
  (dependsOn !== undefined && (dependencyType === 'copy' || dependencyType === 'dynamic_default')) ||
  dependencyType === 'dynamic_text';

const isOneOf = (field: TemplateField) => field.type === 'select' || field.type === 'radio';

function isOffered(field: TemplateField, options: readonly string[], value: FieldValue | undefined): boolean {
  if (!isOneOf(field) || isEmptyValue(value)) return true;
  return typeof value === 'string' && options.includes(value);
}

/** A value in the shape of the field: several to one text, one to a list for a checkbox with options. */
function shaped(field: TemplateField, value: FieldValue | undefined): FieldValue | undefined {
  if (value === undefined) return undefined;
  if (field.type !== 'checkbox') return typeof value === 'string' ? value : valueText(value, field.type);
  if (field.options.length === 0)
    return typeof value === 'boolean' ? value : !isEmptyValue(value) && value !== 'false';
  if (typeof value === 'boolean') return [];
  return typeof value === 'string' ? (value === '' ? [] : [value]) : value;
}
