import { comparisonsOf } from './condition.ts';
import {
  fieldsOf,
  type ConditionGroup,
  type RuleCondition,
  type TemplateContent,
  type TemplateField,
} from './content.ts';
import { formulaOperands, parseFormula } from './formula.ts';
import { isSourceName } from './sources.ts';
import { parseTextTemplate } from './text-template.ts';

/** The rules of a field of one kind. */
export interface NamedRules {
  readonly name: string;
  readonly rules: readonly RuleCondition[];
}

/** All rules of a field, by kind. */
export const rulesOf = (field: TemplateField): readonly NamedRules[] => [
  { name: 'Visibility', rules: field.visibilityRules },
  { name: 'Option', rules: field.optionRules },
  { name: 'Default value', rules: field.defaultValueRules },
  { name: 'Text', rules: field.dynamicTextRules },
  { name: 'Validation', rules: field.validationRules },
];

/** A text with placeholders, and where the field has it: "Text rule 2". */
export interface NamedText {
  readonly place: string;
  readonly text: string;
}

/** The texts of a field whose placeholders are filled in. */
export const textsOf = ({
  dependencyType,
  defaultTemplate,
  defaultValueRules,
  dynamicTextRules,
}: TemplateField): readonly NamedText[] => [
  ...(defaultTemplate === undefined
    ? []
    : [{ place: dependencyType === 'dynamic_text' ? 'text' : 'default text', text: defaultTemplate }]),
  ...defaultValueRules.flatMap(({ defaultTemplate: text }, at) =>
    text === undefined ? [] : [{ place: `default of rule ${at + 1}`, text }],
  ),
  ...dynamicTextRules.map(({ text }, at) => ({ place: `text of rule ${at + 1}`, text })),
];

/** The operands of a field's formula, each as often as it is read; none if it cannot be read. */
export function operandsOfFormula({ dependencyType, formula = '' }: TemplateField): readonly string[] {
  if (dependencyType !== 'calculated') return [];
  const read = parseFormula(formula);
  return 'problem' in read ? [] : formulaOperands(read.value);
}

/** The operands of comparisons. */
export const operandsOfRules = (rules: readonly (RuleCondition | ConditionGroup)[]): readonly string[] =>
  rules
    .flatMap(comparisonsOf)
    .flatMap(({ sourceFieldId, sinceFieldId }) =>
      sinceFieldId === undefined ? [sourceFieldId] : [sourceFieldId, sinceFieldId],
    );

/** The field of an operand: "lesions" of the column "lesions.level". A source, such as "note.procedureDate", belongs to no field. */
export const fieldIdOf = (operand: string): string =>
  isSourceName(operand) ? operand : (operand.split('.')[0] ?? operand);

/** The ids of the fields that this field depends on, each once. */
function sourcesOf(field: TemplateField): ReadonlySet<string> {
  const rules = rulesOf(field)
    // A validation rule may check its own field because it does not change values.
    .filter(({ name }) => name !== 'Validation')
    .flatMap(({ rules: some }) => operandsOfRules(some));
  return new Set(
    [
      ...(field.dependsOn === undefined ? [] : [field.dependsOn]),
      ...rules,
      ...textsOf(field).flatMap(({ text }) => parseTextTemplate(text).operands),
      ...operandsOfFormula(field),
    ].map(fieldIdOf),
  );
}

/** Fields by id, each with the fields that it depends on. If two fields have the same id, the first one is used. */
export type DependencyGraph = ReadonlyMap<string, FieldNode>;
export interface FieldNode {
  readonly field: TemplateField;
  /** Only ids of fields that exist. */
  readonly sources: readonly string[];
}

/** Which field of a template depends on which. */
export function dependencyGraph(content: TemplateContent): DependencyGraph {
  const fields = fieldsOf(content);
  const ids = new Set(fields.map(({ id }) => id));
  const graph = new Map<string, FieldNode>();
  for (const field of fields)
    if (!graph.has(field.id))
      graph.set(field.id, { field, sources: [...sourcesOf(field)].filter((id) => ids.has(id)) });
  return graph;
}

interface Visit {
  readonly id: string;
  readonly index: number;
  /** The first visited field that this one leads back to. */
  low: number;
  next: number;
}

/**
 * Groups of fields that depend on each other, sources before the fields that use them. A field without a cycle is a group with one
 * field. Takes time proportional to the number of dependencies (strongly connected components in one
 * depth-first search), without recursion.
 */
export function dependencyGroups(graph: DependencyGraph): readonly (readonly string[])[] {
  const groups: string[][] = [];
  const visits = new Map<string, Visit>();
  const open: Visit[] = [];
  const isOpen = new Set<string>();
  const enter = (id: string): Visit => {
    const visit = { id, index: visits.size, low: visits.size, next: 0 };
    visits.set(id, visit);
    open.push(visit);
    isOpen.add(id);
    return visit;
  };
  for (const first of graph.keys()) {
    if (visits.has(first)) continue;
    const path = [enter(first)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const source = graph.get(visit.id)?.sources[visit.next];
      visit.next += 1;
      if (source !== undefined) {
        const known = visits.get(source);
        if (known === undefined) path.push(enter(source));
        else if (isOpen.has(source)) visit.low = Math.min(visit.low, known.index);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) above.low = Math.min(above.low, visit.low);
      if (visit.low !== visit.index) continue;
      const group = open.splice(open.lastIndexOf(visit)).map(({ id }) => id);
      for (const id of group) isOpen.delete(id);
      groups.push(group);
    }
  }
  return groups;
}

/** The shortest way from a field through its dependencies back to itself within a group; empty if there is none. */
export function cycleThrough(
  graph: DependencyGraph,
  group: readonly string[],
  start: string,
): readonly string[] {
  const inGroup = new Set(group);
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const id of queue) {
    for (const source of graph.get(id)?.sources ?? []) {
      if (source === start) return wayTo(id, cameFrom);
      if (!inGroup.has(source) || cameFrom.has(source)) continue;
      cameFrom.set(source, id);
      queue.push(source);
    }
  }
  return [];
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way: string[] = [];
  for (let at: string | undefined = end; at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way.toReversed();
}
