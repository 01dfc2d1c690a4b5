import { isMet, ruleTexts } from './condition.ts';
import { fieldsOf, type RuleCondition, type TemplateContent, type TemplateField } from './content.ts';
import { parseTextTemplate } from './text-template.ts';
import { valueTexts } from './value.ts';

/** Something about a template's parts: an error stops saving, a warning does not. `fieldId` is the field to show it beside. */
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

/** Looks at whether the parts of a template fit together. Findings come in the order of the fields. */
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
    report('error', first, `These fields depend on each other in a circle: ${names}`);
  }
  return findings;
}

function checkOptions(field: TemplateField, report: Report): void {
  if (field.type !== 'select' && field.type !== 'radio') return;
  const offered = new Set([...field.options, ...field.optionRules.flatMap((rule) => rule.options)]);
  if (field.options.length === 0)
    report('error', field, `Please add at least one option for ${field.type} fields`);
  if (new Set(field.options).size < field.options.length)
    report('warning', field, 'The same option is there more than once');
  for (const text of valueTexts(field.defaultValue))
    if (!offered.has(text)) report('warning', field, `The default "${text}" is not among the options`);
}

function checkDependency(
  field: TemplateField,
  byId: ReadonlyMap<string, TemplateField>,
  report: Report,
): void {
  const { dependsOn, dependencyType } = field;
  if (dependencyType === 'transform')
    report('warning', field, 'Transforming values is coming soon and does nothing yet');
  if (dependsOn === field.id) report('error', field, 'A field cannot depend on itself');
  else if (dependsOn !== undefined && !byId.has(dependsOn))
    report('error', field, `It depends on "${dependsOn}", which is not a field of this template`);
  if (dependencyType === 'copy' && dependsOn === undefined)
    report('error', field, 'Choose the field whose value is copied');
  if (
    dependencyType === 'dynamic_text' &&
    field.defaultTemplate === undefined &&
    field.dynamicTextRules.length === 0
  )
    report('warning', field, 'It has neither a text nor rules for one, so it stays empty');
}

const rulesOf = (field: TemplateField): readonly NamedRule[] => [
  { name: 'visibility', rules: field.visibilityRules },
  { name: 'option', rules: field.optionRules },
  { name: 'default value', rules: field.defaultValueRules },
  { name: 'text', rules: field.dynamicTextRules },
  { name: 'validation', rules: field.validationRules },
];

function checkRules(field: TemplateField, byId: ReadonlyMap<string, TemplateField>, report: Report): void {
  if (field.visibilityRules.length > 0 && field.visibilityRules.every(({ action }) => action === 'hide'))
    report('warning', field, 'It has only rules that hide it, so it is never shown');
  if (field.optionRules.length > 0 && field.type !== 'select' && field.type !== 'radio')
    report('warning', field, 'Option rules apply to select and radio fields only');
  for (const { name, rules } of rulesOf(field)) {
    rules.forEach((rule, at) => {
      const which = `${name} rule ${at + 1}`;
      if (at > 0 && rules[at - 1]?.operator === 'default' && name !== 'validation')
        report('warning', field, `The ${which} is never reached: the one before it always holds`);
      if (rule.operator === 'default') return;
      const source = byId.get(rule.sourceFieldId);
      if (source === undefined)
        report(
          'error',
          field,
          `The ${which} looks at "${rule.sourceFieldId}", which is not a field of this template`,
        );
      else if (!isReachable(rule, source))
        report(
          'warning',
          field,
          `The ${which} never holds: "${source.label}" does not offer what it looks for`,
        );
    });
  }
}

/** Whether the source can ever have a value for which the rule holds. */
function isReachable(rule: RuleCondition, source: TemplateField): boolean {
  if (ruleTexts(rule.operator, rule.value).length === 0) return false;
  const offered = [...source.options, ...source.optionRules.flatMap(({ options }) => options)];
  if (offered.length === 0) return source.type !== 'checkbox' || isMet(rule, true);
  return offered.some((option) => isMet(rule, source.type === 'checkbox' ? [option] : option));
}

/** The texts with placeholders of a field. */
const textsOf = (field: TemplateField): readonly string[] =>
  [
    field.defaultTemplate,
    ...field.defaultValueRules.map(({ defaultTemplate }) => defaultTemplate),
    ...field.dynamicTextRules.map(({ text }) => text),
  ].filter((text) => text !== undefined);

function checkTexts(field: TemplateField, byId: ReadonlyMap<string, TemplateField>, report: Report): void {
  for (const text of textsOf(field)) {
    const { fieldIds, problems } = parseTextTemplate(text);
    for (const problem of problems) report('warning', field, `In its text, ${problem}`);
    for (const id of fieldIds)
      if (!byId.has(id))
        report('warning', field, `Its text names {{${id}}}, which is not a field of this template`);
  }
}

/** The fields that this one looks at. */
function sourcesOf(field: TemplateField): readonly string[] {
  const { dependsOn } = field;
  const rules = rulesOf(field)
    // A validation rule may look at its own field: it changes nothing.
    .filter(({ name }) => name !== 'validation')
    .flatMap(({ rules: some }) => some.filter(({ operator }) => operator !== 'default'));
  return [
    ...(dependsOn === undefined ? [] : [dependsOn]),
    ...rules.map(({ sourceFieldId }) => sourceFieldId),
    ...textsOf(field).flatMap((text) => parseTextTemplate(text).fieldIds),
  ];
}

/** Each circle once, from the field on by which it was found. */
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
      // A field on itself is told where its dependency is checked.
      if (source !== undefined && (source !== field || field.dependsOn !== id))
        visit(source, [...path, field]);
    }
    done.add(field.id);
  };
  for (const field of fields) visit(field, []);
  return cycles;
}
