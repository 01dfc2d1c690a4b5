import { fieldsOf, type ConditionGroup, type TemplateContent, type TemplateField } from './content.ts';
import { operandsOfFormula, operandsOfRules, rulesOf, textsOf } from './dependencies.ts';
import { isSourceName, SOURCES, type SourceName } from './sources.ts';
import { parseTextTemplate } from './text-template.ts';

/** A billing rule as far as it reads values. */
export interface ReadingRule {
  readonly fieldId: string;
  readonly when?: ConditionGroup | null;
}

/**
 * The names of the sources that a template and its billing rules read, in the order of `SOURCES`. What comes from an earlier record is
 * read with its date.
 */
export function usedSources(
  content: TemplateContent,
  rules: readonly ReadingRule[] = [],
): readonly SourceName[] {
  const ids = new Set([
    ...idsOf(content),
    ...rules.flatMap(({ fieldId, when = null }) => [
      fieldId,
      ...(when === null ? [] : operandsOfRules([when])),
    ]),
  ]);
  const dates = new Set([...ids].filter((id) => isSourceName(id)).map((id) => `${id.split('.')[0]}.date`));
  return Object.keys(SOURCES).filter(
    (name): name is SourceName => isSourceName(name) && (ids.has(name) || dates.has(name)),
  );
}

/** What content reads that was looked at before. */
const known = new WeakMap<TemplateContent, ReadonlySet<string>>();

function idsOf(content: TemplateContent): ReadonlySet<string> {
  const found = known.get(content);
  if (found !== undefined) return found;
  const ids = new Set(
    fieldsOf(content).flatMap((field) => [
      ...rulesOf(field).flatMap(({ rules }) => operandsOfRules(rules)),
      ...textsOf(field).flatMap(({ text }) => parseTextTemplate(text).operands),
      ...operandsOfFormula(field),
    ]),
  );
  known.set(content, ids);
  return ids;
}

/** The names of the sources that the value of a field is made from: those of its texts, its formula, and its default and text rules. */
export const valueSources = (field: TemplateField): readonly SourceName[] =>
  [
    ...operandsOfRules([...field.defaultValueRules, ...field.dynamicTextRules]),
    ...textsOf(field).flatMap(({ text }) => parseTextTemplate(text).operands),
    ...operandsOfFormula(field),
  ].filter((id) => isSourceName(id));
