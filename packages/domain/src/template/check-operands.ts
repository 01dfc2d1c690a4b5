import { dateOf, numberIn } from './comparable.ts';
import { ruleTexts } from './condition.ts';
import type { Condition, RuleOperator, TemplateField } from './content.ts';
import { traitsOf, type OperandTraits } from './operands.ts';
import { SOURCES } from './sources.ts';

type Operands = ReadonlyMap<string, TemplateField>;

const NUMBERS: ReadonlySet<RuleOperator> = new Set(['less_than', 'at_most', 'at_least', 'greater_than']);
const DATES: ReadonlySet<RuleOperator> = new Set(['before', 'after']);
const PARTS: ReadonlySet<RuleOperator> = new Set(['contains', 'startsWith']);
const EMPTY: ReadonlySet<RuleOperator> = new Set(['default', 'is_empty', 'is_not_empty']);

/** Why an operand cannot be read, as the end of a sentence, or null. */
export function operandProblem(id: string, operands: Operands): string | null {
  if (traitsOf(id, operands) !== undefined) return null;
  const [head = '', column] = id.split('.');
  if (column === undefined) return 'is not a field in this template';
  const near = Object.keys(SOURCES).find((name) => name.toLowerCase() === id.toLowerCase());
  if (near !== undefined) return `is not known. Did you mean ${near}?`;
  const field = operands.get(head);
  return field === undefined
    ? 'is neither a column of a field in this template nor a value from the record'
    : `is not a column of "${field.label}"`;
}

/** What does not fit in a comparison of known operands: "compares …", or null. Dates are compared with dates by `checkDates`. */
export function comparisonProblem(comparison: Condition, operands: Operands): string | null {
  const { sourceFieldId, operator, value, measure } = comparison;
  const source = traitsOf(sourceFieldId, operands);
  if (source === undefined || operator === 'default') return null;
  if (measure !== undefined) return measureProblem(comparison, source, operands);
  if (DATES.has(operator) && source.kind !== 'date')
    return `compares "${source.label}" with a date, but it is not a date`;
  if (DATES.has(operator)) return textsProblem(comparison, (text) => dateOf(text) !== null, 'a date');
  if (!NUMBERS.has(operator)) return null;
  if (source.kind === 'date') return `compares the date "${source.label}" with a number. Use before or after`;
  if (source.kind === 'rows') return `compares the rows "${source.label}" with a number. Use their count`;
  return ruleTexts(operator, value).length === 0
    ? `compares "${source.label}" with no number`
    : textsProblem(comparison, (text) => numberIn(text) !== null, 'a number');
}

function measureProblem(comparison: Condition, source: OperandTraits, operands: Operands): string | null {
  const { operator, value, measure, sinceFieldId } = comparison;
  if (measure === 'sum' && source.kind === 'rows')
    return `adds up the rows "${source.label}". Choose one of their columns`;
  if (measure === 'days') {
    if (sinceFieldId === undefined) return 'counts days but does not say from which date';
    const since = traitsOf(sinceFieldId, operands);
    const wrong = [since, source].find((each) => each !== undefined && each.kind !== 'date');
    if (wrong !== undefined) return `counts days with "${wrong.label}", which is not a date`;
  }
  if (EMPTY.has(operator)) return null;
  if (DATES.has(operator) || PARTS.has(operator))
    return 'compares a number in a way that only texts and dates can be';
  if (ruleTexts(operator, value).length === 0) return `compares a number of "${source.label}" with nothing`;
  return textsProblem(comparison, (text) => numberIn(text) !== null, 'a number');
}

/** Longest part of a text in a message. */
const SHOWN = 60;

function textsProblem(
  { operator, value }: Condition,
  isRight: (text: string) => boolean,
  what: string,
): string | null {
  const wrong = ruleTexts(operator, value).find((text) => !isRight(text));
  return wrong === undefined ? null : `compares with "${wrong.slice(0, SHOWN)}", which is not ${what}`;
}
