import { printed } from '@portal/contract/fields';
import { AUTO_POPULATE_SOURCES } from '@portal/contract/templates';
import {
  COLUMN_TYPES,
  DEPENDENCY_TYPES,
  DOSE_PER,
  FIELD_ID,
  FIELD_TYPES,
  MEASURES,
  RULE_OPERATORS,
  TEMPLATE_LIMITS,
} from '@portal/domain/template/content';
import { parseTypedNumber } from '@portal/domain/typed-number';
import { z } from 'zod';
import type { AppForm } from '#ui/form/use-app-form.ts';
import { isConditionInput, isGroup, type GroupInput } from '../conditions/condition-input.ts';

/** A text of the field, within the limit of the template's schema. */
const atMost = (max: number) =>
  z.string().max(max, `At most ${max.toLocaleString('en-US')} characters are allowed here`);
const line = atMost(TEMPLATE_LIMITS.line);
const lines = atMost(TEMPLATE_LIMITS.text);
/** Generated texts and default values. */
const printedLines = printed(atMost(TEMPLATE_LIMITS.text));
/** One per line. */
const options = printed(z.string());

/** Form values of a rule of any kind. Each kind uses one of `action`, `options` and `text`. */
const rule = z.strictObject({
  sourceFieldId: z.string(),
  operator: z.enum(RULE_OPERATORS),
  value: z.string(),
  /** Used instead of `value` for the operator `in`. */
  values: z.array(z.string()),
  measure: z.enum(['', ...MEASURES]),
  sinceFieldId: z.string(),
  /** Instead of the comparison. */
  when: z.custom<GroupInput>((input) => isConditionInput(input) && isGroup(input)).nullable(),
  action: z.enum(['show', 'hide']),
  options,
  /** The default value or text of the field, or the message of a validation rule. */
  text: printedLines,
});
export type RuleInput = z.input<typeof rule>;

export const RULE_KINDS = [
  'visibilityRules',
  'optionRules',
  'defaultValueRules',
  'dynamicTextRules',
  'validationRules',
] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

const count = (label: string, max: number, min = 1) =>
  z.string().refine(
    (text) => {
      if (text.trim() === '') return true;
      const number = parseTypedNumber(text) ?? Number.NaN;
      return Number.isInteger(number) && number >= min && number <= max;
    },
    `${label} must be a whole number from ${min} to ${max.toLocaleString('en-US')}`,
  );

const rowCount = (label: string) => count(label, TEMPLATE_LIMITS.tableRows, 0);

/** Form values of a column of a `rows` field. `key` stays the same when the ID is changed. */
const column = z.strictObject({
  key: z.string(),
  label: printed(
    z
      .string()
      .trim()
      .min(1, 'Please enter a column label')
      .max(TEMPLATE_LIMITS.label, 'The label is too long'),
  ),
  columnId: z
    .string()
    .trim()
    .regex(FIELD_ID, 'Use lowercase letters, digits and underscores, starting with a letter'),
  type: z.enum(COLUMN_TYPES),
  required: z.boolean(),
  options,
  placeholder: line,
  maxLength: count('Max length', TEMPLATE_LIMITS.text),
});
export type ColumnInput = z.input<typeof column>;

/** Form schema of the field dialog without the checks across fields. */
export const fieldShape = z.strictObject({
  label: printed(
    z
      .string()
      .trim()
      .min(1, 'Please enter a field label')
      .max(TEMPLATE_LIMITS.label, `The label can have at most ${TEMPLATE_LIMITS.label} characters`),
  ),
  id: z
    .string()
    .trim()
    .min(1, { error: 'Please enter a field ID', abort: true })
    .regex(
      FIELD_ID,
      'Use lowercase letters, digits and underscores, starting with a letter, for example needle_gauge',
    ),
  type: z.enum(FIELD_TYPES),
  required: z.boolean(),
  options,
  defaultText: printedLines,
  defaultChecked: z.boolean(),
  defaultChosen: z.array(z.string()),
  placeholder: line,
  helpText: line,
  maxLength: count('Max length', TEMPLATE_LIMITS.text),
  rows: count('Number of rows', 40),
  isReadOnly: z.boolean(),
  isVisible: z.boolean(),
  includeInReport: z.boolean(),
  autoPopulate: z.enum(['', ...AUTO_POPULATE_SOURCES]),
  dosePer: z.enum(['', ...DOSE_PER]),
  doseCountFieldId: z.string(),
  /** The amounts of options as typed, such as "40 mg". */
  doseAmounts: z.array(z.strictObject({ option: z.string(), text: z.string() })),
  dependsOn: z.string(),
  dependencyType: z.enum(['', ...DEPENDENCY_TYPES]),
  defaultTemplate: printedLines,
  columns: z.array(column),
  minRows: rowCount('Minimum'),
  maxRows: rowCount('Maximum'),
  /** The rows that it starts with: the texts of the cells by the key of their column. */
  defaultRows: z.array(z.strictObject({ cells: z.record(z.string(), line.optional()) })),
  formula: atMost(TEMPLATE_LIMITS.formula),
  reportLabel: printed(atMost(TEMPLATE_LIMITS.line)),
  visibilityRules: z.array(rule),
  optionRules: z.array(rule),
  defaultValueRules: z.array(rule),
  dynamicTextRules: z.array(rule),
  validationRules: z.array(rule.extend({ text: lines })),
});
export type FieldInput = z.input<typeof fieldShape>;
export type FieldFormState = AppForm<FieldInput, FieldInput>;
