import { CODE_TYPES } from '@portal/domain/billing-code';
import {
  conditionGroup,
  OPERAND_ID,
  TEMPLATE_LIMITS,
  templateContent,
} from '@portal/domain/template/content';
import { z } from 'zod';
import { billingCodeRuleBody, countRange, MAX_RULES, modifiers } from './billing-code-rules.ts';
import { permission } from './core/endpoint.ts';
import { reason, requiredText } from './core/fields.ts';
import { fileOf } from './core/file.ts';
import { parseStorable } from './core/storable.ts';
import { locationHeaderSave } from './location-headers.ts';
import { MAX_CASES, templateCaseBody } from './template-cases.ts';
import { categoryBody } from './template-categories.ts';
import { autoPopulateFields, MAX_CONTENT_LENGTH, templateBody } from './templates.ts';
import { acts, reads } from './core/verbs.ts';

/** Identifies a file of templates, whatever its name. */
export const TEMPLATE_FILE_FORMAT = 'medical-portal-templates';
/** The version of the format. Raised when older portals could not read a file. */
export const TEMPLATE_FILE_VERSION = 1;
/** Maximum size of a file, in bytes of UTF-8. */
export const MAX_TEMPLATE_FILE_BYTES = 10 * 1024 * 1024;
/** The text is a JSON string inside JSON: its quotes are escaped. */
const maxBodyBytes = 2.5 * MAX_TEMPLATE_FILE_BYTES;
const MAX_ENTRIES = 500;

const fieldId = z.string().regex(OPERAND_ID, 'Not a field ID');
/** As rules have it: an option or any text. */
const value = z.string().trim().min(1, 'Value is required').max(TEMPLATE_LIMITS.line);

const fileRule = z.strictObject({
  /** When the rule applies; null for the template's default. `value` can be `*` for any. */
  when: z.strictObject({ fieldId, value }).nullable(),
  /** What must be met besides `when`. */
  conditions: conditionGroup.nullish(),
  priority: billingCodeRuleBody.shape.priority,
  billingCodes: z
    .array(
      z.strictObject({
        codeType: z.enum(CODE_TYPES),
        code: requiredText('Code', 20),
        modifiers,
        isDefault: z.boolean(),
        doseFieldId: fieldId.nullable(),
        /** Absent in older files. */
        count: countRange.nullable().default(null),
      }),
    )
    .min(1, 'A rule needs at least one code')
    .max(100, 'Too many codes'),
});

const fileTemplate = z.strictObject({
  ...templateBody.omit({
    categoryId: true,
    templateContent: true,
    autoPopulateFields: true,
    copyRulesFrom: true,
  }).shape,
  /** Absent for none. */
  reportTitle: templateBody.shape.reportTitle.optional(),
  /** Absent for no. */
  needsCoSignature: z.literal(true).optional(),
  isActive: z.boolean(),
  /** The name of its category; null for none. */
  category: requiredText('Category', 100).nullable(),
  content: templateContent.refine(
    (content) => JSON.stringify(content).length <= MAX_CONTENT_LENGTH,
    'The template is too large',
  ),
  autoPopulate: autoPopulateFields,
  rules: z.array(fileRule).max(MAX_RULES, `A template can have at most ${MAX_RULES} rules`),
  cases: z
    .array(templateCaseBody)
    .max(MAX_CASES, `A template can have at most ${MAX_CASES} test cases`)
    .superRefine((cases, context) => refuseRepeated(cases, ({ name }) => name, context)),
});

/** The heading is absent for none. */
const fileCategory = categoryBody.extend({ reportHeading: categoryBody.shape.reportHeading.optional() });

const fileHeader = z.strictObject({
  /** The name of the office. */
  office: requiredText('Office', 100),
  ...locationHeaderSave.body.pick({ headerHTML: true, footerHTML: true }).shape,
});

/** A file of templates with their categories, rules and test cases, and of report headers. It has names but no ids. */
export const templateFile = z.strictObject({
  format: z.literal(TEMPLATE_FILE_FORMAT),
  version: z.literal(TEMPLATE_FILE_VERSION),
  categories: z
    .array(fileCategory)
    .max(MAX_ENTRIES, 'Too many categories')
    .superRefine((all, context) => refuseRepeated(all, ({ name }) => name, context)),
  templates: z
    .array(fileTemplate)
    .max(MAX_ENTRIES, 'Too many templates')
    .superRefine((all, context) => refuseRepeated(all, ({ name }) => name, context)),
  headers: z
    .array(fileHeader)
    .max(MAX_ENTRIES, 'Too many report headers')
    .superRefine((all, context) => refuseRepeated(all, ({ office }) => office, context)),
});
export type TemplateFile = z.output<typeof templateFile>;
export type FileTemplate = z.output<typeof fileTemplate>;
export type FileRule = z.output<typeof fileRule>;

function refuseRepeated<T>(items: readonly T[], nameOf: (item: T) => string, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const name = nameOf(item);
    if (seen.has(name.toLowerCase()))
      context.addIssue({ code: 'custom', path: [index], message: `"${name}" is in the file twice` });
    seen.add(name.toLowerCase());
  }
}

