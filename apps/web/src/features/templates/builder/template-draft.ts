import {
  NEW_SECTION_TITLE,
  type RuleCondition,
  type TemplateContent,
  type TemplateField,
  type TemplateSection,
} from '@portal/domain/template/content';

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

/** Updates references to a renamed field id in a field's rules, dependency and texts. */
function renamedField(field: TemplateField, from: string, to: string): TemplateField {
  const rule = <R extends RuleCondition>(one: R): R =>
    one.sourceFieldId === from ? { ...one, sourceFieldId: to } : one;
  const text = (words: string) => renamedText(words, from, to);
  return {
    ...field,
    ...(field.dependsOn === from && { dependsOn: to }),
    ...(field.defaultTemplate !== undefined && { defaultTemplate: text(field.defaultTemplate) }),
    visibilityRules: field.visibilityRules.map(rule),
    optionRules: field.optionRules.map(rule),
    defaultValueRules: field.defaultValueRules.map((each) => {
      const { defaultTemplate } = each;
      return {
        ...rule(each),
        ...(defaultTemplate !== undefined && { defaultTemplate: text(defaultTemplate) }),
      };
    }),
    validationRules: field.validationRules.map(rule),
    dynamicTextRules: field.dynamicTextRules.map((each) => ({ ...rule(each), text: text(each.text) })),
  };
}

/** Renames the id in `{{from}}` and `{{#if from}}`. Ids contain no special regex characters. */
function renamedText(words: string, from: string, to: string): string {
  return words.replaceAll(
    new RegExp(String.raw`(\{\{\s*(?:#if\s+)?)${from}(\s*\}\})`, 'gi'),
    (_tag, start: string, end: string) => `${start}${to}${end}`,
  );
}

/** Replaces a field. If its id changed, references to it are updated. */
export function withField(
  content: TemplateContent,
  place: FieldPlace,
  changed: TemplateField,
): TemplateContent {
  const before = fieldAt(content, place);
  if (before === undefined) return content;
  const replaced = mapFields(content, (field) => (field === before ? changed : field));
  if (before.id === changed.id) return replaced;
  return mapFields(replaced, (field) => renamedField(field, before.id, changed.id));
}

/** Removes a field. */
export function withoutField(content: TemplateContent, { section, field }: FieldPlace): TemplateContent {
  const fields = content.sections[section]?.fields.toSpliced(field, 1);
  return fields === undefined ? content : withSection(content, section, { fields });
}

/** Inserts a copy of a field after it, with a unique id. */
export function withFieldCopy(content: TemplateContent, place: FieldPlace): TemplateContent {
  const original = fieldAt(content, place);
  const section = content.sections[place.section];
  if (original === undefined || section === undefined) return content;
  const taken = content.sections.flatMap(({ fields }) => fields.map(({ id }) => id));
  const copy = {
    ...original,
    id: freeName(original.id.slice(0, 60), taken),
    label: `${original.label.slice(0, 190)} (Copy)`,
  };
  return withSection(content, place.section, { fields: section.fields.toSpliced(place.field + 1, 0, copy) });
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
