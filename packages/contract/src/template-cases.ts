import { CODE_TYPES } from '@portal/domain/billing-code';
import { BILLING_OPTIONS } from '@portal/domain/template/billing-option';
import { TEMPLATE_LIMITS } from '@portal/domain/template/content';
import { plainLines } from '@portal/domain/text';
import { z } from 'zod';
import { fieldValues, modifiers } from './billing-code-rules.ts';
import { lineUnits } from './dictation-lines.ts';
import { changeOf } from './core/change.ts';
import { permission } from './core/endpoint.ts';
import { id, requiredText, version } from './core/fields.ts';
import { changes, creates, reads, removes } from './core/verbs.ts';

/** Maximum number of test cases of a template. All of them run with each save. */
export const MAX_CASES = 50;
/** More lines than any claim has. */
const MAX_LINES = 50;
const MAX_TEXT = 50_000;

/** A line of the expected result. */
export const templateCaseLine = z.strictObject({
  codeType: z.enum(CODE_TYPES),
  code: requiredText('Code', 20).toUpperCase(),
  /** Null if the dose makes no units. */
  units: lineUnits.default(1),
  modifiers,
});

/** What a test case expects. */
export const templateCaseExpected = z.strictObject({
  /** The printed text without the report's header, with "\n" line breaks. */
  text: z
    .string({ error: 'The report must be text' })
    .max(MAX_TEXT, `The report can have at most ${MAX_TEXT} characters`)
    .overwrite((text) => plainLines(text).trim()),
  lines: z.array(templateCaseLine).max(MAX_LINES, `At most ${MAX_LINES} codes are allowed`),
});

/** The fields of a test case. The handler checks the answers against the template's fields. */
const fields = {
  name: requiredText('Name', 150),
  /** Entered values by field id; other fields have their defaults. */
  answers: fieldValues.refine(
    (answers) => Object.keys(answers).length <= TEMPLATE_LIMITS.fields,
    `At most ${TEMPLATE_LIMITS.fields} answers are allowed`,
  ),
  billingOption: z.enum(BILLING_OPTIONS).default('standard'),
  expected: templateCaseExpected,
};

/** A test case of a template. */
export const templateCase = z.object({ id, templateId: id, ...fields, version: z.int() });
export type TemplateCaseRow = z.output<typeof templateCase>;
export const templateCaseBody = z.strictObject(fields);
export const templateCaseChange = z.strictObject({ ...changeOf(fields), version });

const manage = {
  tag: 'Template cases',
  guard: permission('Dictation.ManageTemplates'),
  healthData: false,
} as const;
const caseParams = z.strictObject({ id, caseId: id });
/** Line breaks and quotes of the text are escaped. */
const maxBodyBytes = 2 * 1024 * 1024;

export const templateCaseList = reads('/admin/template/templates/:id/cases', manage, {
  summary: 'List the test cases of a template, oldest first',
  response: z.array(templateCase),
  audit: null,
});
export const templateCaseCreate = creates('/admin/template/templates/:id/cases', manage, {
  summary: 'Add a test case',
  body: templateCaseBody,
  maxBodyBytes,
  response: templateCase,
  errors: ['CONFLICT'],
});
export const templateCaseUpdate = changes('/admin/template/templates/:id/cases/:caseId', manage, {
  summary: 'Update a test case',
  params: caseParams,
  body: templateCaseChange,
  maxBodyBytes,
  response: templateCase,
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const templateCaseDelete = removes('/admin/template/templates/:id/cases/:caseId', manage, {
  summary: 'Delete a test case',
  params: caseParams,
  response: z.object({ message: z.string() }),
  errors: ['NOT_FOUND'],
});
