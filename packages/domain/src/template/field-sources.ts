import type { TemplateField } from './content.ts';
import { fieldIdOf, operandsOfFormula, operandsOfRules } from './dependencies.ts';
import { isDependent, type Evaluation, type FieldState } from './evaluate.ts';
import { parseTextTemplate } from './text-template.ts';

/** The IDs of the fields, and the names of the sources, that a field's generated value can be made from. */
export function sourceIds(field: TemplateField): readonly string[] {
  const { dependencyType, dependsOn, defaultTemplate, defaultValueRules, dynamicTextRules } = field;
  if (isDependent(field) && dependencyType === 'copy') return dependsOn === undefined ? [] : [dependsOn];
  const isText = dependencyType === 'dynamic_text';
  const rules = isText ? dynamicTextRules : defaultValueRules;
  const texts = [
    defaultTemplate,
    ...(isText
      ? dynamicTextRules.map(({ text }) => text)
      : defaultValueRules.map((rule) => rule.defaultTemplate)),
  ].filter((text) => text !== undefined);
  const ids = [
    ...operandsOfRules(rules),
    ...texts.flatMap((text) => parseTextTemplate(text).operands),
    ...operandsOfFormula(field),
  ].filter((id) => id !== '');
  return [...new Set(ids.map(fieldIdOf))];
}

/** Whether the user sees the field in the form. */
const isShown = ({ field, isVisible }: FieldState): boolean => isVisible && field.type !== 'hidden';

/**
 * The fields that the user can change to change this one: itself if it is shown, else those that it is made from or that show it. Each
 * once; empty if there are none.
 */
export function shownFieldsBehind(
  fieldId: string,
  { byId }: Pick<Evaluation, 'byId'>,
  seen: Set<string> = new Set(),
): readonly FieldState[] {
  const state = byId.get(fieldId);
  if (state === undefined || seen.has(fieldId)) return [];
  seen.add(fieldId);
  if (isShown(state)) return [state];
  const behind = [
    ...sourceIds(state.field),
    ...(state.isVisible ? [] : operandsOfRules(state.field.visibilityRules).map(fieldIdOf)),
  ];
  return behind.flatMap((id) => shownFieldsBehind(id, { byId }, seen));
}
