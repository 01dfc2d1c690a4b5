import type { TemplateField } from './content.ts';
import { fieldIdOf } from './dependencies.ts';
import { offeredValues } from './option-value.ts';
import { parseTextTemplate, renderTextTemplate } from './text-template.ts';

/** More combinations than this are not listed. */
const MAX_TEXTS = 1000;

type Fields = ReadonlyMap<string, TemplateField>;

const templatesOf = ({
  defaultTemplate,
  dynamicTextRules,
  defaultValueRules,
}: TemplateField): readonly string[] =>
  [
    defaultTemplate,
    ...dynamicTextRules.map(({ text }) => text),
    ...defaultValueRules.map((rule) => rule.defaultTemplate),
  ].filter((text) => text !== undefined);

/** The fields with options that a text is made from, also through other texts. Empty for a field with options. */
export function optionSources(field: TemplateField, fields: Fields): readonly TemplateField[] {
  const found = new Map<string, TemplateField>();
  const seen = new Set<string>();
  const visit = (text: TemplateField) => {
    if (seen.has(text.id)) return;
    seen.add(text.id);
    const copied = text.dependencyType === 'copy' && text.dependsOn !== undefined ? [text.dependsOn] : [];
    const used = templatesOf(text).flatMap((each) => parseTextTemplate(each).operands);
    for (const id of [...copied, ...used].map(fieldIdOf)) {
      const source = fields.get(id);
      if (source === undefined) continue;
      if (offeredValues(source) === null) visit(source);
      else found.set(id, source);
    }
  };
  if (offeredValues(field) === null) visit(field);
  return [...found.values()];
}

/**
 * Every text that a hidden generated field can have: its templates with each combination of the options they use. Null if it cannot be
 * listed: other fields can be edited, lists of checkboxes have too many combinations, and texts are free.
 */
export function generatedTexts(field: TemplateField, fields: Fields): readonly string[] | null {
  if (field.type !== 'hidden' || field.dependencyType !== 'dynamic_text') return null;
  const all: string[] = [];
  for (const text of templatesOf(field)) {
    const template = parseTextTemplate(text);
    let combinations: ReadonlyMap<string, string>[] = [new Map()];
    for (const id of template.operands) {
      const source = fields.get(id);
      const offered = source === undefined || source.type === 'checkbox' ? null : offeredValues(source);
      if (offered === null || combinations.length * (offered.length + 1) > MAX_TEXTS) return null;
      combinations = combinations.flatMap((chosen) =>
        ['', ...offered].map((option) => new Map([...chosen, [id, option]])),
      );
    }
    for (const chosen of combinations) {
      const made = renderTextTemplate(template, {
        value: (id) => chosen.get(id),
        text: (id) => chosen.get(id) ?? '',
      });
      if (made === null || all.length >= MAX_TEXTS) return null;
      all.push(made);
    }
  }
  return all;
}

/** The longest of these options that a text contains, regardless of letter case. */
export const saidOption = (text: string, options: readonly string[]): string | undefined =>
  options
    .filter((option) => option.trim() !== '' && text.toLowerCase().includes(option.trim().toLowerCase()))
    .toSorted((a, b) => b.length - a.length)[0];

/** Replaces an option that a text contains, regardless of letter case. */
export function withSaid(text: string, from: string, to: string): string {
  const at = text.toLowerCase().indexOf(from.trim().toLowerCase());
  return at === -1 ? text : text.slice(0, at) + to + text.slice(at + from.trim().length);
}
