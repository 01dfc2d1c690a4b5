import { createHash } from 'node:crypto';
import type { BodyOf } from '@portal/contract/endpoint';
import { autoPopulateFields, type templateCreate } from '@portal/contract/templates';
import { checkContent } from '@portal/domain/template/check';
import { fieldsOf, parseTemplateContent } from '@portal/domain/template/content';
import { AppError } from '#platform/app-error.ts';
import { contentOf } from './parsed-content.ts';
import { autoPopulateOf } from './template-version.ts';
import type { StoredContent } from './template-repo.ts';

/** Told at once; more would not be read. */
const MAX_TOLD = 20;

/**
 * The content as it is stored, its version and all properties written out. Throws VALIDATION naming every field whose parts do not fit
 * together: ids used twice, rules on fields that are not there, circles. Warnings do not stop saving.
 */
export function fittingContent({
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
      unknown.map((id) => `"${id}" is not a field of this template`),
    );
  return { content: JSON.stringify(content), autoPopulate: JSON.stringify(sources) };
}

/** Stored auto-populate fields without those that new content no longer has. */
export function keptAutoPopulate(stored: string, templateContent: string): string {
  const ids = new Set(fieldsOf(parseTemplateContent(templateContent).content).map(({ id }) => id));
  return JSON.stringify(
    Object.fromEntries(Object.entries(autoPopulateOf(stored)).filter(([id]) => ids.has(id))),
  );
}

function refuse(field: string, problems: readonly string[]): never {
  const told = problems.slice(0, MAX_TOLD);
  const rest = problems.length - told.length;
  throw new AppError('VALIDATION', {
    message: `The template was not saved. ${told[0]}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}`,
    errors: { [field]: rest > 0 ? [...told, `and ${rest} more`] : told },
  });
}

/** What the audit log says of content: its shape, and a mark of all of its text. */
export const contentSummary = (text: string) => ({
  sections: contentOf(text).sections.map(({ title, fields }) => ({
    title,
    fields: fields.map(({ id }) => id),
  })),
  contentSha256: createHash('sha256').update(text).digest('hex'),
});
