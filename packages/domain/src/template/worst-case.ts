import { TEXT_BUDGET } from './budget.ts';
import type { TemplateField } from './content.ts';
import { rulesOf, textsOf, type DependencyGraph } from './dependencies.ts';
import { isDependent } from './evaluate.ts';
import { parseTextTemplate, type Part } from './text-template.ts';

/** Characters that people are expected to enter at most into a field without a maximum length. More is refused when it is entered. */
const EXPECTED_INPUT = { text: 200, textarea: 1_000, hidden: 200, date: 10, rows: 5_000 } as const;
const SEPARATOR = ', '.length;
const count = (number: number): string =>
  number > 1e9 ? 'more than a billion' : number.toLocaleString('en-US');

/** A budget that a template can exceed, at the field where it happens. */
export interface BudgetProblem {
  readonly field: TemplateField;
  readonly message: string;
}

/**
 * Finds what a template can make too long, without making it: sizes are added up along the dependencies, sources first, so the time is
 * proportional to the template's length. `groups` are those of `dependencyGroups`; a cycle counts as what people enter.
 */
export function budgetProblems(
  graph: DependencyGraph,
  groups: readonly (readonly string[])[],
): readonly BudgetProblem[] {
  const problems: BudgetProblem[] = [];
  const sizes = new Map<string, number>();
  let note = 0;
  for (const id of groups.flat()) {
    const field = graph.get(id)?.field;
    if (field === undefined) continue;
    const generated = generatedSize(field, (source) => sizes.get(source) ?? 0);
    sizes.set(id, Math.max(enteredSize(field), generated));
    const before = note;
    if (generated > TEXT_BUDGET.field)
      problems.push({
        field,
        message: `The generated text can have ${count(generated)} characters, but at most ${count(TEXT_BUDGET.field)} are allowed. Shorten its texts, or set a max length for the fields that they use.`,
      });
    else note += generated;
    if (before <= TEXT_BUDGET.note && note > TEXT_BUDGET.note)
      problems.push({
        field,
        message: `With this field, all generated texts together can have more than ${count(TEXT_BUDGET.note)} characters. Shorten the texts, or set a max length for the fields that they use.`,
      });
  }
  const outOfSteps = fieldOutOfSteps(graph);
  if (outOfSteps !== undefined)
    problems.push({
      field: outOfSteps,
      message: `With this field, the template needs more than ${count(TEXT_BUDGET.steps)} steps: each field, each rule and each placeholder is one. Remove some, or split the template.`,
    });
  return problems;
}

const longest = (texts: Iterable<string>): number => {
  let length = 0;
  for (const text of texts) length = Math.max(length, text.length);
  return length;
};

/** The longest text that can be chosen or typed, or that is the default. */
function enteredSize(field: TemplateField): number {
  const { type, options, optionRules, maxLength } = field;
  const defaults = longest(
    [field.defaultValue, ...field.defaultValueRules.map(({ defaultValue }) => defaultValue)].filter(
      (value) => typeof value === 'string',
    ),
  );
  switch (type) {
    case 'select':
    case 'radio':
      return longest([...options, ...optionRules.flatMap((rule) => rule.options)]);
    case 'checkbox':
      return options.length === 0
        ? 'Yes'.length
        : options.reduce((size, option) => size + option.length + SEPARATOR, 0);
    default:
      return Math.max(maxLength ?? EXPECTED_INPUT[type], defaults);
  }
}

/** The longest text that the template can make for a field; 0 for a field that people fill in. */
function generatedSize(field: TemplateField, sizeOf: (id: string) => number): number {
  const texts = textsOf(field).map(({ text }) => renderedSize(parseTextTemplate(text).parts, sizeOf));
  const copied = field.dependencyType === 'copy' && isDependent(field) ? sizeOf(field.dependsOn ?? '') : 0;
  return Math.max(0, copied, ...texts);
}

const renderedSize = (parts: readonly Part[], sizeOf: (id: string) => number): number =>
  parts.reduce((size, part) => {
    if (part.kind === 'words') return size + part.words.length;
    if (part.kind === 'value') return size + sizeOf(part.id);
    return size + Math.max(renderedSize(part.met, sizeOf), renderedSize(part.otherwise, sizeOf));
  }, 0);

const tags = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => {
    if (part.kind === 'words') return sum;
    return part.kind === 'value' ? sum + 1 : sum + 1 + Math.max(tags(part.met), tags(part.otherwise));
  }, 0);

/** The field with which an evaluation can need too many steps. Only one of the texts of its rules is made. */
function fieldOutOfSteps(graph: DependencyGraph): TemplateField | undefined {
  let steps = 0;
  for (const { field } of graph.values()) {
    const rules = rulesOf(field).reduce((sum, { rules: some }) => sum + some.length, 0);
    const texts = Math.max(
      0,
      ...field.dynamicTextRules.map(({ text }) => tags(parseTextTemplate(text).parts)),
    );
    const defaults = Math.max(
      0,
      ...field.defaultValueRules.map(({ defaultTemplate = '' }) =>
        tags(parseTextTemplate(defaultTemplate).parts),
      ),
    );
    const own = tags(parseTextTemplate(field.defaultTemplate ?? '').parts);
    const copies = field.dependencyType === 'copy' ? 1 : 0;
    steps += 1 + copies + rules + defaults + Math.max(texts, own);
    if (steps > TEXT_BUDGET.steps) return field;
  }
  return undefined;
}
