import { dateOf, isDatePart } from './comparable.ts';
import { comparisonsOf, ruleTexts } from './condition.ts';
import { fieldsOf, type RuleOperator, type TemplateContent, type TemplateField } from './content.ts';
import { rulesOf, textsOf } from './dependencies.ts';
import { operandFields, traitsOf, type Operand } from './operands.ts';
import { comparisonProblem, operandProblem } from './check-operands.ts';
import { ofRow, parseTextTemplate } from './text-template.ts';
import { valueTexts } from './value.ts';

type ReportError = (field: TemplateField, message: string) => void;

const EXAMPLE = 'Write it as 01/05/2026.';
/** Longest part of a text in a message. */
const SHOWN = 60;
const quoted = (text: string): string => `"${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}"`;

/** Checks that all tags of the texts can be read, and that there are none in texts where tags are not filled in. */
export function checkTags(content: TemplateContent, report: ReportError): void {
  const operands = operandFields(fieldsOf(content));
  for (const { title, description, fields } of content.sections) {
    const [first] = fields;
    for (const text of [title, description])
      if (first !== undefined && text.includes('{{'))
        report(first, `The title or description of a section cannot have placeholders: ${quoted(text)}`);
    for (const field of fields) {
      for (const { place, text } of plainTextsOf(field))
        if (text.includes('{{')) report(field, `${place} cannot have placeholders: ${quoted(text)}`);
      for (const { place, text } of textsOf(field)) {
        const { tags, problems, operands: used } = parseTextTemplate(text);
        for (const problem of problems) report(field, `In the ${place}, ${problem}`);
        for (const id of used) {
          const problem = operandProblem(id, operands);
          if (problem !== null) report(field, `The ${place} uses {{${id}}}, which ${problem}`);
        }
        for (const { operand, isEach, condition, rowsId } of tags) {
          const rows = isEach && operand !== null ? traitsOf(operand.id, operands) : undefined;
          if (rows !== undefined && rows.kind !== 'rows')
            report(field, `The ${place} repeats "${rows.label}", which does not have rows`);
          for (const each of condition === null ? [] : comparisonsOf(condition)) {
            const named = (id: string) => ofRow(id, rowsId) ?? id;
            const problem = comparisonProblem(
              { ...each, sourceFieldId: named(each.sourceFieldId) },
              operands,
            );
            if (problem !== null) report(field, `A condition in the ${place} ${problem}`);
          }
        }
      }
    }
  }
}

/** The texts of a field that are shown or printed as they are. */
const plainTextsOf = (field: TemplateField): readonly { readonly place: string; readonly text: string }[] => [
  { place: 'The label', text: field.label },
  { place: 'The placeholder', text: field.placeholder },
  { place: 'The help text', text: field.helpText },
  ...(field.columns ?? []).flatMap(({ label, placeholder = '', options = [] }) => [
    { place: 'The label of a column', text: label },
    { place: 'The placeholder of a column', text: placeholder },
    ...options.map((text) => ({ place: 'An option of a column', text })),
  ]),
  ...(field.defaultRows ?? []).flatMap((row) =>
    Object.values(row)
      .flatMap(valueTexts)
      .map((text) => ({ place: 'A default row', text })),
  ),
  ...valueTexts(field.defaultValue).map((text) => ({ place: 'The default value', text })),
  ...[...field.options, ...field.optionRules.flatMap(({ options }) => options)].map((text) => ({
    place: 'An option',
    text,
  })),
  ...field.defaultValueRules.map(({ defaultValue = '' }, at) => ({
    place: `The default value of rule ${at + 1}`,
    text: defaultValue,
  })),
  ...field.validationRules.map(({ message }, at) => ({
    place: `The message of validation rule ${at + 1}`,
    text: message,
  })),
];

/** The operators that compare a date with dates; others have a problem of their own. */
const DATE_OPERATORS: ReadonlySet<RuleOperator> = new Set([
  'equals',
  'not_equals',
  'contains',
  'in',
  'startsWith',
  'before',
  'after',
]);

/** Checks that rules compare date fields with dates, and that the defaults of date fields are dates. */
export function checkDates(content: TemplateContent, report: ReportError): void {
  const fields = fieldsOf(content);
  const operands = operandFields(fields);
  for (const field of fields) {
    for (const { name, rules } of rulesOf(field))
      for (const [at, rule] of rules.entries())
        for (const { sourceFieldId, operator, value, measure } of comparisonsOf(rule)) {
          const source = traitsOf(sourceFieldId, operands);
          if (source?.kind !== 'date' || measure !== undefined || !DATE_OPERATORS.has(operator)) continue;
          const isPart = operator === 'contains' || operator === 'startsWith';
          const wrong = ruleTexts(operator, value).find(
            (text) => dateOf(text) === null && !(isPart && isDatePart(text)),
          );
          if (wrong !== undefined)
            report(
              field,
              `${name} rule ${at + 1} compares the date "${source.label}" with ${quoted(wrong)}, which is not a date. ${EXAMPLE}`,
            );
        }
    if (field.type !== 'date') continue;
    for (const text of [
      ...valueTexts(field.defaultValue),
      ...field.defaultValueRules.map(({ defaultValue = '' }) => defaultValue),
    ])
      if (text.trim() !== '' && dateOf(text) === null)
        report(field, `The default ${quoted(text)} is not a date. ${EXAMPLE}`);
  }
}

/** Why a billing code rule cannot have this value for a field, or null. `*` matches any value. */
export const ruleValueProblem = ({ type, label }: Operand, value: string): string | null =>
  type !== 'date' || value.trim() === '*' || dateOf(value) !== null
    ? null
    : `"${label}" is a date, but ${quoted(value)} is not. ${EXAMPLE}`;
