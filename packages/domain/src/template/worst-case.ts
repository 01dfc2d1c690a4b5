import { TEXT_BUDGET } from './budget.ts';
import { comparisonsOf } from './condition.ts';
import type { TemplateColumn, TemplateField } from './content.ts';
import {
  operandsOfFormula,
  operandsOfRules,
  rulesOf,
  textsOf,
  type DependencyGraph,
} from './dependencies.ts';
import { isDependent } from './evaluate.ts';
import { mostRows } from './rows.ts';
import { isSourceName, SOURCES } from './sources.ts';
import { parseTextTemplate, type Part } from './text-template.ts';

/** Characters that people are expected to enter at most into a field without a maximum length. More is refused when it is entered. */
const EXPECTED_INPUT = { text: 200, textarea: 1_000, hidden: 200, date: 10 } as const;
/** Characters that a source is expected to have at most. */
const EXPECTED_SOURCE = { text: 200, number: 10, date: 10, flag: 5, list: 1_000 } as const;
/** Characters of the result of a formula. */
const RESULT = 25;
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
    const generated = generatedSize(field, {
      sizeOf: (source) =>
        isSourceName(source) ? EXPECTED_SOURCE[SOURCES[source].kind] : (sizes.get(source) ?? 0),
      rowsOf: (source) => mostRows(graph.get(source)?.field ?? {}),
    });
    sizes.set(id, Math.max(enteredSize(field), generated));
    for (const column of field.columns ?? [])
      sizes.set(`${id}.${column.id}`, (cellSize(column) + SEPARATOR) * mostRows(field));
    for (const column of field.columns ?? []) sizes.set(rowCell(id, column.id), cellSize(column));
    const before = note;
    if (generated > TEXT_BUDGET.field)
      problems.push({
        field,
        message: `The generated text can have ${count(generated)} characters, but at most ${count(TEXT_BUDGET.field)} are allowed. Shorten its texts, or set a max length for the fields that they use, and a maximum of rows.`,
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
      message: `With this field, the template needs more than ${count(TEXT_BUDGET.steps)} steps: each field, each rule and each placeholder is one, for each row if it is in one. Remove some, set a maximum of rows, or split the template.`,
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
      return checkedSize(options);
    case 'rows':
      return (
        mostRows(field) * (field.columns ?? []).reduce((size, each) => size + cellSize(each) + SEPARATOR, 0)
      );
    default:
      return Math.max(maxLength ?? EXPECTED_INPUT[type], defaults);
  }
}

/** All options of a checkbox list, or "Yes". */
const checkedSize = (options: readonly string[]): number =>
  options.length === 0 ? 'Yes'.length : options.reduce((size, option) => size + option.length + SEPARATOR, 0);

/** The longest text of a cell. */
function cellSize({ type, options = [], maxLength }: TemplateColumn): number {
  if (type === 'select' || type === 'radio') return longest(options);
  return type === 'checkbox' ? checkedSize(options) : (maxLength ?? EXPECTED_INPUT[type]);
}

interface Sizes {
  /** Of a field, a column with all its rows, a source, or one cell. */
  readonly sizeOf: (id: string) => number;
  readonly rowsOf: (id: string) => number;
}

/** The longest text that the template can make for a field; 0 for a field that people fill in. */
function generatedSize(field: TemplateField, sizes: Sizes): number {
  const texts = textsOf(field).map(({ text }) => renderedSize(parseTextTemplate(text).parts, sizes));
  const copied =
    field.dependencyType === 'copy' && isDependent(field) ? sizes.sizeOf(field.dependsOn ?? '') : 0;
  const calculated = field.dependencyType === 'calculated' ? RESULT : 0;
  return Math.max(0, copied, calculated, ...texts);
}

/** What one cell of a column is called here: "lesions.level" is all of them. */
const rowCell = (rowsId: string, column: string): string => `${rowsId}[].${column}`;
/** Characters of the number of a row. */
const ROW_NUMBER = 3;

function valueSize({ id, filters, rowsId }: Extract<Part, { kind: 'value' }>, { sizeOf }: Sizes): number {
  const [head, column = ''] = id.split('.');
  const isCell = rowsId !== null && head === 'row';
  const size = !isCell ? sizeOf(id) : column === 'number' ? ROW_NUMBER : sizeOf(rowCell(rowsId, column));
  // Separators: a list of letters gets "and" and commas between them, and a number one comma for three digits.
  return filters.length === 0 ? size : size * 2 + 'and '.length;
}

const renderedSize = (parts: readonly Part[], sizes: Sizes): number =>
  parts.reduce((size, part) => {
    if (part.kind === 'words') return size + part.words.length;
    if (part.kind === 'value') return size + valueSize(part, sizes);
    if (part.kind === 'each') return size + sizes.rowsOf(part.id) * renderedSize(part.body, sizes);
    return size + Math.max(renderedSize(part.met, sizes), renderedSize(part.otherwise, sizes));
  }, 0);

const tags = (parts: readonly Part[], rowsOf: (id: string) => number): number =>
  parts.reduce((sum, part) => {
    if (part.kind === 'words') return sum;
    // A list is read besides its text.
    if (part.kind === 'value') return sum + 1 + (part.filters.includes('list') ? 1 : 0);
    if (part.kind === 'each') return sum + 1 + rowsOf(part.id) * tags(part.body, rowsOf);
    const branches = Math.max(tags(part.met, rowsOf), tags(part.otherwise, rowsOf));
    return sum + operandsOfRules(comparisonsOf(part.condition)).length + branches;
  }, 0);

/** The field with which an evaluation can need too many steps. Only one of the texts of its rules is made. */
function fieldOutOfSteps(graph: DependencyGraph): TemplateField | undefined {
  let steps = 0;
  const tagsIn = (text: string) =>
    tags(parseTextTemplate(text).parts, (id) => mostRows(graph.get(id)?.field ?? {}));
  for (const { field } of graph.values()) {
    const rules = rulesOf(field).reduce(
      (sum, { rules: some }) => sum + Math.max(some.length, operandsOfRules(some).length),
      0,
    );
    const texts = Math.max(0, ...field.dynamicTextRules.map(({ text }) => tagsIn(text)));
    const defaults = Math.max(
      0,
      ...field.defaultValueRules.map(({ defaultTemplate = '' }) => tagsIn(defaultTemplate)),
    );
    const own = tagsIn(field.defaultTemplate ?? '');
    const copies = field.dependencyType === 'copy' ? 1 : 0;
    const calculated = operandsOfFormula(field).length;
    steps += 1 + copies + calculated + rules + defaults + Math.max(texts, own);
    if (steps > TEXT_BUDGET.steps) return field;
  }
  return undefined;
}
