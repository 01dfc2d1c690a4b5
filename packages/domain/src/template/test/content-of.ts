import { templateContent, type TemplateContent } from '../content.ts';

/** A partial field for tests; the schema fills in the rest. */
export type FieldDraft = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Creates template content with one section that has these fields. */
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
