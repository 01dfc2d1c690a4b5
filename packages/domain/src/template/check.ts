import { tooManyCharacters } from '../text.ts';
import { brokenReferences } from './broken-references.ts';
import { checkColumns, checkFormula, type Report } from './check-fields.ts';
import { comparisonProblem, operandProblem } from './check-operands.ts';
import { checkDates, checkTags } from './check-texts.ts';
import { comparisonsOf } from './condition.ts';
import { fieldsOf, TEMPLATE_LIMITS, type TemplateContent, type TemplateField } from './content.ts';
import {
  cycleThrough,
  dependencyGraph,
  dependencyGroups,
  operandsOfRules,
  rulesOf,
  textsOf,
  type DependencyGraph,
} from './dependencies.ts';
import { operandFields } from './operands.ts';
import { Reachability } from './reachable.ts';
import { parseTextTemplate } from './text-template.ts';
import { budgetProblems } from './worst-case.ts';

/** A problem with a template's content. An error prevents saving; a warning does not. `fieldId` is the affected field. */
export interface ContentFinding {
  readonly severity: 'error' | 'warning';
  readonly fieldId: string;
  readonly message: string;
  /** A default that is not an option, or a date that is none. Imports accept these, because older templates can have them. */
  readonly isImportable?: true;
}

/** The findings of content that was checked before: each test case and each screen asks for them. */
const known = new WeakMap<TemplateContent, readonly ContentFinding[]>();

/** Checks that a template's content is consistent. The time is proportional to the length of the content. */
export function checkContent(content: TemplateContent): readonly ContentFinding[] {
  const findings = known.get(content) ?? findingsOf(content);
  known.set(content, findings);
  return findings;
}

function findingsOf(content: TemplateContent): readonly ContentFinding[] {
  const fields = fieldsOf(content);
  const operands = operandFields(fields);
  const findings: ContentFinding[] = [];
  const report: Report = (severity, field, message) =>
    findings.push({ severity, fieldId: field.id, message });
  const seen = new Set<string>();
  const reachability = new Reachability(operands);
  for (const field of fields) {
    if (seen.has(field.id)) report('error', field, `The field ID "${field.id}" is used more than once`);
    seen.add(field.id);
    checkOptions(field, report);
    checkDependency(field, operands, report);
    checkColumns(field, report);
    checkFormula(field, operands, report);
    checkRules(field, operands, reachability, report);
    checkTextConditions(field, reachability, report);
  }
  findings.push(...valueFindings(content));
  const error = (field: TemplateField, message: string) => report('error', field, message);
  checkTags(content, error);
  checkDates(content, (field, message) =>
    findings.push({ severity: 'error', fieldId: field.id, message, isImportable: true }),
  );
  const graph = dependencyGraph(content);
  const groups = dependencyGroups(graph);
  checkCycles(fields, graph, groups, report);
  for (const { field, message } of budgetProblems(graph, groups)) error(field, message);
  return findings;
}

/** The titles and descriptions of sections that are too long, in words. They prevent saving. */
export function sectionProblems({ sections }: TemplateContent): readonly string[] {
  return sections.flatMap(({ title, description }, at) => {
    const texts = [
      ['Title', tooManyCharacters(title, TEMPLATE_LIMITS.label)],
      ['Description', tooManyCharacters(description, TEMPLATE_LIMITS.text)],
    ] as const;
    return texts.flatMap(([name, tooLong]) =>
      tooLong === null ? [] : [`${name} of section ${at + 1}: ${tooLong}`],
    );
  });
}

function checkOptions(field: TemplateField, report: Report): void {
  if (field.type !== 'select' && field.type !== 'radio') return;
  if (field.options.length === 0)
    report('error', field, `Please add at least one option for ${field.type} fields`);
  if (new Set(field.options).size < field.options.length)
    report('warning', field, 'An option is listed more than once');
}

/** Defaults that are not an option, and copies that bring one. */
const valueFindings = (content: TemplateContent): readonly ContentFinding[] =>
  brokenReferences({ content, autoPopulate: {}, rules: [], providerDefaults: [], cases: [] }).flatMap(
    ({ use, holderId, message }): ContentFinding[] => {
      if (use === 'default') return [{ severity: 'error', fieldId: holderId, message, isImportable: true }];
      return use === 'copy' ? [{ severity: 'warning', fieldId: holderId, message }] : [];
    },
  );

