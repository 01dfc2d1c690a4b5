import { AUTO_POPULATE_SOURCES } from '@portal/contract/templates';
import {
  CONTENT_VERSION,
  DEPENDENCY_TYPES,
  FIELD_ID,
  FIELD_TYPES,
  RULE_OPERATORS,
  TEMPLATE_LIMITS,
  templateContent,
} from '@portal/domain/template/content';
import { z } from 'zod';
import { fieldOf } from './field-values.ts';

/** Form values of a rule of any kind. Each kind uses one of `action`, `options` and `text`. */
const rule = z.strictObject({
  sourceFieldId: z.string(),
  operator: z.enum(RULE_OPERATORS),
  value: z.string(),
  /** Used instead of `value` for the operator `in`. */
  values: z.array(z.string()),
  action: z.enum(['show', 'hide']),
  /** One per line. */
  options: z.string(),
  /** The default value or text of the field, or the message of a validation rule. */
  text: z.string(),
});
export type RuleInput = z.input<typeof rule>;

/** The kinds of field rules. */
export const RULE_KINDS = [
  'visibilityRules',
  'optionRules',
  'defaultValueRules',
  'dynamicTextRules',
  'validationRules',
] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

const count = (label: string, max: number) =>
  z.string().refine(
    (text) => {
      if (text.trim() === '') return true;
      const number = Number(text);
      return Number.isInteger(number) && number >= 1 && number <= max;
    },
    `${label} must be a whole number from 1 to ${max.toLocaleString('en-US')}`,
  );

/** Form schema of the field dialog without the checks across fields. */
const shape = z.strictObject({
  label: z
    .string()
    .trim()
    .min(1, 'Please enter a field label')
    .max(TEMPLATE_LIMITS.label, `The label can have at most ${TEMPLATE_LIMITS.label} characters`),
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
  /** One per line. */
  options: z.string(),
  defaultText: z.string(),
  defaultChecked: z.boolean(),
  defaultChosen: z.array(z.string()),
  placeholder: z.string(),
  helpText: z.string(),
  maxLength: count('Max length', TEMPLATE_LIMITS.text),
  rows: count('Number of rows', 40),
  isReadOnly: z.boolean(),
  isVisible: z.boolean(),
  includeInReport: z.boolean(),
  autoPopulate: z.enum(['', ...AUTO_POPULATE_SOURCES]),
  dependsOn: z.string(),
  dependencyType: z.enum(['', ...DEPENDENCY_TYPES]),
  defaultTemplate: z.string(),
  visibilityRules: z.array(rule),
  optionRules: z.array(rule),
  defaultValueRules: z.array(rule),
  dynamicTextRules: z.array(rule),
  validationRules: z.array(rule),
});
export type FieldInput = z.input<typeof shape>;

type AddIssue = (path: (string | number)[], message: string) => void;

function checkRule(kind: RuleKind, one: RuleInput, at: number, addIssue: AddIssue): void {
  if (one.operator !== 'default') {
    if (one.sourceFieldId === '') addIssue([kind, at, 'sourceFieldId'], 'Choose the field to check');
    if (one.operator === 'in' && one.values.length === 0)
      addIssue([kind, at, 'values'], 'Enter at least one value');
    if (one.operator !== 'in' && one.value.trim() === '')
      addIssue([kind, at, 'value'], 'Enter the value to compare with');
  }
  if (kind === 'optionRules' && one.options.trim() === '')
    addIssue([kind, at, 'options'], 'Enter at least one option');
  if (kind === 'defaultValueRules' && one.text.trim() === '')
    addIssue([kind, at, 'text'], 'Enter the default value');
  if (kind === 'dynamicTextRules' && one.text.trim() === '') addIssue([kind, at, 'text'], 'Enter the text');
  if (kind === 'validationRules' && one.text.trim() === '')
    addIssue([kind, at, 'text'], 'Enter the message to show');
}

/** The dialog input that shows a schema error of a field property, where the names differ. */
const SHOWN_AT: Readonly<Record<string, string>> = { defaultValue: 'defaultText' };

/** Form schema of the field dialog. `takenIds` are the ids of the template's other fields. */
export const fieldForm = (takenIds: readonly string[]) =>
  shape.superRefine((values, context) => {
    const addIssue: AddIssue = (path, message) => context.addIssue({ code: 'custom', path, message });
    if (takenIds.includes(values.id)) addIssue(['id'], 'Another field in this template has this ID');
    if ((values.type === 'select' || values.type === 'radio') && values.options.trim() === '')
      addIssue(['options'], `Please add at least one option for ${values.type} fields`);
    if (
      (values.dependencyType === 'copy' || values.dependencyType === 'dynamic_default') &&
      !values.dependsOn
    )
      addIssue(['dependsOn'], 'Choose the field it depends on');
    for (const kind of RULE_KINDS) values[kind].forEach((one, at) => checkRule(kind, one, at, addIssue));
    if (context.issues.length > 0) return;
    const checked = templateContent.safeParse({
      version: CONTENT_VERSION,
      sections: [{ id: 'section', title: '', fields: [fieldOf(values)] }],
    });
    for (const issue of checked.error?.issues ?? []) {
      const property = String(issue.path[4] ?? 'label');
      addIssue([SHOWN_AT[property] ?? property], issue.message);
    }
  });
