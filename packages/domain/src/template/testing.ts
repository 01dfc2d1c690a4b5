import { templateContent, type TemplateContent } from './content.ts';

/** A field as a test writes it; what it leaves out is as the schema fills it in. */
export type FieldDraft = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Template content of one section with these fields. */
export function contentOf(...fields: readonly FieldDraft[]): TemplateContent {
  return templateContent.parse({
    version: 1,
    sections: [
      {
        id: 's1',
        title: 'Procedure Details',
        fields: fields.map((field) => ({ label: field.id, type: 'text', ...field })),
      },
    ],
  });
}
