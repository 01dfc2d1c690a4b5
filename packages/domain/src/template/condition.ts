import type { RuleOperator } from './content.ts';
import { comparable, spellingsOf } from './comparable.ts';
import { valueTexts, type FieldValue } from './value.ts';

/** A rule's operator and the value to compare with. */
export interface Comparison {
  readonly operator: RuleOperator;
  readonly value: string | readonly string[];
}

/** The texts of a rule's value that are not blank. For `in`, a string is split at commas. */
export function ruleTexts(operator: RuleOperator, value: string | readonly string[]): readonly string[] {
  const texts = typeof value === 'string' ? (operator === 'in' ? value.split(',') : [value]) : value;
  return texts.filter((text) => text.trim() !== '');
}

/** The texts of a field's value that rules compare; a checked box is `true` or, as on screen, `yes`. */
const foundTexts = (source: FieldValue | undefined): readonly string[] =>
  source === true ? ['true', 'yes'] : valueTexts(source);

/**
 * Whether a rule matches the value of its source field. Without a source value only `default` matches; `not_equals` does not.
 * A list matches when it contains the rule's value. Dates and numbers match in any of their spellings.
 */
export function isMet({ operator, value }: Comparison, source: FieldValue | undefined): boolean {
  if (operator === 'default') return true;
  const found = foundTexts(source);
  if (found.length === 0) return false;
  const wanted = ruleTexts(operator, value);
  switch (operator) {
    case 'contains':
      return typeof source === 'string'
        ? isAnyPair(found, wanted, (text, part) => text.includes(part))
        : isAnyEqual(found, wanted);
    case 'startsWith':
      return isAnyPair(found, wanted, (text, start) => text.startsWith(start));
    default:
      return isAnyEqual(found, wanted) !== (operator === 'not_equals');
  }
}

/** Whether a billing code rule for this value matches a field's value. */
export const matchesValue = (source: FieldValue | undefined, value: string): boolean =>
  isAnyEqual(foundTexts(source), [value]);

function isAnyEqual(found: readonly string[], wanted: readonly string[]): boolean {
  const texts = new Set(wanted.map(comparable));
  return found.some((text) => texts.has(comparable(text)));
}

function isAnyPair(
  found: readonly string[],
  wanted: readonly string[],
  matches: (text: string, part: string) => boolean,
): boolean {
  const parts = wanted.flatMap(spellingsOf);
  return found.flatMap(spellingsOf).some((text) => parts.some((part) => matches(text, part)));
}