function checkDependency(
  field: TemplateField,
  byId: ReadonlyMap<string, TemplateField>,
  report: Report,
): void {
  const { dependsOn, dependencyType } = field;
  if (dependencyType === 'transform')
    report('warning', field, 'Transform is coming soon and has no effect yet');
  if (dependsOn === field.id) report('error', field, 'A field cannot depend on itself');
  else if (dependsOn !== undefined && !byId.has(dependsOn))
    report('error', field, `This field depends on "${dependsOn}", which is not a field in this template`);
  if (dependencyType === 'copy' && dependsOn === undefined)
    report('error', field, 'Choose the field to copy');
  if (
    dependencyType === 'dynamic_text' &&
    field.defaultTemplate === undefined &&
    field.dynamicTextRules.length === 0
  )
    report('warning', field, 'This field has neither a text nor text rules, so it stays empty');
}

function checkRules(
  field: TemplateField,
  operands: ReadonlyMap<string, TemplateField>,
  reachability: Reachability,
  report: Report,
): void {
  if (field.visibilityRules.length > 0 && field.visibilityRules.every(({ action }) => action === 'hide'))
    report('warning', field, 'This field has only hide rules, so it is never shown');
  if (field.optionRules.length > 0 && field.type !== 'select' && field.type !== 'radio')
    report('warning', field, 'Option rules apply to select and radio fields only');
  for (const { name, rules } of rulesOf(field)) {
    rules.forEach((rule, at) => {
      const which = `${name} rule ${at + 1}`;
      const before = rules[at - 1];
      if (before?.operator === 'default' && before.when === undefined && name !== 'Validation')
        report('warning', field, `${which} is never reached because the rule before it always matches`);
      const problems = comparisonsOf(rule).flatMap((comparison) => {
        const unknown = operandsOfRules([comparison]).flatMap((id) => {
          const problem = operandProblem(id, operands);
          return problem === null ? [] : [`checks "${id}", which ${problem}`];
        });
        const problem = comparisonProblem(comparison, operands);
        return [...unknown, ...(problem === null ? [] : [problem])];
      });
      for (const problem of problems) report('error', field, `${which} ${problem}`);
      const unreachable = problems.length > 0 ? null : reachability.problemOf(rule);
      if (unreachable !== null) report('warning', field, `${which} never matches: ${unreachable}`);
    });
  }
}

/** Conditions in texts that never match. */
function checkTextConditions(field: TemplateField, reachability: Reachability, report: Report): void {
  for (const { place, text } of textsOf(field))
    for (const { condition } of parseTextTemplate(text).tags) {
      if (condition === null) continue;
      const when = 'operator' in condition ? { match: 'all' as const, conditions: [condition] } : condition;
      const problem = reachability.problemOf({ sourceFieldId: '', operator: 'default', value: '', when });
      if (problem !== null) report('warning', field, `A condition in the ${place} never matches: ${problem}`);
    }
}

/** Labels that a message about a circular dependency names. */
const NAMED = 10;

/** Reports one cycle for each group of fields that depend on each other, at the group's first field. */
function checkCycles(
  fields: readonly TemplateField[],
  graph: DependencyGraph,
  groups: readonly (readonly string[])[],
  report: Report,
): void {
  const groupOf = new Map(groups.flatMap((group) => group.map((id) => [id, group])));
  const done = new Set<readonly string[]>();
  for (const field of fields) {
    const group = groupOf.get(field.id);
    if (group === undefined || done.has(group)) continue;
    done.add(group);
    const cycle = cycleThrough(graph, group, field.id);
    // A field that depends on itself is reported by `checkDependency`.
    if (cycle.length === 0 || (cycle.length === 1 && field.dependsOn === field.id)) continue;
    const names = cycle.slice(0, NAMED).map((id) => `"${graph.get(id)?.field.label ?? id}"`);
    if (cycle.length > NAMED) names.push(`${cycle.length - NAMED} more`);
    const way = [...names, `"${field.label}"`].join(' → ');
    report('error', field, `These fields have a circular dependency: ${way}`);
  }
}
