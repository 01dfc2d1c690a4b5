import { CODE_TYPES } from '@portal/domain/billing-code';
import { conditionGroup, TEMPLATE_LIMITS } from '@portal/domain/template/content';
import { plainLine, plainNote } from '@portal/domain/text';
import { z } from 'zod';
import { changeOf } from './core/change.ts';
import { permission } from './core/endpoint.ts';
import { valuesOf } from './core/field-values.ts';
import { codeTraits } from './billing-codes.ts';
import { id, version } from './core/fields.ts';
import { acts, changes, creates, reads, removes } from './core/verbs.ts';

/** Maximum number of billing code rules of a template. All of them run with each evaluation. */
export const MAX_RULES = 500;

/** Two IDs of 64 characters and a dot. */
const MAX_OPERAND = 129;

const countOf = (name: string) =>
  z
    .int({ error: `${name} must be a whole number` })
    .min(1, `${name} must be 1 or more`)
    .max(9999, `${name} can be at most 9999`);
/** Units from a number or from ticked options (`CountRange`). */
export const countRange = z
  .strictObject({
    from: countOf('From'),
    to: countOf('To').nullable().default(null),
    step: countOf('Each further').nullable().default(null),
  })
  .refine(({ from, to }) => to === null || to >= from, {
    path: ['to'],
    error: 'To cannot be less than From',
  });

/** A billing code that a rule assigns. */
export const ruleCode = z.object({
  billingCodeId: id,
  code: z.string(),
  description: z.string(),
  codeType: z.enum(CODE_TYPES),
  modifiers: z.string(),
  isDefault: z.boolean(),
  displayOrder: z.int(),
  /** The field with the dose that the units are computed from; null for 1 unit. */
  doseFieldId: z.string().nullable(),
  /** How the units are counted from that field; null if it has a dose. */
  count: countRange.nullable(),
  /** A deactivated code stays in the rule but is no longer suggested. */
  isActive: z.boolean(),
  ...codeTraits,
});

/** A billing code rule of a template. */
export const billingCodeRule = z.object({
  id,
  templateId: id,
  fieldId: z.string(),
  fieldValue: z.string(),
  priority: z.int(),
  isTemplateDefault: z.boolean(),
  /** Conditions that must be met besides the field's value; null for none. With them, a template default is limited. */
  when: conditionGroup.nullable(),
  billingCodes: z.array(ruleCode),
  version: z.int(),
});
export type BillingCodeRule = z.output<typeof billingCodeRule>;

/** Two-character modifiers, separated by commas: `50,LT`. */
export const modifiers = z
  .string()
  .trim()
  .toUpperCase()
  .regex(
    /^(?:[0-9A-Z]{2}(?:\s*,\s*[0-9A-Z]{2}){0,3})?$/,
    'Enter up to four 2-character modifiers, separated by commas',
  )
  .default('');

/** The fields of a rule. The handler checks the rule as a whole and the maximum number of codes per type. */
const fields = {
  templateId: id,
  /** A field, a column of rows (`lesions.level`), or a source (`patient.sex`). */
  fieldId: z.string().max(MAX_OPERAND).default(''),
  fieldValue: z.string().overwrite(plainLine).max(TEMPLATE_LIMITS.line).default(''),
  priority: z
    .int({ error: 'Priority must be a whole number' })
    .min(0, 'Priority cannot be negative')
    .max(9999, 'Priority can be at most 9999')
    .default(0),
  isTemplateDefault: z.boolean().default(false),
  when: conditionGroup.nullable().default(null),
  billingCodes: z
    .array(
      z.strictObject({
        billingCodeId: z.string().max(64),
        modifiers,
        isDefault: z.boolean().default(false),
        displayOrder: z.int().min(0).max(9999).default(0),
        doseFieldId: z.string().max(MAX_OPERAND).nullish(),
        count: countRange.nullish(),
      }),
    )
    .max(100, 'Too many codes'),
};
export const billingCodeRuleBody = z.strictObject(fields);
export const billingCodeRuleChange = z.strictObject({ ...changeOf(fields), version });

/** The entered values, by field id. */
export const fieldValues = valuesOf(z.string().overwrite(plainNote).max(TEMPLATE_LIMITS.text));

/** A code suggested by an evaluation. A template default has `_template_default` and `*` as field and value. */
export const ruleMatch = z.object({
  billingCodeId: id,
  code: z.string(),
  description: z.string(),
  codeType: z.enum(CODE_TYPES),
  matchedFieldId: z.string(),
  matchedFieldValue: z.string(),
  isDefault: z.boolean(),
  priority: z.int(),
  /** From the rules, plus those for the dictation's side and approach that payers accept on the line. */
  modifiers: z.string(),
  /** Null if a dose makes no units. */
  units: z.int().nullable(),
  ruleId: id,
});

const tag = 'Billing code rules';
const manage = { tag, guard: permission('Dictation.ManageTemplates'), healthData: false } as const;

export const billingCodeRuleList = reads('/templatebillingcoderule/template/:templateId', manage, {
  summary: 'List the rules of a template by priority',
  params: z.strictObject({ templateId: id }),
  response: z.array(billingCodeRule),
  audit: null,
  errors: ['NOT_FOUND'],
});
/** A code with a last day, in the rules of a template. */
export const endedRuleCode = z.object({
  templateId: id,
  templateName: z.string(),
  isActive: z.boolean(),
  code: z.string(),
  validTo: z.string(),
  /** How many rules of the template assign it. */
  rules: z.int(),
});
export type EndedRuleCode = z.output<typeof endedRuleCode>;
export const endedRuleCodes = reads('/templatebillingcoderule/ended', manage, {
  summary: 'List codes with a last day in the rules of all templates, by template and code',
  response: z.array(endedRuleCode),
  audit: null,
});
/** Includes inactive templates: dictations written with them can still be edited. */
export const dictationTemplateRules = reads('/dictation/templates/:id/billing-rules', {
  tag,
  healthData: false,
  summary: 'List the rules of a template for code suggestions in the dictation editor',
  guard: permission('Dictation.View'),
  response: z.array(billingCodeRule),
  audit: null,
});
export const billingCodeRuleCreate = creates('/templatebillingcoderule', manage, {
  summary: 'Add a rule',
  body: billingCodeRuleBody,
  response: billingCodeRule,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
export const billingCodeRuleUpdate = changes('/templatebillingcoderule/:id', manage, {
  summary:
    'Update the codes, the priority and the conditions of a rule; its field and value cannot be changed',
  body: billingCodeRuleChange,
  response: billingCodeRule,
  errors: ['STALE'],
});
export const billingCodeRuleDelete = removes('/templatebillingcoderule/:id', manage, {
  summary: 'Delete a rule',
  response: z.object({ message: z.string() }),
});
export const billingCodeRuleEvaluate = acts('/templatebillingcoderule/evaluate', {
  tag,
  healthData: false,
  summary: 'Get the codes that a template’s rules suggest for the entered values',
  guard: permission('Dictation.View', 'Dictation.ManageTemplates'),
  body: z.strictObject({ templateId: id, fieldValues }),
  response: z.array(ruleMatch),
  audit: null,
  errors: ['NOT_FOUND'],
});
