import { AUTO_POPULATE_SOURCES } from '@portal/domain/template/auto-populate';
import { parseTemplateContent, TEMPLATE_LIMITS, templateContent } from '@portal/domain/template/content';
import { leftOverTag } from '@portal/domain/template/text-template';
import { plainNote } from '@portal/domain/text';
import { z } from 'zod';
import { changeOf } from './core/change.ts';
import { permission } from './core/endpoint.ts';
import { valuesOf } from './core/field-values.ts';
import { parseStorable } from './core/storable.ts';
import {
  dateOnly,
  id,
  optionalText,
  printed,
  queryFlag,
  reason,
  requiredText,
  version,
} from './core/fields.ts';
import { acts, changes, creates, reads, removes, toggles } from './core/verbs.ts';

/** Maximum length of a template's content, in characters. */
export const MAX_CONTENT_LENGTH = 500_000;
/** Content is a JSON string inside JSON: its quotes are escaped, and non-ASCII letters take two or three bytes. */
const maxBodyBytes = 3 * MAX_CONTENT_LENGTH;

const order = z
  .int({ error: 'Quick access order must be a whole number' })
  .min(0, 'Quick access order cannot be negative')
  .max(9999, 'Quick access order can be at most 9999')
  .nullish()
  .transform((number) => number ?? null);

/** A category id, which is a number. */
export const categoryId = z.int({ error: 'Choose a category from the list' }).min(1);

/** A template in lists. */
export const templateRow = z.object({
  id,
  name: z.string(),
  procedureType: z.string(),
  shortDescription: z.string().nullable(),
  categoryId: categoryId.nullable(),
  categoryName: z.string().nullable(),
  quickAccessOrder: z.int().nullable(),
  isActive: z.boolean(),
  usageCount: z.int(),
  lastUsed: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
  version: z.int(),
});
export type TemplateRow = z.output<typeof templateRow>;

/** A complete template. `templateContent` and `autoPopulateFields` are JSON strings. */
export const template = templateRow.extend({
  templateContent: z.string(),
  autoPopulateFields: z.string(),
  /** Printed as the title instead of the name. */
  reportTitle: z.string().nullable(),
  /** What anyone but a physician signs with it needs a physician's co-signature. */
  needsCoSignature: z.boolean(),
  /** The content version. It increases when the content of a used template changes. */
  contentVersion: z.int(),
});
export type Template = z.output<typeof template>;

/** A provider's default values for a template's fields, by field id. */
export const providerDefaults = valuesOf(
  z
    .string()
    .overwrite(plainNote)
    .max(TEMPLATE_LIMITS.text, `A default can have at most ${TEMPLATE_LIMITS.text} characters`),
);

/** A template for dictation, with its parsed content and the current user's defaults. */
export const dictationTemplate = template.extend({
  structure: templateContent.pick({ sections: true }),
  /** Printed above the title: the heading of its category. */
  reportHeading: z.string().nullable(),
  providerDefaults,
  isDefault: z.boolean(),
});
export type DictationTemplate = z.output<typeof dictationTemplate>;

/**
 * A template in the list for the session screen. Its structure was validated when it was saved. The raw content is left out
 * to keep the list small.
 */
export const listedTemplate = dictationTemplate
  .omit({ templateContent: true, autoPopulateFields: true })
  .extend({ structure: z.object({ sections: z.array(z.unknown()) }) });
export type ListedTemplate = z.output<typeof listedTemplate>;

export { AUTO_POPULATE_SOURCES, type AutoPopulateSource } from '@portal/domain/template/auto-populate';
export const autoPopulateFields = z.record(z.string().max(64), z.enum(AUTO_POPULATE_SOURCES));

const contentText = z
  .string({ error: 'Template content is required' })
  .max(MAX_CONTENT_LENGTH, 'The template is too large')
  .superRefine((text, context) => {
    const { problem } = parseTemplateContent(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    else if (!parseStorable(text).isStorable)
      context.addIssue({ code: 'custom', message: 'The template contains characters that cannot be stored' });
  });
const autoPopulateText = z
  .string({ error: 'Auto-populate fields must be text' })
  .max(50_000, 'Too many auto-populate fields')
  .superRefine((text, context) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    if (!autoPopulateFields.safeParse(value).success)
      context.addIssue({
        code: 'custom',
        message: `Auto-populate fields must be JSON like {"fieldId": "patient.dateOfBirth"} with one of these sources: ${AUTO_POPULATE_SOURCES.join(', ')}`,
      });
  });

/** A text in the title of reports, where nothing is filled in. */
export const reportText = (label: string) =>
  printed(
    optionalText(label, 150).refine(
      (text) => text === null || leftOverTag(text) === null,
      `The ${label.toLowerCase()} cannot have placeholders. Remove {{…}}.`,
    ),
  );

/** The fields of a template. The handler checks that the content is consistent. */
const fields = {
  /** Printed as the title, unless there is a `reportTitle`. */
  name: printed(
    requiredText('Name', 150).refine(
      (name) => leftOverTag(name) === null,
      'The name cannot have placeholders. Remove {{…}}.',
    ),
  ),
  procedureType: requiredText('Procedure type', 100),
  shortDescription: optionalText('Short description', 500),
  reportTitle: reportText('Title in the report'),
  needsCoSignature: z.boolean({ error: 'Needs co-signature must be true or false' }).default(false),
  categoryId: categoryId.nullish().transform((value) => value ?? null),
  quickAccessOrder: order,
  templateContent: contentText,
};
/** A field, or a column as "lesions.level". */
const operandId = z.string().max(129);
/**
 * What was renamed, by the old names; the options are by the old field or column. Rules, conditions, copies, providers' defaults and test cases
 * follow.
 */
