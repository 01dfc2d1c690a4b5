import { autoPopulateFields, template as templateSchema, templateChange } from '@portal/contract/templates';
import type { AutoPopulateSource, Template } from '@portal/contract/templates';
import { EMPTY_CONTENT, parseTemplateContent } from '@portal/domain/template/content';
import { z } from 'zod';

/** The editor's form: the contract's rules, the number as it is typed; content as the text that is sent. */
export const templateForm = z.strictObject({
  ...templateChange.shape,
  quickAccessOrder: z
    .string()
    .transform((text): number | null | undefined => (text.trim() === '' ? null : Number(text)))
    .pipe(templateChange.shape.quickAccessOrder),
});
export type TemplateInput = z.input<typeof templateForm>;
export type TemplateValues = z.output<typeof templateForm>;

/** Which field starts with what, by field id. */
export type AutoPopulate = Readonly<Record<string, AutoPopulateSource>>;

/** A new template. */
export const NEW_TEMPLATE: TemplateInput = {
  name: '',
  procedureType: '',
  shortDescription: '',
  categoryId: null,
  quickAccessOrder: '',
  templateContent: JSON.stringify(EMPTY_CONTENT),
  autoPopulateFields: '{}',
};

/** The form's values of a saved template; content that cannot be read becomes the empty structure. */
export function templateInput(template: Template): TemplateInput {
  const { name, procedureType, shortDescription, categoryId, quickAccessOrder, version } = template;
  return {
    name,
    procedureType,
    shortDescription: shortDescription ?? '',
    categoryId,
    quickAccessOrder: quickAccessOrder === null ? '' : String(quickAccessOrder),
    templateContent: JSON.stringify(parseTemplateContent(template.templateContent).content),
    autoPopulateFields: JSON.stringify(readAutoPopulate(template.autoPopulateFields)),
    version,
  };
}

/** A new template that begins as a copy. */
export function copyInput(template: Template, name: string): TemplateInput {
  const { version: _version, ...values } = templateInput(template);
  return { ...values, name };
}

/** The form's values of the record that came with a stale save; null when it cannot be read. */
export function currentTemplateInput(current: unknown): TemplateInput | null {
  const parsed = templateSchema.safeParse(current);
  return parsed.success ? templateInput(parsed.data) : null;
}

/** Reads the JSON of the auto-populate fields; what does not fit counts as none. */
export function readAutoPopulate(json: string): AutoPopulate {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return {};
  }
  const parsed = autoPopulateFields.safeParse(value);
  return parsed.success ? parsed.data : {};
}

/** The sources with one field's set or, with null, taken away. */
export function withAutoPopulate(
  sources: AutoPopulate,
  fieldId: string,
  source: AutoPopulateSource | null,
): AutoPopulate {
  const { [fieldId]: _before, ...others } = sources;
  return source === null ? others : { ...others, [fieldId]: source };
}

export const TEMPLATE_LABELS = {
  name: 'Name',
  procedureType: 'Procedure Type',
  shortDescription: 'Short Description',
  categoryId: 'Category',
  quickAccessOrder: 'Quick Access Order',
  templateContent: 'Sections and fields',
  autoPopulateFields: 'Auto-populate',
} as const satisfies Partial<Record<keyof TemplateInput, string>>;

/** What of somebody else's content differs says more as a count than as JSON. */
export function contentWords(json: string): string {
  const { sections } = parseTemplateContent(json).content;
  const fields = sections.reduce((count, section) => count + section.fields.length, 0);
  return `${sections.length} ${sections.length === 1 ? 'section' : 'sections'} with ${fields} ${fields === 1 ? 'field' : 'fields'}`;
}
