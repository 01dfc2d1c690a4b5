import {
  autoPopulateFields,
  template as templateSchema,
  templateChange,
  type AutoPopulateSource,
  type Template,
} from '@portal/contract/templates';
import { EMPTY_CONTENT, parseTemplateContent } from '@portal/domain/template/content';
import { z } from 'zod';
import { typedNumber } from '#ui/form/typed-number.ts';

/** Form schema of the template editor, based on the contract. The order is text; the content is a JSON string. */
export const templateForm = z.strictObject({
  ...templateChange.shape,
  quickAccessOrder: typedNumber(templateChange.shape.quickAccessOrder, null),
});
export type TemplateInput = z.input<typeof templateForm>;
export type TemplateValues = z.output<typeof templateForm>;

/** Auto-populate sources by field id. */
export type AutoPopulate = Readonly<Record<string, AutoPopulateSource>>;

/** Form values of a new template. */
export const NEW_TEMPLATE: TemplateInput = {
  name: '',
  procedureType: '',
  shortDescription: '',
  reportTitle: '',
  needsCoSignature: false,
  categoryId: null,
  quickAccessOrder: '',
  templateContent: JSON.stringify(EMPTY_CONTENT),
  autoPopulateFields: '{}',
};

/** Form values of a saved template. Content that cannot be parsed becomes empty. */
export function templateInput(template: Template): TemplateInput {
  const {
    name,
    procedureType,
    shortDescription,
    reportTitle,
    needsCoSignature,
    categoryId,
    quickAccessOrder,
    version,
  } = template;
  return {
    name,
    procedureType,
    shortDescription: shortDescription ?? '',
    reportTitle: reportTitle ?? '',
    needsCoSignature,
    categoryId,
    quickAccessOrder: quickAccessOrder === null ? '' : String(quickAccessOrder),
    templateContent: JSON.stringify(parseTemplateContent(template.templateContent).content),
    autoPopulateFields: JSON.stringify(readAutoPopulate(template.autoPopulateFields)),
    version,
  };
}

/** Form values of a copy of a template. */
export function copyInput(template: Template, name: string): TemplateInput {
  const { version: _version, ...values } = templateInput(template);
  return { ...values, name };
}

/** Form values of the current record from a stale save response; null if it cannot be parsed. */
export function currentTemplateInput(current: unknown): TemplateInput | null {
  const parsed = templateSchema.safeParse(current);
  return parsed.success ? templateInput(parsed.data) : null;
}

/** Parses the JSON of the auto-populate fields. Invalid JSON counts as none. */
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

/** Sets the source of a field, or removes it for null. */
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
  reportTitle: 'Title in the Report',
  needsCoSignature: 'Needs Co-Signature',
  categoryId: 'Category',
  quickAccessOrder: 'Quick Access Order',
  templateContent: 'Sections and fields',
  autoPopulateFields: 'Auto-populate',
} as const satisfies Partial<Record<keyof TemplateInput, string>>;

/** Summarizes content as counts of sections and fields, to compare two versions. */
export function contentSummary(json: string): string {
  const { sections } = parseTemplateContent(json).content;
  const fields = sections.reduce((count, section) => count + section.fields.length, 0);
  return `${sections.length} ${sections.length === 1 ? 'section' : 'sections'} with ${fields} ${fields === 1 ? 'field' : 'fields'}`;
}
