import type { CodeType } from '../billing-code.ts';
import type { LineType } from '../billing-line.ts';
import { ANY_VALUE } from './billing.ts';
import {
  fieldsOf,
  type ConditionGroup,
  type FieldDose,
  type RuleCondition,
  type TemplateContent,
  type TemplateField,
} from './content.ts';
import { conditionWords } from './condition-words.ts';
import { operandFields, operandLabel } from './operands.ts';
import { offeredValues } from './option-value.ts';
import { ReferenceWalker, type Place, type Redirect, type Reference } from './reference-walker.ts';
import type { CountRange } from './units.ts';
import { isRows, type FieldValues } from './value.ts';

/** A billing rule as far as it refers to fields, options and codes. */
export interface ReferringRule {
  readonly id: string;
  readonly fieldId: string;
  readonly fieldValue: string;
  readonly isTemplateDefault: boolean;
  readonly when?: ConditionGroup | null;
  readonly billingCodes: readonly {
    readonly code: string;
    readonly codeType: CodeType;
    readonly doseFieldId: string | null;
    readonly count?: CountRange | null;
    readonly isActive?: boolean;
    readonly unitSize?: number | null;
    readonly unit?: string | null;
    readonly lineType?: LineType;
  }[];
}

/** A provider's defaults for a template. */
export interface ReferringDefaults {
  /** The id of the user. */
  readonly id: string;
  readonly name: string;
  readonly defaults: FieldValues;
}

/** A test case as far as it refers to fields and options. */
export interface ReferringCase {
  readonly id: string;
  readonly name: string;
  readonly answers: FieldValues;
}

/** A template with everything that refers to its fields and options. */
export interface TemplateParts<
  Rule extends ReferringRule = ReferringRule,
  Defaults extends ReferringDefaults = ReferringDefaults,
  Case extends ReferringCase = ReferringCase,
> {
  readonly content: TemplateContent;
  /** Sources by field id. */
  readonly autoPopulate: Readonly<Record<string, string>>;
  readonly rules: readonly Rule[];
  readonly providerDefaults: readonly Defaults[];
  readonly cases: readonly Case[];
}

/** All references of a template, in template order. */
export function referencesOf(parts: TemplateParts): readonly Reference[] {
  const found: Reference[] = [];
  mapReferences(parts, (reference) => {
    found.push(reference);
    return reference.value ?? reference.fieldId;
  });
  return found;
}

/** Points every reference to what `redirect` returns. This is the only list of the places that hold references. */
export function mapReferences<
  Rule extends ReferringRule,
  Defaults extends ReferringDefaults,
  Case extends ReferringCase,
>(parts: TemplateParts<Rule, Defaults, Case>, redirect: Redirect): TemplateParts<Rule, Defaults, Case> {
  const fields = operandFields(fieldsOf(parts.content));
  const labelOf = (id: string) => operandLabel(id, (each) => fields.get(each));
  const walk = new ReferenceWalker(redirect);
  return {
    content: {
      ...parts.content,
      sections: parts.content.sections.map((section) => ({
        ...section,
        fields: section.fields.map((field) => mapField(field, fields, walk)),
      })),
    },
    autoPopulate: Object.fromEntries(
      Object.entries(parts.autoPopulate).map(([id, source]) => {
        const place: Place = {
          holder: 'autoPopulate',
          holderId: id,
          where: `Auto-populate of "${labelOf(id)}"`,
        };
        return [walk.operand(place, 'source', id), source];
      }),
    ),
    rules: parts.rules.map((rule) => mapRule(rule, labelOf, walk)),
    providerDefaults: parts.providerDefaults.map((each) => ({
      ...each,
      defaults: mapValues(each.defaults, fields, walk, (id) => ({
        holder: 'providerDefaults',
        holderId: each.id,
        where: `The default of ${each.name} for "${labelOf(id)}"`,
      })),
    })),
    cases: parts.cases.map((each) => ({
      ...each,
      answers: mapValues(each.answers, fields, walk, (id) => ({
        holder: 'case',
        holderId: each.id,
        where: `Test case "${each.name}" in its answer for "${labelOf(id)}"`,
      })),
    })),
  };
}

/** A billing rule in words, as in `Billing rule "Side is Left"`. */
export const ruleName = (
  {
    isTemplateDefault,
    fieldId,
    fieldValue,
    when,
  }: Pick<ReferringRule, 'isTemplateDefault' | 'fieldId' | 'fieldValue' | 'when'>,
  labelOf: (fieldId: string) => string,
): string => {
  const value = fieldValue === ANY_VALUE ? 'has any value' : `is ${fieldValue}`;
  const name = isTemplateDefault ? 'Template default' : `${labelOf(fieldId)} ${value}`;
  return when === undefined || when === null ? name : `${name}, when ${conditionWords(when, labelOf)}`;
};

