import type { RuleOperator } from './content.ts';
import { valueTexts, type FieldValue } from './value.ts';

/** How a rule compares, and with what. */
export interface Comparison {
  readonly operator: RuleOperator;
  readonly value: string | readonly string[];
}

/** Letter case and outer spaces do not count: a template's author does not see them. */
const plain = (text: string) => text.trim().toLowerCase();

/** The texts that a rule's value stands for: for `in` also the parts between commas. */
export function ruleTexts(operator: RuleOperator, value: string | readonly string[]): readonly string[] {
  const texts = typeof value === 'string' ? (operator === 'in' ? value.split(',') : [value]) : value;
  return texts.map(plain).filter((text) => text !== '');
}

/**
 * Whether a rule's condition holds for the value of its source. Without a source value only `default` does, so
 * `not_equals` does not either. A list matches when it contains the rule's value.
 */
export function isMet({ operator, value }: Comparison, source: FieldValue | undefined): boolean {
  if (operator === 'default') return true;
  const found = valueTexts(source).map(plain);
  if (found.length === 0) return false;
  const wanted = ruleTexts(operator, value);
  const isFound = found.some((text) => wanted.includes(text));
  switch (operator) {
    case 'not_equals':
      return !isFound;
    case 'contains':
      return typeof source === 'string' ? wanted.some((part) => plain(source).includes(part)) : isFound;
    case 'startsWith':
      return found.some((text) => wanted.some((start) => text.startsWith(start)));
    default:
      return isFound;
  }
}
