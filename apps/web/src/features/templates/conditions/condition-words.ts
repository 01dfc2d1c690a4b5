import type {
  Condition,
  ConditionGroup,
  Measure,
  RuleCondition,
  RuleOperator,
} from '@portal/domain/template/content';

export const OPERATOR_LABELS: Readonly<Record<RuleOperator, string>> = {
  equals: 'equals',
  not_equals: 'does not equal',
  contains: 'contains',
  in: 'is one of',
  startsWith: 'starts with',
  default: 'always (default)',
  is_empty: 'is empty',
  is_not_empty: 'is not empty',
  less_than: 'is less than',
  at_most: 'is at most',
  at_least: 'is at least',
  greater_than: 'is more than',
  before: 'is before',
  after: 'is after',
};

export const MEASURE_LABELS: Readonly<Record<'' | Measure, string>> = {
  '': 'Its value',
  count: 'How many',
  sum: 'Sum',
  days: 'Days since',
};

type LabelOf = (operand: string) => string;

function subject({ sourceFieldId, measure, sinceFieldId = '' }: Condition, labelOf: LabelOf): string {
  const label = sourceFieldId === '' ? '…' : labelOf(sourceFieldId);
  switch (measure) {
    case 'count':
      return `the number of ${label}`;
    case 'sum':
      return `the sum of ${label}`;
    case 'days':
      return `the days from ${sinceFieldId === '' ? '…' : labelOf(sinceFieldId)} to ${label}`;
    default:
      return label;
  }
}

function comparisonWords(condition: Condition, labelOf: LabelOf): string {
  const { operator, value } = condition;
  const start = `${subject(condition, labelOf)} ${OPERATOR_LABELS[operator]}`;
  if (operator === 'is_empty' || operator === 'is_not_empty') return start;
  const values = typeof value === 'string' ? value : value.join(', ');
  return `${start} ${values === '' ? '…' : values}`;
}

/** "Side equals Left and (the number of Muscles is at least 3 or Age is less than 18)". */
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

/** "when Side equals Left"; "always" for the default. */
export function describeCondition({ when, ...comparison }: RuleCondition, labelOf: LabelOf): string {
  const isAlways = comparison.operator === 'default';
  if (isAlways && when === undefined) return 'always';
  const group = (): ConditionGroup => ({
    match: 'all',
    conditions: [...(isAlways ? [] : [comparison]), ...(when === undefined ? [] : [when])],
  });
  return `when ${conditionWords(when !== undefined && isAlways ? when : group(), labelOf)}`;
}
