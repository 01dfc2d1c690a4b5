import { formatDateUs, isDateOnly } from '../date.ts';
import { ruleTexts } from './condition.ts';
import type { Condition, ConditionGroup, Measure, RuleOperator } from './content.ts';

/** What people call an operand. */
type LabelOf = (id: string) => string;

/** Conditions in words: "Side is Left and (Age is at least 65 or the number of Muscles is at least 3)". */
export function conditionWords(condition: Condition | ConditionGroup, labelOf: LabelOf): string {
  if ('operator' in condition) return comparisonWords(condition, labelOf);
  const { match, conditions } = condition;
  return conditions
    .map((each) => {
      const words = conditionWords(each, labelOf);
      return 'operator' in each || each.conditions.length < 2 || conditions.length < 2 ? words : `(${words})`;
    })
    .join(match === 'all' ? ' and ' : ' or ');
}

function comparisonWords(condition: Condition, labelOf: LabelOf): string {
  const { sourceFieldId, operator, value, measure, sinceFieldId = '' } = condition;
  if (operator === 'default') return 'always';
  const label = labelOf(sourceFieldId);
  const measured = measure === undefined ? label : MEASURE_WORDS[measure](label, labelOf(sinceFieldId));
  const texts = ruleTexts(operator, value).map((text) =>
    isDateOnly(text) ? formatDateUs(text) : text.trim(),
  );
  return `${measured} ${OPERATOR_WORDS[operator]} ${texts.join(' or ')}`.trimEnd();
}

const MEASURE_WORDS: Readonly<Record<Measure, (label: string, since: string) => string>> = {
  count: (label) => `the number of ${label}`,
  sum: (label) => `the sum of ${label}`,
  days: (label, since) => `the number of days from ${since} to ${label}`,
};

const OPERATOR_WORDS: Readonly<Record<Exclude<RuleOperator, 'default'>, string>> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  in: 'is',
  startsWith: 'starts with',
  is_empty: 'is empty',
  is_not_empty: 'has a value',
  less_than: 'is less than',
  at_most: 'is at most',
  at_least: 'is at least',
  greater_than: 'is more than',
  before: 'is before',
  after: 'is after',
};
