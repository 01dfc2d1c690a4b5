import type { AutoPopulateSource } from '@portal/contract/templates';
import type {
  DefaultValueRule,
  DynamicTextRule,
  FieldDose,
  OptionRule,
  RuleCondition,
  TemplateField,
  ValidationRule,
  VisibilityRule,
} from '@portal/domain/template/content';
import {
  linesOf,
  NEW_COMPARISON,
  ruleConditionInput as conditionInput,
  ruleConditionOf,
} from '../conditions/condition-input.ts';
import { columnsOf, columnsInput, defaultRowsInput, defaultRowsOf } from './column-values.ts';
import type { FieldInput, RuleInput } from './field-shape.ts';

/** Form values of a new rule: show the field when another one has a value. */
export const NEW_RULE: RuleInput = {
  ...NEW_COMPARISON,
  when: null,
  action: 'show',
  options: '',
  text: '',
};

/** Form values of a new field. */
export const NEW_FIELD: FieldInput = {
  label: '',
  id: '',
  type: 'text',
  required: false,
  options: '',
  defaultText: '',
  defaultChecked: false,
  defaultChosen: [],
  placeholder: '',
  helpText: '',
  maxLength: '',
  rows: '',
  isReadOnly: false,
  isVisible: true,
  includeInReport: true,
  autoPopulate: '',
  dosePer: '',
  doseCountFieldId: '',
  doseAmounts: [],
  dependsOn: '',
  dependencyType: '',
  defaultTemplate: '',
  columns: [],
  minRows: '',
  maxRows: '',
  defaultRows: [],
  formula: '',
  reportLabel: '',
  visibilityRules: [],
  optionRules: [],
  defaultValueRules: [],
  dynamicTextRules: [],
  validationRules: [],
};

/** Derives an id from a label: "Needle gauge (G)" becomes needle_gauge_g. */
export function idOfLabel(label: string): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s_-]/g, '')
    .replaceAll(/[\s_-]+/g, '_')
    .replace(/^_|_$/g, '');
  return (/^\d/.test(words) ? `field_${words}` : words).slice(0, 64);
}

const typedCount = (number: number | undefined): string => (number === undefined ? '' : String(number));

/** Form values of a field. */
export function fieldInput(field: TemplateField, source: AutoPopulateSource | undefined): FieldInput {
  const { defaultValue } = field;
  return {
    ...NEW_FIELD,
    label: field.label,
    id: field.id,
    type: field.type,
    required: field.required,
    options: field.options.join('\n'),
    defaultText: typeof defaultValue === 'string' ? defaultValue : '',
    defaultChecked: defaultValue === true,
    defaultChosen: Array.isArray(defaultValue) ? defaultValue : [],
    placeholder: field.placeholder,
    helpText: field.helpText,
    maxLength: typedCount(field.maxLength),
    rows: typedCount(field.rows),
    isReadOnly: field.isReadOnly,
    isVisible: field.isVisible,
    includeInReport: field.includeInReport,
    autoPopulate: source ?? '',
    dosePer: field.dose?.per ?? '',
    doseCountFieldId: field.dose?.countFieldId ?? '',
    doseAmounts: (field.dose?.amounts ?? []).map(({ option, amount, unit }) => ({
      option,
      text: `${amount} ${unit}`,
    })),
    dependsOn: field.dependsOn ?? '',
    dependencyType: field.dependencyType ?? '',
    defaultTemplate: field.defaultTemplate ?? '',
    columns: columnsInput(field.columns ?? []),
    minRows: typedCount(field.minRows),
    maxRows: typedCount(field.maxRows),
    defaultRows: defaultRowsInput(field.defaultRows ?? []),
    formula: field.formula ?? '',
    reportLabel: field.reportLabel ?? '',
    visibilityRules: field.visibilityRules.map((rule) => ({
      ...NEW_RULE,
      ...conditionInput(rule),
      action: rule.action,
    })),
    optionRules: field.optionRules.map((rule) => ({
      ...NEW_RULE,
      ...conditionInput(rule),
      options: rule.options.join('\n'),
    })),
    defaultValueRules: field.defaultValueRules.map((rule) => ({
      ...NEW_RULE,
      ...conditionInput(rule),
      text: rule.defaultTemplate ?? rule.defaultValue ?? '',
    })),
    dynamicTextRules: field.dynamicTextRules.map((rule) => ({
      ...NEW_RULE,
      ...conditionInput(rule),
      text: rule.text,
    })),
    validationRules: field.validationRules.map((rule) => ({
      ...NEW_RULE,
      ...conditionInput(rule),
      text: rule.message,
    })),
  };
}

/** The condition of a rule, without its result. */
const conditionOf = ({
  action: _action,
  options: _options,
  text: _text,
  ...condition
}: RuleInput): RuleCondition => ruleConditionOf(condition);

/** Whether a text has placeholders. */
const isTemplateText = (text: string): boolean => text.includes('{{');

