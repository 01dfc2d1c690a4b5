import { createHash } from 'node:crypto';
import type { BodyOf } from '@portal/contract/endpoint';
import { autoPopulateFields, type templateCreate } from '@portal/contract/templates';
import { checkContent } from '@portal/domain/template/check';
import { fieldsOf, parseTemplateContent } from '@portal/domain/template/content';
import { AppError } from '#platform/app-error.ts';
import { contentOf, parseAutoPopulate } from './parsed-content.ts';

import type { StoredContent } from './template-repo.ts';

/** Maximum number of problems in one response. */
const MAX_REPORTED = 20;

/**
 * Validates content and returns it in its stored form, with its version and all properties. Throws VALIDATION that names every
 * inconsistent field: duplicate ids, rules on missing fields, circular dependencies. Warnings do not prevent saving.
 */
export function validateContent({
  templateContent,
  autoPopulateFields: autoPopulate,
}: Pick<BodyOf<typeof templateCreate>, 'templateContent' | 'autoPopulateFields'>): StoredContent {
  const { content } = parseTemplateContent(templateContent);
  const labels = new Map(fieldsOf(content).map(({ id, label }) => [id, label]));
  const problems = checkContent(content)
    .filter(({ severity }) => severity === 'error')
    .map(({ fieldId, message }) => `"${labels.get(fieldId) ?? fieldId}" (${fieldId}): ${message}`);
  if (problems.length > 0) refuse('templateContent', problems);
  const sources = autoPopulateFields.parse(JSON.parse(autoPopulate));
  const unknown = Object.keys(sources).filter((id) => !labels.has(id));
  if (unknown.length > 0)
    refuse(
      'autoPopulateFields',
      unknown.map((id) => `"${id}" is not a field in this template`),
    );
  return { content: JSON.stringify(content), autoPopulate: JSON.stringify(sources) };
}

/** The stored auto-populate fields that still exist in the new content. */
export function filterAutoPopulate(stored: string, templateContent: string): string {
  const ids = new Set(fieldsOf(parseTemplateContent(templateContent).content).map(({ id }) => id));
  return JSON.stringify(
    Object.fromEntries(Object.entries(parseAutoPopulate(stored)).filter(([id]) => ids.has(id))),
  );
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