/** Parses the text of a file. If it cannot be used, `problem` says why in one sentence. */
export function parseTemplateFile(text: string): { file: TemplateFile } | { problem: string } {
  if (text.trim() === '') return { problem: 'The file is empty.' };
  let storable: ReturnType<typeof parseStorable>;
  try {
    storable = parseStorable(text);
  } catch {
    return { problem: NOT_A_TEMPLATE_FILE };
  }
  const { value: parsed, isStorable } = storable;
  const head = z.object({ format: z.literal(TEMPLATE_FILE_FORMAT), version: z.int() }).safeParse(parsed);
  if (!head.success) return { problem: NOT_A_TEMPLATE_FILE };
  if (head.data.version > TEMPLATE_FILE_VERSION)
    return {
      problem: `The file has format ${head.data.version}, from a newer version of the portal. This portal reads format ${TEMPLATE_FILE_VERSION}.`,
    };
  if (!isStorable) return { problem: 'The file contains characters that cannot be stored.' };
  const result = templateFile.safeParse(parsed);
  if (result.success) return { file: result.data };
  const [issue] = result.error.issues;
  const message = issue?.code === 'unrecognized_keys' ? `unknown field ${issue.keys[0]}` : issue?.message;
  return { problem: `The file cannot be used: ${placeOf(parsed, issue?.path ?? [])}${message ?? ''}` };
}

const NOT_A_TEMPLATE_FILE = 'This is not a file of templates. Choose a file that a portal exported.';

/** Where a problem is: by name, as far as the file has one. */
function placeOf(parsed: unknown, path: readonly PropertyKey[]): string {
  const [list, index, ...rest] = path;
  if (list === undefined) return '';
  const item: unknown = Object(Object(parsed)[list])[index ?? ''];
  const { name, office } = z
    .object({ name: z.string().max(150).catch(''), office: z.string().max(150).catch('') })
    .catch({ name: '', office: '' })
    .parse(item);
  const label = name === '' ? office : name;
  const place = label === '' ? [list, index, ...rest] : [...rest];
  const text = place
    .filter((part) => part !== undefined)
    .map(String)
    .join('.');
  return [label === '' ? '' : `"${label}"`, text].filter((part) => part !== '').join(', ') + ': ';
}

const OUTCOMES = ['create', 'change', 'unchanged'] as const;

/** How many rules or test cases of a template an import adds, changes and leaves; `kept` are not in the file. */
const counts = z.object({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  kept: z.int(),
});
export type ImportCounts = z.output<typeof counts>;

const importedTemplate = z.object({
  name: z.string(),
  outcome: z.enum(OUTCOMES),
  /** Existing dictations keep the previous content. */
  isNewVersion: z.boolean(),
  /** What changes in the settings and rules of an existing template, as shown to users; "" for none. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  rules: counts,
  cases: counts,
  /** The test cases that fail afterward, with what differs. */
  failingCases: z.array(z.string()),
  /** Rules, defaults and test cases that point to what the template does not have. They have no effect. */
  brokenReferences: z.array(z.string()),
  /** Those of them that pointed to something before the import. */
  lostReferences: z.array(z.string()),
});
export type ImportedTemplate = z.output<typeof importedTemplate>;

/** What an import does, or what it did. */
export const templateImportReport = z.object({
  categories: z.array(z.object({ name: z.string(), outcome: z.enum(['create', 'unchanged']) })),
  templates: z.array(importedTemplate),
  /** `noOffice`: this practice has no office with this name, so the header is skipped. */
  headers: z.array(z.object({ office: z.string(), outcome: z.enum([...OUTCOMES, 'noOffice']) })),
  /** Codes that rules name and the catalog lacks. Nothing can be imported before they are added. */
  missingCodes: z.array(z.object({ codeType: z.enum(CODE_TYPES), code: z.string() })),
  /** Identifies this result. An import with it is refused if the result would be different. */
  basis: z.string(),
});
export type TemplateImportReport = z.output<typeof templateImportReport>;

const text = z
  .string({ error: 'The file is required' })
  .refine(
    (sent) => new Blob([sent]).size <= MAX_TEMPLATE_FILE_BYTES,
    `The file can have at most ${MAX_TEMPLATE_FILE_BYTES / 1024 / 1024} MB`,
  );
const manage = {
  tag: 'Templates',
  guard: permission('Dictation.ManageTemplates'),
  healthData: false,
} as const;

export const templateExport = reads('/admin/template/export', manage, {
  summary: 'Export all templates with categories, rules, test cases, and the report headers as one file',
  ...fileOf('application/json; charset=utf-8'),
  audit: 'Exported',
});
export const templateImportPreview = acts('/admin/template/import/preview', manage, {
  summary: 'Get what an import of a file would create, change and leave; changes nothing',
  body: z.strictObject({ text }),
  maxBodyBytes,
  response: templateImportReport,
  audit: null,
});
export const templateImport = acts('/admin/template/import', manage, {
  summary:
    'Import a file: all of it or nothing. 409 STALE if the result would differ from the preview, CONFIRMATION_REQUIRED if test cases fail or references are lost and no reason is given',
  body: z.strictObject({
    text,
    /** From the preview. */
    basis: z.string().max(64),
    /** Why templates are imported although test cases fail or references are lost. Recorded in the audit log. */
    reason: reason.optional(),
  }),
  maxBodyBytes,
  response: templateImportReport,
  audit: 'Updated',
  errors: ['STALE', 'CONFLICT', 'CONFIRMATION_REQUIRED'],
});