const visibilityRule = (rule: RuleInput): VisibilityRule => ({ ...conditionOf(rule), action: rule.action });
const optionRule = (rule: RuleInput): OptionRule => ({
  ...conditionOf(rule),
  options: linesOf(rule.options),
});
const defaultValueRule = (rule: RuleInput): DefaultValueRule => ({
  ...conditionOf(rule),
  ...(isTemplateText(rule.text) ? { defaultTemplate: rule.text } : { defaultValue: rule.text }),
});
const dynamicTextRule = (rule: RuleInput): DynamicTextRule => ({ ...conditionOf(rule), text: rule.text });
const validationRule = (rule: RuleInput): ValidationRule => ({
  ...conditionOf(rule),
  message: rule.text.trim(),
});

/** The default value in the format of the field's type; undefined for none. */
function defaultOf(values: FieldInput, options: readonly string[]): TemplateField['defaultValue'] {
  if (values.type === 'rows') return undefined;
  if (values.type !== 'checkbox') return values.defaultText === '' ? undefined : values.defaultText;
  if (options.length === 0) return values.defaultChecked ? true : undefined;
  const { defaultChosen } = values;
  const chosen = options.filter((option) => defaultChosen.includes(option));
  const others = defaultChosen.filter((text) => !options.includes(text));
  return defaultChosen.length === 0 ? undefined : [...chosen, ...others];
}

/** The options that a field can have, those of its option rules included. */
export const typedOptions = ({
  options,
  optionRules,
}: Pick<FieldInput, 'options' | 'optionRules'>): string[] => [
  ...new Set([...linesOf(options), ...optionRules.flatMap((rule) => linesOf(rule.options))]),
];

/** Whether a field of this type has a choice of options. */
export const hasChoices = (type: FieldInput['type']): boolean =>
  type === 'select' || type === 'radio' || type === 'checkbox';

/** A typed amount, such as "40 mg"; null if it is none. */
export function typedAmount(text: string): { readonly amount: number; readonly unit: string } | null {
  const [, digits, unit = ''] = /^\s*(\d{1,6}(?:\.\d{1,4})?)\s*(\p{L}[^\d]{0,19}?)\s*$/u.exec(text) ?? [];
  return digits === undefined || Number(digits) <= 0 ? null : { amount: Number(digits), unit };
}

/** The dose of a field. Amounts of options that no longer exist are left out. */
function doseValue(values: FieldInput, per: FieldDose['per']): FieldDose {
  const options = hasChoices(values.type) ? typedOptions(values) : [];
  return {
    per,
    ...(values.doseCountFieldId !== '' && per !== 'note' && { countFieldId: values.doseCountFieldId }),
    amounts: values.doseAmounts.flatMap(({ option, text }) => {
      const amount = typedAmount(text);
      return amount === null || !options.includes(option) ? [] : [{ option, ...amount }];
    }),
  };
}

/** The table of a `rows` field. */
const rowsOf = ({ columns, minRows, maxRows, defaultRows }: FieldInput): Partial<TemplateField> => ({
  columns: columnsOf(columns),
  ...(minRows.trim() !== '' && { minRows: Number(minRows) }),
  ...(maxRows.trim() !== '' && { maxRows: Number(maxRows) }),
  ...(defaultRows.length > 0 && { defaultRows: defaultRowsOf(columns, defaultRows) }),
});

/** Converts form values to a field. Properties that its type does not use are omitted. */
export function fieldOf(values: FieldInput): TemplateField {
  const { type, dependsOn, dependencyType, defaultTemplate } = values;
  const hasOptions = type === 'select' || type === 'radio' || type === 'checkbox';
  const hasText = type === 'text' || type === 'textarea';
  const options = hasOptions ? linesOf(values.options) : [];
  const defaultValue = defaultOf(values, options);
  return {
    id: values.id.trim(),
    label: values.label.trim(),
    type,
    required: values.required,
    options,
    ...(defaultValue !== undefined && { defaultValue }),
    placeholder: values.placeholder.trim(),
    helpText: values.helpText.trim(),
    ...(hasText && values.maxLength.trim() !== '' && { maxLength: Number(values.maxLength) }),
    ...(type === 'textarea' && values.rows.trim() !== '' && { rows: Number(values.rows) }),
    isReadOnly: values.isReadOnly,
    isVisible: values.isVisible,
    includeInReport: values.includeInReport,
    ...(values.dosePer !== '' && { dose: doseValue(values, values.dosePer) }),
    ...(dependsOn !== '' && { dependsOn }),
    ...(dependencyType !== '' && { dependencyType }),
    ...(defaultTemplate.trim() !== '' && { defaultTemplate }),
    ...(type === 'rows' && rowsOf(values)),
    ...(dependencyType === 'calculated' && { formula: values.formula.trim() }),
    ...(values.reportLabel.trim() !== '' && { reportLabel: values.reportLabel.trim() }),
    visibilityRules: values.visibilityRules.map(visibilityRule),
    optionRules: values.optionRules.map(optionRule),
    defaultValueRules: values.defaultValueRules.map(defaultValueRule),
    validationRules: values.validationRules.map(validationRule),
    dynamicTextRules: values.dynamicTextRules.map(dynamicTextRule),
  };
}
