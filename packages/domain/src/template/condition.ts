import type { Condition, ConditionGroup, RuleCondition, RuleOperator } from './content.ts';
import { comparable, dateOf, numberIn, spellingsOf } from './comparable.ts';
import { isRows, valueTexts, type FieldValue } from './value.ts';

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
  if (operator === 'is_empty') return found.length === 0;
  if (operator === 'is_not_empty') return found.length > 0;
  if (found.length === 0) return false;
  const wanted = ruleTexts(operator, value);
  switch (operator) {
    case 'contains':
      return typeof source === 'string'
        ? isAnyPair(found, wanted, (text, part) => text.includes(part))
        : isAnyEqual(found, wanted);
    case 'startsWith':
      return isAnyPair(found, wanted, (text, start) => text.startsWith(start));
    case 'less_than':
      return isAnyOf(numberIn, found, wanted, (number, limit) => number < limit);
    case 'at_most':
      return isAnyOf(numberIn, found, wanted, (number, limit) => number <= limit);
    case 'at_least':
      return isAnyOf(numberIn, found, wanted, (number, limit) => number >= limit);
    case 'greater_than':
      return isAnyOf(numberIn, found, wanted, (number, limit) => number > limit);
    case 'before':
      return isAnyOf(dateOf, found, wanted, (date, limit) => date < limit);
    case 'after':
      return isAnyOf(dateOf, found, wanted, (date, limit) => date > limit);
    default:
      return isAnyEqual(found, wanted) !== (operator === 'not_equals');
  }
}

/** Reads the value of a field, a column, or a source. */
export type ValueOf = (id: string) => FieldValue | undefined;

/** Whether a rule's comparison and its group are met. */
export const isRuleMet = ({ when, ...comparison }: RuleCondition, valueOf: ValueOf): boolean =>
  isConditionMet(comparison, valueOf) && (when === undefined || isConditionMet(when, valueOf));

/** Whether a comparison or a group is met. */
export function isConditionMet(condition: Condition | ConditionGroup, valueOf: ValueOf): boolean {
  if ('operator' in condition) return isMet(condition, measured(condition, valueOf));
  const { match, conditions } = condition;
  return match === 'all'
    ? conditions.every((each) => isConditionMet(each, valueOf))
    : conditions.some((each) => isConditionMet(each, valueOf));
}

/** The comparisons of a rule or group, those of inner groups included. */
export function comparisonsOf(condition: Condition | ConditionGroup | RuleCondition): readonly Condition[] {
  if (!('operator' in condition)) return condition.conditions.flatMap(comparisonsOf);
  const { when, ...comparison }: RuleCondition = condition;
  return [
    ...(comparison.operator === 'default' ? [] : [comparison]),
    ...(when === undefined ? [] : comparisonsOf(when)),
  ];
}

const DAY_MS = 86_400_000;

/** What a condition compares: the value of its source, or a number as text. Undefined if a date is missing or a text is no number. */
function measured(
  { sourceFieldId, measure, sinceFieldId }: Condition,
  valueOf: ValueOf,
): FieldValue | undefined {
  if (sourceFieldId === '') return undefined;
  const value = valueOf(sourceFieldId);
  switch (measure) {
    case 'count':
      return String(valueTexts(value).length);
    case 'sum': {
      const numbers = (isRows(value) ? [] : valueTexts(value)).map(numberIn);
      const sum = numbers.reduce<number | null>(
        (total, number) => (total === null || number === null ? null : total + number),
        0,
      );
      // Decimal fractions are not exact: 0.1 + 0.2 is a little more than 0.3.
      return sum === null ? undefined : String(Number(sum.toFixed(6)));
    }
    case 'days': {
      const [since, until] = [valueOf(sinceFieldId ?? ''), value].map((each) =>
        typeof each === 'string' ? dateOf(each) : null,
      );
      if (typeof since !== 'string' || typeof until !== 'string') return undefined;
      return String(Math.round((Date.parse(until) - Date.parse(since)) / DAY_MS));
    }
    default:
      return value;
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

function isAnyOf<T>(
  read: (text: string) => T | null,
  found: readonly string[],
  wanted: readonly string[],
  matches: (value: T, limit: T) => boolean,
): boolean {
  const readAll = (texts: readonly string[]) => texts.map(read).filter((each) => each !== null);
  const limits = readAll(wanted);
  return readAll(found).some((value) => limits.some((limit) => matches(value, limit)));
}