const renames = z.strictObject({
  fields: z.record(operandId, operandId).default({}),
  options: z
    .record(operandId, z.record(z.string().max(TEMPLATE_LIMITS.line), z.string().max(TEMPLATE_LIMITS.line)))
    .default({}),
});
export const templateBody = z.strictObject({
  ...fields,
  autoPopulateFields: autoPopulateText.default('{}'),
  /** A template to copy billing code rules and test cases from. Rules for fields or options that the new template lacks are skipped. */
  copyRulesFrom: id.optional(),
});
export const templateChange = z.strictObject({
  ...changeOf(fields),
  /** Unchanged when absent. */
  autoPopulateFields: autoPopulateText.optional(),
  /** Why changed content is saved although test cases fail. Recorded in the audit log. */
  reason: reason.optional(),
  renames: renames.optional(),
  /** Saves although rules, defaults or test cases are left that point to nothing. Recorded in the audit log. */
  ignoreLostReferences: z.boolean().optional(),
  version,
});

const tag = 'Templates';
const manage = { tag, guard: permission('Dictation.ManageTemplates'), healthData: false } as const;
const dictate = { tag, guard: permission('Dictation.View'), healthData: false, audit: null } as const;

export const templateList = reads('/admin/template/templates', manage, {
  summary: 'List templates by category, quick access order and name',
  query: z.strictObject({ includeInactive: queryFlag }),
  response: z.array(templateRow),
  audit: null,
});
export const templateGet = reads('/admin/template/templates/:id', manage, {
  summary: 'Get a template',
  response: template,
  audit: null,
  background: true,
});
export const templateCreate = creates('/admin/template/templates', manage, {
  summary: 'Add a template',
  body: templateBody,
  maxBodyBytes,
  response: template.extend({
    /** Result of `copyRulesFrom`; `leftOut` counts the rules for fields or options that the new template does not have. */
    copiedRules: z.object({ copied: z.int(), leftOut: z.int(), reasons: z.array(z.string()) }).optional(),
    /** Number of test cases copied by `copyRulesFrom`. */
    copiedCases: z.int().optional(),
  }),
  errors: ['CONFLICT'],
});
export const templateUpdate = changes('/admin/template/templates/:id', manage, {
  summary:
    'Update a template; existing dictations keep their content. 409 CONFIRMATION_REQUIRED if changed content fails test cases and no reason is given, or if references to its fields and options would be lost',
  body: templateChange,
  maxBodyBytes,
  response: template,
  errors: ['STALE', 'CONFLICT', 'CONFIRMATION_REQUIRED'],
});
export const templateReferences = acts('/admin/template/templates/:id/references', manage, {
  summary:
    'List the rules, defaults and test cases that would point to nothing with new content; changes nothing',
  body: z.strictObject({ templateContent: contentText, renames: renames.optional() }),
  maxBodyBytes,
  /** By the field or option that the content no longer has; both are null for what a rename cannot carry along. */
  response: z.array(
    z.object({
      fieldId: z.string().nullable(),
      option: z.string().nullable(),
      messages: z.array(z.string()),
    }),
  ),
  audit: null,
});
export const templateToggle = toggles('/admin/template/templates/:id/toggle-status', manage, {
  summary: 'Activate or deactivate a template',
  response: z.object({ message: z.string(), template: templateRow }),
  errors: ['STALE'],
});
export const templateDelete = removes('/admin/template/templates/:id', manage, {
  summary: 'Delete a template; a used template is only hidden and kept for existing dictations',
  response: z.object({ message: z.string() }),
});
export const dictationTemplates = reads('/dictation/templates', dictate, {
  summary: 'List active templates by quick access order for the session screen',
  response: z.array(listedTemplate),
});
export const dictationTemplateGet = reads('/dictation/templates/:id', dictate, {
  summary: 'Get a template for the dictation editor, by default an active one',
  /** Clients add a timestamp to bypass caches; other parameters are ignored. Drafts are continued with inactive templates, too. */
  query: z.object({ _t: z.string().optional(), includeInactive: queryFlag }),
  response: dictationTemplate,
  background: true,
});

/** The values that a template and its rules read of the record, by source. Those that are not known or not shown to the caller are missing. */
export const dictationTemplateSources = reads('/dictation/templates/:id/sources', {
  tag,
  healthData: true,
  guard: permission('Dictation.Create', 'Dictation.Edit'),
  summary:
    'Get what a template reads of the patient, the provider, the location, and earlier records, as a note on this day would store it',
  query: z.strictObject({
    patientId: id.optional(),
    providerId: id.optional(),
    locationId: id.optional(),
    procedureDate: dateOnly('Procedure date').optional(),
    /** The note itself, which is no earlier one. */
    dictationId: id.optional(),
    orderId: id.optional(),
  }),
  response: z.object({ values: valuesOf(z.string()) }),
  audit: 'Viewed',
});

/** The current user's preferences for a template. */
export const templatePreferences = z.object({
  templateId: id,
  defaults: providerDefaults,
  isDefault: z.boolean(),
});
const prefer = {
  tag,
  guard: permission('Dictation.Create'),
  healthData: false,
  allowedForKeys: false,
} as const;

export const templatePreferencesSave = acts('/dictation/preferences/:id', prefer, {
  summary: 'Save the current user’s default values for a template; an empty object clears them',
  body: z.strictObject({ defaults: providerDefaults }),
  response: templatePreferences,
  audit: 'Updated',
});
export const templateDefaultToggle = acts('/dictation/preferences/:id/default', prefer, {
  summary: 'Set or clear a template as the current user’s default; there is at most one',
  response: templatePreferences.extend({ message: z.string() }),
  audit: 'Updated',
});
