import type { RuleOperator } from './content.ts';
import { valueTexts, type FieldValue } from './value.ts';

/** A rule's operator and the value to compare with. */
export interface Comparison {
  readonly operator: RuleOperator;
  readonly value: string | readonly string[];
}

/** Ignores letter case and surrounding spaces, which template authors easily overlook. */
const normalize = (text: string) => text.trim().toLowerCase();

/** The normalized texts of a rule's value. For `in`, a string is split at commas. */
export function ruleTexts(operator: RuleOperator, value: string | readonly string[]): readonly string[] {
  const texts = typeof value === 'string' ? (operator === 'in' ? value.split(',') : [value]) : value;
  return texts.map(normalize).filter((text) => text !== '');
}

/**
 * Whether a rule matches the value of its source field. Without a source value only `default` matches; `not_equals` does not.
 * A list matches when it contains the rule's value.
 */
export function isMet({ operator, value }: Comparison, source: FieldValue | undefined): boolean {
  if (operator === 'default') return true;
  const found = valueTexts(source).map(normalize);
  if (found.length === 0) return false;
  const wanted = ruleTexts(operator, value);
  const isFound = found.some((text) => wanted.includes(text));
  switch (operator) {
    case 'not_equals':
      return !isFound;
    case 'contains':
      return typeof source === 'string' ? wanted.some((part) => normalize(source).includes(part)) : isFound;
    case 'startsWith':
      return found.some((text) => wanted.some((start) => text.startsWith(start)));
    default:
      return isFound;
  }
}