function mapField(
  field: TemplateField,
  fields: ReadonlyMap<string, TemplateField>,
  walk: ReferenceWalker,
): TemplateField {
  const at = (where: string): Place => ({
    holder: 'field',
    holderId: field.id,
    where: `${where} of "${field.label}"`,
  });
  const named = (name: string, index: number) => at(`${name} rule ${index + 1}`);
  const condition = <Rule extends RuleCondition>(place: Place, rule: Rule): Rule => walk.rule(place, rule);
  const { dependsOn, defaultTemplate, defaultValue } = field;
  const hasOptions = hasOptionsIn(fields, field.id);
  // Texts with placeholders are checked as texts.
  const isOption = (text: string) => hasOptions && !/\{\{|\}\}/u.test(text);
  const own = (place: Place, text: string) =>
    isOption(text) ? walk.value(place, 'default', field.id, text) : text;
  const words = (place: Place, text: string) => (isOption(text) ? own(place, text) : walk.text(place, text));
  if (field.dependencyType === 'copy') mapCopy(field, fields.get(dependsOn ?? ''), walk, at('Copy'));
  return {
    ...field,
    ...(dependsOn !== undefined && { dependsOn: walk.operand(at('Dependency'), 'source', dependsOn) }),
    ...(defaultTemplate !== undefined && { defaultTemplate: words(at('The text'), defaultTemplate) }),
    ...(field.dose !== undefined && { dose: mapDose(field.id, field.dose, walk, at('The dose')) }),
    ...(defaultValue !== undefined && {
      defaultValue:
        typeof defaultValue === 'object'
          ? defaultValue.map((text) => own(at('The default'), text))
          : typeof defaultValue === 'string'
            ? own(at('The default'), defaultValue)
            : defaultValue,
    }),
    ...(field.formula !== undefined && { formula: walk.formula(at('The formula'), field.formula) }),
    ...(field.defaultRows !== undefined && {
      defaultRows: field.defaultRows.map((row) =>
        walk.row(at('A default row'), 'default', field.id, (id) => hasOptionsIn(fields, id), row),
      ),
    }),
    visibilityRules: field.visibilityRules.map((rule, index) => condition(named('Visibility', index), rule)),
    optionRules: field.optionRules.map((rule, index) => {
      const place = named('Option', index);
      return {
        ...condition(place, rule),
        options: rule.options.map((option) => walk.value(place, 'options', field.id, option)),
      };
    }),
    defaultValueRules: field.defaultValueRules.map((rule, index) => {
      const place = named('Default value', index);
      return {
        ...condition(place, rule),
        ...(rule.defaultValue !== undefined && { defaultValue: own(place, rule.defaultValue) }),
        ...(rule.defaultTemplate !== undefined && { defaultTemplate: words(place, rule.defaultTemplate) }),
      };
    }),
    validationRules: field.validationRules.map((rule, index) => condition(named('Validation', index), rule)),
    dynamicTextRules: field.dynamicTextRules.map((rule, index) => {
      const place = named('Text', index);
      return { ...condition(place, rule), text: words(place, rule.text) };
    }),
  };
}

/** The amounts belong to options of the field, and another field can say how many. */
const mapDose = (fieldId: string, dose: FieldDose, walk: ReferenceWalker, place: Place): FieldDose => ({
  ...dose,
  ...(dose.countFieldId !== undefined && { countFieldId: walk.operand(place, 'dose', dose.countFieldId) }),
  amounts: dose.amounts.map((each) => ({
    ...each,
    option: walk.value(place, 'dose', fieldId, each.option),
  })),
});

/** A copy needs each option of its source among its own. */
function mapCopy(
  field: TemplateField,
  source: TemplateField | undefined,
  walk: ReferenceWalker,
  place: Place,
): void {
  if (source === undefined || offeredValues(field) === null) return;
  for (const option of offeredValues(source) ?? []) walk.value(place, 'copy', field.id, option);
}

function mapRule<Rule extends ReferringRule>(
  rule: Rule,
  labelOf: (id: string) => string,
  walk: ReferenceWalker,
): Rule {
  const place: Place = {
    holder: 'rule',
    holderId: rule.id,
    where: `Billing rule "${ruleName(rule, labelOf)}"`,
  };
  const { isTemplateDefault, fieldId, fieldValue } = rule;
  const condition = isTemplateDefault
    ? {}
    : {
        fieldValue:
          fieldValue === ANY_VALUE ? fieldValue : walk.value(place, 'condition', fieldId, fieldValue),
        fieldId: walk.operand(place, 'condition', fieldId),
      };
  return {
    ...rule,
    ...condition,
    ...(rule.when && { when: walk.group(place, rule.when) }),
    billingCodes: rule.billingCodes.map((each) => {
      walk.code(place, each);
      if (each.doseFieldId === null) return each;
      const where = `${place.where} (${each.code})`;
      return { ...each, doseFieldId: walk.operand({ ...place, where }, 'dose', each.doseFieldId) };
    }),
  };
}

function mapValues(
  values: FieldValues,
  fields: ReadonlyMap<string, TemplateField>,
  walk: ReferenceWalker,
  placeOf: (fieldId: string) => Place,
): FieldValues {
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => {
      const place = placeOf(id);
      const mapped = isRows(value)
        ? value.map((row) => walk.row(place, 'value', id, (column) => hasOptionsIn(fields, column), row))
        : hasOptionsIn(fields, id)
          ? walk.cell(place, 'value', id, value)
          : value;
      return [walk.operand(place, 'value', id), mapped];
    }),
  );
}

/** Whether the texts of a field or column are options; those of a missing one may be. */
function hasOptionsIn(fields: ReadonlyMap<string, TemplateField>, id: string): boolean {
  const field = fields.get(id);
  return field === undefined || offeredValues(field) !== null;
}
