import { conditionWords } from '@portal/domain/template/condition-words';
import type { Measure, RuleCondition, RuleOperator } from '@portal/domain/template/content';

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

/** "when Side is Left and the number of Levels is at least 3"; "always" for the default. */
export function describeCondition(
  { when, ...comparison }: RuleCondition,
  labelOf: (operand: string) => string,
): string {
  const isAlways = comparison.operator === 'default';
  if (when === undefined) return isAlways ? 'always' : `when ${conditionWords(comparison, labelOf)}`;
  const group = isAlways ? when : ({ match: 'all', conditions: [comparison, when] } as const);
  return `when ${conditionWords({ ...group, conditions: [...group.conditions] }, labelOf)}`;
}
