import type { RuleCondition, TemplateField } from '@portal/domain/template/content';

/** Updates references to a renamed field id in a field's rules, dependency and texts. */
export function renamedField(field: TemplateField, from: string, to: string): TemplateField {
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
