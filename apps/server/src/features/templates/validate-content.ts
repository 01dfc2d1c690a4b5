import { createHash } from 'node:crypto';
import type { BodyOf } from '@portal/contract/endpoint';
import { autoPopulateFields, MAX_CONTENT_LENGTH, type templateCreate } from '@portal/contract/templates';
import { checkContent, sectionProblems } from '@portal/domain/template/check';
import { fieldsOf, parseTemplateContent, type TemplateContent } from '@portal/domain/template/content';
import { AppError } from '#platform/app-error.ts';
import { contentOf } from './parsed-content.ts';

import type { StoredContent } from './template-repo.ts';

/** Maximum number of problems in one response. */
const MAX_REPORTED = 20;

/**
 * Validates content and returns it in its stored form, with its version and all properties. Throws VALIDATION that names every
 * inconsistent field: duplicate ids, rules on missing fields, circular dependencies, defaults that are no option. Warnings do not prevent
 * saving. An import accepts defaults that are no option and dates that are none, which older templates can have.
 */
export function validateContent(
  {
    templateContent,
    autoPopulateFields: autoPopulate,
  }: Pick<BodyOf<typeof templateCreate>, 'templateContent' | 'autoPopulateFields'>,
  { isImport = false }: { readonly isImport?: boolean } = {},
): StoredContent {
  const { content } = parseTemplateContent(templateContent);
  const labels = new Map(fieldsOf(content).map(({ id, label }) => [id, label]));
  const problems = [
    ...sectionProblems(content),
    ...checkContent(content)
      .filter(({ severity, isImportable }) => severity === 'error' && !(isImport && isImportable === true))
      .map(({ fieldId, message }) => `"${labels.get(fieldId) ?? fieldId}" (${fieldId}): ${message}`),
  ];
  if (problems.length > 0) refuse('templateContent', problems);
  const sources = autoPopulateFields.parse(JSON.parse(autoPopulate));
  const unknown = Object.keys(sources).filter((id) => !labels.has(id));
  if (unknown.length > 0)
    refuse(
      'autoPopulateFields',
      unknown.map((id) => `"${id}" is not a field in this template`),
    );
  const stored = JSON.stringify(content);
  if (stored.length > MAX_CONTENT_LENGTH) refuse('templateContent', ['The template is too large.']);
  return { content: stored, autoPopulate: JSON.stringify(sources) };
}

/** The auto-populate fields that exist in the content, in their stored form. */
export function filterAutoPopulate(
  sources: Readonly<Record<string, string>>,
  content: TemplateContent,
): string {
  const ids = new Set(fieldsOf(content).map(({ id }) => id));
  return JSON.stringify(Object.fromEntries(Object.entries(sources).filter(([id]) => ids.has(id))));
}

function refuse(field: string, problems: readonly string[]): never {
  const reported = problems.slice(0, MAX_REPORTED);
  const rest = problems.length - reported.length;
  throw new AppError('VALIDATION', {
    message: `The template was not saved. ${reported[0]}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}`,
    errors: { [field]: rest > 0 ? [...reported, `and ${rest} more`] : reported },
  });
}

/** Summary of content for the audit log: its structure and a hash of the full text. */
export const contentSummary = (text: string) => ({
  sections: contentOf(text).sections.map(({ title, fields }) => ({
    title,
    fields: fields.map(({ id }) => id),
  })),
  contentSha256: createHash('sha256').update(text).digest('hex'),
});
