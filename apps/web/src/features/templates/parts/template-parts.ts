import { templateFile, type FileRule, type FileTemplate } from '@portal/contract/template-file';
import { fieldsOf, type TemplateContent, type TemplateField } from '@portal/domain/template/content';
import { mapReferences } from '@portal/domain/template/references';
import { freeName, renamed, withNewSection, withSection } from '../builder/template-draft.ts';
import parts from './parts.json' with { type: 'json' };

/** A set of fields that can be inserted, with its billing rules. Its test cases are those of the part alone. */
export type TemplatePart = Pick<FileTemplate, 'name' | 'shortDescription' | 'content' | 'rules' | 'cases'>;

let known: readonly TemplatePart[] | null = null;

/** The ready parts, in the format of exported templates. */
export function templateParts(): readonly TemplatePart[] {
  known ??= templateFile.parse(parts).templates;
  return known;
}

/** A part whose fields have ids that no field of the template has. Its rules, texts and formulas follow. */
export function withFreeIds(part: TemplatePart, taken: readonly string[]): TemplatePart {
  const used = [...taken];
  const ids = new Map(
    fieldsOf(part.content).map(({ id }) => {
      const free = freeName(id.slice(0, 60), used);
      used.push(free);
      return [id, free];
    }),
  );
  if ([...ids].every(([id, free]) => id === free)) return part;
  const mapped = withIds(part.content, part.rules, ids);
  return { ...part, ...mapped };
}

/** Content and billing rules in which fields have other ids. */
function withIds(
  content: TemplateContent,
  rules: readonly FileRule[],
  ids: ReadonlyMap<string, string>,
): Pick<TemplatePart, 'content' | 'rules'> {
  const idOf = (id: string): string => renamed(id, ids);
  const mapped = mapReferences(
    {
      content,
      autoPopulate: {},
      rules: rules.map((rule) => ({
        id: '',
        fieldId: rule.when?.fieldId ?? '',
        fieldValue: rule.when?.value ?? '',
        isTemplateDefault: rule.when === null,
        when: rule.conditions ?? null,
        billingCodes: rule.billingCodes,
        rule,
      })),
      providerDefaults: [],
      cases: [],
    },
    ({ value, fieldId }) => value ?? idOf(fieldId),
  );
  return {
    content: withFieldIds(mapped.content, idOf),
    rules: mapped.rules.map(({ rule, fieldId, fieldValue, when, billingCodes }) => ({
      ...rule,
      when: rule.when === null ? null : { fieldId, value: fieldValue },
      ...(when !== null && { conditions: when }),
      billingCodes: [...billingCodes],
    })),
  };
}

const withFieldIds = (content: TemplateContent, idOf: (id: string) => string): TemplateContent => ({
  ...content,
  sections: content.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => ({ ...field, id: idOf(field.id) })),
  })),
});

/** Adds the fields of a part at the end of a section, or in a new section if there is none. */
export function withPart(content: TemplateContent, at: number, part: TemplatePart): TemplateContent {
  const start = content.sections.length === 0 ? withNewSection(content) : content;
  const fields: readonly TemplateField[] = fieldsOf(part.content);
  const section = start.sections[at];
  return section === undefined ? start : withSection(start, at, { fields: [...section.fields, ...fields] });
}
