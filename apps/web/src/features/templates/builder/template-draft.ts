import {
  NEW_SECTION_TITLE,
  type TemplateContent,
  type TemplateField,
  type TemplateSection,
} from '@portal/domain/template/content';
import { mapReferences } from '@portal/domain/template/references';

/** The position of a field: the index of its section and its index in the section, from 0. */
export interface FieldPlace {
  readonly section: number;
  readonly field: number;
}

const withSections = (content: TemplateContent, sections: TemplateSection[]): TemplateContent => ({
  ...content,
  sections,
});

/** A unique name: the name itself, or the name with the first free number appended. */
export function freeName(name: string, taken: readonly string[]): string {
  let number = 1;
  let free = name;
  while (taken.includes(free)) {
    number += 1;
    free = `${name}_${number}`;
  }
  return free;
}

/** Adds a section titled "Procedure Details" at the end. */
export function withNewSection(content: TemplateContent): TemplateContent {
  const id = freeName(
    'section',
    content.sections.map((section) => section.id),
  );
  return withSections(content, [
    ...content.sections,
    { id, title: NEW_SECTION_TITLE, description: '', fields: [] },
  ]);
}

/** Updates a section. */
export function withSection(
  content: TemplateContent,
  at: number,
  change: Partial<Pick<TemplateSection, 'title' | 'description' | 'fields'>>,
): TemplateContent {
  return withSections(
    content,
    content.sections.map((section, index) => (index === at ? { ...section, ...change } : section)),
  );
}

/** Removes a section with its fields. */
export const withoutSection = (content: TemplateContent, at: number): TemplateContent =>
  withSections(content, content.sections.toSpliced(at, 1));

/** Adds a field at the end of a section. */
export function withNewField(content: TemplateContent, at: number, field: TemplateField): TemplateContent {
  const section = content.sections[at];
  return section === undefined ? content : withSection(content, at, { fields: [...section.fields, field] });
}

/** A content in which rules, dependencies, texts and formulas name fields and columns by their new ids. */
function withReferences(content: TemplateContent, ids: Renamed): TemplateContent {
  const parts = { content, autoPopulate: {}, rules: [], providerDefaults: [], cases: [] };
  return mapReferences(parts, ({ value, fieldId }) => value ?? renamed(fieldId, ids)).content;
}

/** New ids by the old ones, of fields and of columns ("lesions.level"). */
export type Renamed = ReadonlyMap<string, string>;

/** The new id of a field, or of a column of it. */
export function renamed(operand: string, ids: Renamed): string {
  const [head = '', column] = operand.split('.');
  const id = ids.get(head) ?? head;
  return ids.get(operand) ?? (column === undefined ? id : `${id}.${column}`);
}

/** Replaces a field. References to its old id and to the old ids of its columns are updated. */
export function withField(
  content: TemplateContent,
  place: FieldPlace,
  changed: TemplateField,
  columns: Renamed = new Map(),
): TemplateContent {
  const before = fieldAt(content, place);
  if (before === undefined) return content;
  const replaced = mapFields(content, (field) => (field === before ? changed : field));
  const ids = new Map([...columns, [before.id, changed.id]]);
  return [...ids].every(([from, to]) => from === to) ? replaced : withReferences(replaced, ids);
}

/** Removes a field. */
export function withoutField(content: TemplateContent, { section, field }: FieldPlace): TemplateContent {
  const fields = content.sections[section]?.fields.toSpliced(field, 1);
  return fields === undefined ? content : withSection(content, section, { fields });
}

/** Inserts a copy of a field after it, with a unique id. What the field says about itself, the copy says about itself. */
export function withFieldCopy(
  content: TemplateContent,
  place: FieldPlace,
): { readonly content: TemplateContent; readonly id: string } {
  const original = fieldAt(content, place);
  const section = content.sections[place.section];
  if (original === undefined || section === undefined) return { content, id: '' };
  const taken = content.sections.flatMap(({ fields }) => fields.map((field) => field.id));
  const id = freeName(original.id.slice(0, 60), taken);
  const alone = { ...content, sections: [{ ...section, fields: [original] }] };
  const copies = withReferences(alone, new Map([[original.id, id]])).sections.flatMap(({ fields }) =>
    fields.map((field) => ({ ...field, id, label: `${original.label.slice(0, 190)} (Copy)` })),
  );
  return {
    id,
    content: withSection(content, place.section, {
      fields: section.fields.toSpliced(place.field + 1, 0, ...copies),
    }),
  };
}

/** The field at a position. */
export const fieldAt = (
  content: TemplateContent,
  { section, field }: FieldPlace,
): TemplateField | undefined => content.sections[section]?.fields[field];

function mapFields(
  content: TemplateContent,
  change: (field: TemplateField) => TemplateField,
): TemplateContent {
  return withSections(
    content,
    content.sections.map((section) => ({ ...section, fields: section.fields.map(change) })),
  );
}
