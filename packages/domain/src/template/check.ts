import { isMet, ruleTexts } from './condition.ts';
import { fieldsOf, type RuleCondition, type TemplateContent, type TemplateField } from './content.ts';
import { parseTextTemplate } from './text-template.ts';
import { valueTexts } from './value.ts';

/** A problem with a template's content. An error prevents saving; a warning does not. `fieldId` is the affected field. */
export interface ContentFinding {
  readonly severity: 'error' | 'warning';
  readonly fieldId: string;
  readonly message: string;
}

type Report = (severity: ContentFinding['severity'], field: TemplateField, message: string) => void;

interface NamedRule {
  readonly name: string;
  readonly rules: readonly RuleCondition[];
}

/** Checks that a template's content is consistent. Findings are in field order. */
export function checkContent(content: TemplateContent): readonly ContentFinding[] {
  const fields = fieldsOf(content);
  const byId = new Map(fields.map((field) => [field.id, field]));
  const findings: ContentFinding[] = [];
  const report: Report = (severity, field, message) =>
    findings.push({ severity, fieldId: field.id, message });
  const seen = new Set<string>();
  for (const field of fields) {
    if (seen.has(field.id)) report('error', field, `The field ID "${field.id}" is used more than once`);
    seen.add(field.id);
    checkOptions(field, report);
    checkDependency(field, byId, report);
    checkRules(field, byId, report);
    checkTexts(field, byId, report);
  }
  for (const cycle of cyclesOf(fields, byId)) {
    const [first] = cycle;
    if (first === undefined) continue;
    const names = [...cycle, first].map(({ label }) => `"${label}"`).join(' → ');
    report('error', first, `These fields have a circular dependency: ${names}`);
  }
  return findings;
}

function checkOptions(field: TemplateField, report: Report): void {
  if (field.type !== 'select' && field.type !== 'radio') return;
  const offered = new Set([...field.options, ...field.optionRules.flatMap((rule) => rule.options)]);
  if (field.options.length === 0)
    report('error', field, `Please add at least one option for ${field.type} fields`);
  if (new Set(field.options).size < field.options.length)
    report('warning', field, 'An option is listed more than once');
  for (const text of valueTexts(field.defaultValue))
    if (!offered.has(text)) report('warning', field, `The default "${text}" is not one of the options`);
}

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

const rulesOf = (field: TemplateField): readonly NamedRule[] => [
  { name: 'Visibility', rules: field.visibilityRules },
  { name: 'Option', rules: field.optionRules },
  { name: 'Default value', rules: field.defaultValueRules },
  { name: 'Text', rules: field.dynamicTextRules },
  { name: 'Validation', rules: field.validationRules },
];

function checkRules(field: TemplateField, byId: ReadonlyMap<string, TemplateField>, report: Report): void {
  if (field.visibilityRules.length > 0 && field.visibilityRules.every(({ action }) => action === 'hide'))
    report('warning', field, 'This field has only hide rules, so it is never shown');
  if (field.optionRules.length > 0 && field.type !== 'select' && field.type !== 'radio')
    report('warning', field, 'Option rules apply to select and radio fields only');
  for (const { name, rules } of rulesOf(field)) {
    rules.forEach((rule, at) => {
      const which = `${name} rule ${at + 1}`;
      if (at > 0 && rules[at - 1]?.operator === 'default' && name !== 'Validation')
        report('warning', field, `${which} is never reached because the rule before it always matches`);
      if (rule.operator === 'default') return;
      const source = byId.get(rule.sourceFieldId);
      if (source === undefined)
        report(
          'error',
          field,
          `${which} checks "${rule.sourceFieldId}", which is not a field in this template`,
        );
      else if (!isReachable(rule, source))
        report('warning', field, `${which} never matches: "${source.label}" does not offer that value`);
    });
  }
}

/** Whether the source field can ever have a value that matches the rule. */
function isReachable(rule: RuleCondition, source: TemplateField): boolean {
  if (ruleTexts(rule.operator, rule.value).length === 0) return false;
  const offered = [...source.options, ...source.optionRules.flatMap(({ options }) => options)];
  if (offered.length === 0) return source.type !== 'checkbox' || isMet(rule, true);
  return offered.some((option) => isMet(rule, source.type === 'checkbox' ? [option] : option));
}

/** The placeholder texts of a field. */
const textsOf = (field: TemplateField): readonly string[] =>
  [
    field.defaultTemplate,
    ...field.defaultValueRules.map(({ defaultTemplate }) => defaultTemplate),
    ...field.dynamicTextRules.map(({ text }) => text),
  ].filter((text) => text !== undefined);

function checkTexts(field: TemplateField, byId: ReadonlyMap<string, TemplateField>, report: Report): void {
  for (const text of textsOf(field)) {
    const { fieldIds, problems } = parseTextTemplate(text);
    for (const problem of problems) report('warning', field, `In the text, ${problem}`);
    for (const id of fieldIds)
      if (!byId.has(id))
        report('warning', field, `The text uses {{${id}}}, which is not a field in this template`);
  }
}

/** The ids of the fields that this field depends on. */
function sourcesOf(field: TemplateField): readonly string[] {
  const { dependsOn } = field;
  const rules = rulesOf(field)
    // A validation rule may check its own field because it does not change values.
    .filter(({ name }) => name !== 'Validation')
    .flatMap(({ rules: some }) => some.filter(({ operator }) => operator !== 'default'));
  return [
    ...(dependsOn === undefined ? [] : [dependsOn]),
    ...rules.map(({ sourceFieldId }) => sourceFieldId),
    ...textsOf(field).flatMap((text) => parseTextTemplate(text).fieldIds),
  ];
}

/** Finds dependency cycles. Each cycle is listed once and starts at the field where it was found. */
function cyclesOf(
  fields: readonly TemplateField[],
  byId: ReadonlyMap<string, TemplateField>,
): readonly (readonly TemplateField[])[] {
  const done = new Set<string>();
  const cycles: (readonly TemplateField[])[] = [];
  const visit = (field: TemplateField, path: readonly TemplateField[]): void => {
    const at = path.indexOf(field);
    if (at !== -1) {
      cycles.push(path.slice(at));
      return;
    }
    if (done.has(field.id)) return;
    for (const id of new Set(sourcesOf(field))) {
      const source = byId.get(id);
      // A field that depends on itself is reported by `checkDependency`.
      if (source !== undefined && (source !== field || field.dependsOn !== id))
        visit(source, [...path, field]);
    }
    done.add(field.id);
  };
  for (const field of fields) visit(field, []);
  return cycles;
}
