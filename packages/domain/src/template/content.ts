import { z } from 'zod';
import { plainLine, plainNote } from '../text.ts';

/** The current schema version. Older content is upgraded when it is read. */
export const CONTENT_VERSION = 1;

/** The field types. A hidden field has a value but no control. */
export const FIELD_TYPES = [
  'text',
  'textarea',
  'select',
  'radio',
  'checkbox',
  'date',
  'hidden',
  'rows',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The types of a column of a `rows` field. */
export const COLUMN_TYPES = ['text', 'textarea', 'select', 'radio', 'checkbox', 'date'] as const;

/**
 * How a field can depend on others; `transform` is offered as "coming soon" and does nothing. A `calculated` field has the result of its
 * formula.
 */
export const DEPENDENCY_TYPES = [
  'copy',
  'dynamic_text',
  'dynamic_default',
  'transform',
  'calculated',
] as const;
export type DependencyType = (typeof DEPENDENCY_TYPES)[number];

/** The operators of rules: those of the specification, then those for empty values, numbers, and dates. `default` always matches. */
export const RULE_OPERATORS = [
  'equals',
  'not_equals',
  'contains',
  'in',
  'startsWith',
  'default',
  'is_empty',
  'is_not_empty',
  'less_than',
  'at_most',
  'at_least',
  'greater_than',
  'before',
  'after',
] as const;
export type RuleOperator = (typeof RULE_OPERATORS)[number];

/**
 * What a condition compares of its source instead of its value: how many options are chosen or rows entered, the sum of its numbers, or the
 * days from another date to it.
 */
export const MEASURES = ['count', 'sum', 'days'] as const;
export type Measure = (typeof MEASURES)[number];

export const NEW_SECTION_TITLE = 'Procedure Details';

/** Limits larger than any real template but small enough to keep the editor and reports fast. */
export const TEMPLATE_LIMITS = {
  sections: 40,
  fields: 300,
  options: 200,
  rules: 50,
  /** Conditions of a group, and groups inside each other. */
  conditions: 20,
  groupDepth: 3,
  columns: 12,
  tableRows: 100,
  formula: 500,
  label: 200,
  line: 500,
  text: 10_000,
} as const;

/** Lowercase letters, digits and underscores, starting with a letter. */
export const FIELD_ID = /^[a-z][a-z0-9_]{0,63}$/;

/** A field, a column of a `rows` field ("lesions.level"), or a source ("patient.age"). */
export const OPERAND_ID = /^[a-z][a-z0-9_]{0,63}(?:\.[a-z][A-Za-z0-9_]{0,63})?$/;

const fieldId = z
  .string()
  .regex(FIELD_ID, 'Field IDs can contain only lowercase letters, digits and underscores');
const operandId = z
  .string()
  .regex(OPERAND_ID, 'Not a field ID, a column such as lesions.level, or a source such as patient.age');
const atMost = (max: number) => `At most ${max.toLocaleString('en-US')} characters are allowed here`;
const line = z.string().overwrite(plainLine).max(TEMPLATE_LIMITS.line, atMost(TEMPLATE_LIMITS.line));
const text = z.string().overwrite(plainNote).max(TEMPLATE_LIMITS.text, atMost(TEMPLATE_LIMITS.text));
const options = z.array(line).max(TEMPLATE_LIMITS.options);

const comparison = {
  /** Empty only for the operator `default`. */
  sourceFieldId: z.union([operandId, z.literal('')]),
  operator: z.enum(RULE_OPERATORS),
  /** For `in`, a list or comma-separated text; for `before` and `after`, a date. */
  value: z.union([line, options]),
  measure: z.enum(MEASURES).optional(),
  /** For `days`: the date from which they are counted. */
  sinceFieldId: operandId.optional(),
};
const oneCondition = z.strictObject(comparison);

/** A comparison of one source. */
export type Condition = z.infer<typeof oneCondition>;
/** Conditions of which all or any must be met. */
export interface ConditionGroup {
  match: 'all' | 'any';
  conditions: (Condition | ConditionGroup)[];
}

const groupOf = (depth: number): z.ZodType<ConditionGroup, ConditionGroup> =>
  z.strictObject({
    match: z.enum(['all', 'any']),
    conditions: z
      .array(depth > 1 ? z.union([oneCondition, groupOf(depth - 1)]) : oneCondition)
      .min(1, 'A group needs at least one condition')
      .max(TEMPLATE_LIMITS.conditions),
  });
/** Groups can be nested three deep. */
export const conditionGroup = groupOf(TEMPLATE_LIMITS.groupDepth);

/** The condition of a rule: its comparison and, if there is one, its group must be met. */
const condition = { ...comparison, when: conditionGroup.optional() };

const visibilityRule = z.strictObject({ ...condition, action: z.enum(['show', 'hide']) });
const optionRule = z.strictObject({ ...condition, options });
const defaultValueRule = z.strictObject({
  ...condition,
  defaultValue: text.optional(),
  defaultTemplate: text.optional(),
});
const dynamicTextRule = z.strictObject({ ...condition, text });
/** While the rule matches, the value is invalid; `message` is the error. */
const validationRule = z.strictObject({ ...condition, message: line });

/** What a dose is for. */
export const DOSE_PER = ['note', 'side', 'level', 'joint', 'point'] as const;
export type DosePer = (typeof DOSE_PER)[number];

/** The dose in a field: what the amount is for, the field that says how many, and the amounts of the options. Texts name their own amount. */
const dose = z.strictObject({
  per: z.enum(DOSE_PER),
  countFieldId: fieldId.optional(),
  amounts: z
    .array(
      z.strictObject({
        option: line,
        amount: z.number().positive('The amount must be more than 0').max(100_000),
        unit: z.string().overwrite(plainLine).trim().min(1, 'Enter the unit, for example mg').max(20),
      }),
    )
    .max(TEMPLATE_LIMITS.options)
    .default([]),
});

/** A column of a `rows` field, with the meaning that a field's properties have. */
const column = z.strictObject({
  id: fieldId,
  label: z
    .string()
    .overwrite(plainLine)
    .trim()
    .min(1, 'Please enter a column label')
    .max(TEMPLATE_LIMITS.label, atMost(TEMPLATE_LIMITS.label)),
  type: z.enum(COLUMN_TYPES),
  required: z.boolean().optional(),
  options: options.optional(),
  placeholder: line.optional(),
  maxLength: z.int().min(1).max(TEMPLATE_LIMITS.text).optional(),
});
const rowCount = z.int().min(0).max(TEMPLATE_LIMITS.tableRows).optional();

const rulesOf = <Rule extends z.ZodType>(rule: Rule) => z.array(rule).max(TEMPLATE_LIMITS.rules).default([]);

const field = z.strictObject({
  id: fieldId,
  label: z
    .string()
    .overwrite(plainLine)
    .trim()
    .min(1, 'Please enter a field label')
    .max(TEMPLATE_LIMITS.label, atMost(TEMPLATE_LIMITS.label)),
  type: z.enum(FIELD_TYPES),
  required: z.boolean().default(false),
  options: options.default([]),
  /** For a checkbox: the chosen options, or whether it is checked if it has no options. */
  defaultValue: z.union([text, z.boolean(), options]).optional(),
  placeholder: line.default(''),
  helpText: line.default(''),
  maxLength: z.int().min(1).max(TEMPLATE_LIMITS.text).optional(),
  rows: z.int().min(1).max(40).optional(),
  /** Only administrators can change its value. */
  isReadOnly: z.boolean().default(false),
  isVisible: z.boolean().default(true),
  includeInReport: z.boolean().default(true),
  dependsOn: fieldId.optional(),
  dependencyType: z.enum(DEPENDENCY_TYPES).optional(),
  /** The text of a `dynamic_text` field, or a default with placeholders. */
  defaultTemplate: text.optional(),
  dose: dose.optional(),
  /** The columns of a `rows` field. */
  columns: z.array(column).max(TEMPLATE_LIMITS.columns).optional(),
  minRows: rowCount,
  maxRows: rowCount,
  /** The rows that it starts with, by column id. */
  defaultRows: z
    .array(z.record(fieldId, z.union([line, z.boolean(), options])))
    .max(TEMPLATE_LIMITS.tableRows)
    .optional(),
  /** Of a `calculated` field. */
  formula: z.string().overwrite(plainLine).max(TEMPLATE_LIMITS.formula).optional(),
  /** What the report calls the field, if not by its label; also before a text that has no label otherwise. */
  reportLabel: line.optional(),
  visibilityRules: rulesOf(visibilityRule),
  optionRules: rulesOf(optionRule),
  defaultValueRules: rulesOf(defaultValueRule),
  validationRules: rulesOf(validationRule),
  dynamicTextRules: rulesOf(dynamicTextRule),
});

const section = z.strictObject({
  id: z.string().min(1).max(64),
  // `sectionProblems` has the limits, so that a text that is too long stays in the builder.
  title: z.string().overwrite(plainLine),
  description: z.string().overwrite(plainNote).default(''),
  fields: z.array(field).max(TEMPLATE_LIMITS.fields),
});

/**
 * The schema of template content, shared by the builder, editor, preview, print and server. It does not check consistency
 * between fields; `checkContent` does.
 */
export const templateContent = z.strictObject({
  version: z.literal(CONTENT_VERSION),
  sections: z.array(section).max(TEMPLATE_LIMITS.sections),
});

export type TemplateContent = z.infer<typeof templateContent>;
export type TemplateSection = z.infer<typeof section>;
export type TemplateField = z.infer<typeof field>;
export type TemplateColumn = z.infer<typeof column>;
export type FieldDose = z.infer<typeof dose>;
export type VisibilityRule = z.infer<typeof visibilityRule>;
export type OptionRule = z.infer<typeof optionRule>;
export type DefaultValueRule = z.infer<typeof defaultValueRule>;
export type DynamicTextRule = z.infer<typeof dynamicTextRule>;
export type ValidationRule = z.infer<typeof validationRule>;
/** The condition part of every rule. */
export type RuleCondition = Pick<VisibilityRule, keyof Condition | 'when'>;

/** Content without sections; used when content cannot be parsed. */
export const EMPTY_CONTENT: TemplateContent = { version: CONTENT_VERSION, sections: [] };

/** The published JSON Schema of template content. */
export const templateContentJsonSchema = () => z.toJSONSchema(templateContent, { io: 'input' });

/** Parsed content. If `problem` is not null, parsing failed and the content is empty. */
export interface ParsedContent {
  readonly content: TemplateContent;
  readonly problem: string | null;
}

/** Parses `templateContent`. Falls back to empty content if the text is not valid JSON or does not match the schema. */
export function parseTemplateContent(json: string): ParsedContent {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { content: EMPTY_CONTENT, problem: 'The template content is not valid JSON' };
  }
  const parsed = templateContent.safeParse(upgrade(value));
  if (parsed.success) return { content: parsed.data, problem: null };
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  return {
    content: EMPTY_CONTENT,
    problem: `The template content does not match the schema${path === '' ? '' : ` at ${path}`}: ${issue?.message ?? ''}`,
  };
}

/** Content from before versioning has no version number but the same structure. */
function upgrade(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'version' in value) return value;
  return { version: CONTENT_VERSION, ...value };
}

/** All fields in template order. */
export const fieldsOf = (content: TemplateContent): readonly TemplateField[] =>
  content.sections.flatMap(({ fields }) => fields);
