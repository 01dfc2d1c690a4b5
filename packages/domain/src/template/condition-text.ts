import { ruleTexts } from './condition.ts';
import {
  MEASURES,
  TEMPLATE_LIMITS,
  type Condition,
  type ConditionGroup,
  type Measure,
  type RuleOperator,
} from './content.ts';
import { attempt, quotedText, readExpression, refuse, type Expression } from './expression.ts';

type AnyCondition = Condition | ConditionGroup;
type Match = ConditionGroup['match'];

const OPERATORS: Readonly<Record<string, RuleOperator>> = {
  '==': 'equals',
  '!=': 'not_equals',
  '<': 'less_than',
  '<=': 'at_most',
  '>': 'greater_than',
  '>=': 'at_least',
  contains: 'contains',
  startsWith: 'startsWith',
  in: 'in',
  before: 'before',
  after: 'after',
};
const WORDS: Readonly<Partial<Record<RuleOperator, string>>> = Object.fromEntries(
  Object.entries(OPERATORS).map(([word, operator]) => [operator, word]),
);
const MATCHES: Readonly<Record<string, Match>> = { and: 'all', or: 'any' };
const OPPOSITES: Readonly<Partial<Record<RuleOperator, RuleOperator>>> = {
  is_empty: 'is_not_empty',
  is_not_empty: 'is_empty',
};
/** A count is always a number, so these are exact opposites for it. */
const OPPOSITES_OF_COUNTS: Readonly<Partial<Record<RuleOperator, RuleOperator>>> = {
  ...OPPOSITES,
  equals: 'not_equals',
  not_equals: 'equals',
  less_than: 'at_least',
  at_least: 'less_than',
  greater_than: 'at_most',
  at_most: 'greater_than',
};

/** Reads a condition such as `side == "Left" and count(muscles) >= 3`, or says why it cannot be read, as the end of a sentence. */
export const parseCondition = (
  text: string,
): { readonly value: AnyCondition } | { readonly problem: string } =>
  attempt(() => withinLimits(read(readExpression(text))));

function read(expression: Expression): AnyCondition {
  switch (expression.kind) {
    case 'true':
      return { sourceFieldId: '', operator: 'default', value: '' };
    case 'operand':
    case 'call':
      return { ...measuredBy(expression), operator: 'is_not_empty', value: '' };
    case 'unary':
      return expression.operator === 'not'
        ? opposite(read(expression.of))
        : refuse('is a number and not a condition.');
    case 'binary': {
      const { operator, left, right } = expression;
      const match = MATCHES[operator];
      return match === undefined
        ? comparison(operator, left, right)
        : grouped(match, [read(left), read(right)]);
    }
    default:
      return refuse('has a value where a condition is needed.');
  }
}

/** Conditions of which all or any must be met; groups of the same kind in it become part of it. */
function grouped(match: Match, conditions: readonly AnyCondition[]): ConditionGroup {
  return {
    match,
    conditions: conditions.flatMap((each) =>
      'conditions' in each && each.match === match ? each.conditions : [each],
    ),
  };
}

function comparison(word: string, left: Expression, right: Expression): AnyCondition {
  // "not" binds tighter than "==" for the parser, but not for people.
  if (left.kind === 'unary' && left.operator === 'not') return opposite(comparison(word, left.of, right));
  const operator = OPERATORS[word] ?? refuse(`calculates with “${word}”, which only formulas can do.`);
  const source = measuredBy(left);
  const value = right.kind === 'list' ? [...right.texts] : valueOf(right);
  if (value === '' && operator === 'equals') return { ...source, operator: 'is_empty', value };
  if (value === '' && operator === 'not_equals') return { ...source, operator: 'is_not_empty', value };
  return { ...source, operator, value };
}

const valueOf = (expression: Expression): string =>
  expression.kind === 'text' || expression.kind === 'number'
    ? expression.text
    : expression.kind === 'true'
      ? 'true'
      : refuse('compares with something that is neither a text in quotes nor a number.');

const isMeasure = (name: string): name is Measure => MEASURES.some((measure) => measure === name);

function measuredBy(expression: Expression): Pick<Condition, 'sourceFieldId' | 'measure' | 'sinceFieldId'> {
  if (expression.kind === 'operand') return { sourceFieldId: expression.text };
  if (expression.kind !== 'call') return refuse('has no field before its operator.');
  const { name, args } = expression;
  if (!isMeasure(name)) return refuse(`uses “${name}”, but only count, sum, and days can be compared.`);
  const ids = args.map((each) =>
    each.kind === 'operand' ? each.text : refuse(`can use ${name}(…) with fields only.`),
  );
  const [first = '', second = ''] = ids;
  if (ids.length !== (name === 'days' ? 2 : 1))
    return refuse(name === 'days' ? 'needs two dates in days(…).' : `needs one field in ${name}(…).`);
  return name === 'days'
    ? { sourceFieldId: second, measure: name, sinceFieldId: first }
    : { sourceFieldId: first, measure: name };
}

/** What is met exactly when this is not. A comparison with an empty field is never met, whatever the operator. */
function opposite(condition: AnyCondition): AnyCondition {
  if ('conditions' in condition)
    return grouped(
      condition.match === 'all' ? 'any' : 'all',
      condition.conditions.map((each) => opposite(each)),
    );
  const { operator, measure, ...source } = condition;
  const isCount = measure === 'count';
  const other = (isCount ? OPPOSITES_OF_COUNTS : OPPOSITES)[operator];
  if (other !== undefined) return { ...condition, operator: other };
  const isEqual = operator === 'equals' || operator === 'in';
  if (!isEqual && operator !== 'not_equals')
    return refuse(`has “not” before “${WORDS[operator] ?? 'true'}”, which has no exact opposite.`);
  const of = { ...source, ...(measure !== undefined && { measure }) };
  return grouped('any', [
    { ...of, operator: 'is_empty', value: '' },
    { ...of, operator: isEqual ? 'not_equals' : 'equals' },
  ]);
}

const depthOf = (condition: AnyCondition): number =>
  'conditions' in condition ? 1 + Math.max(...condition.conditions.map((each) => depthOf(each))) : 0;

const widthOf = (condition: AnyCondition): number =>
  'conditions' in condition
    ? Math.max(condition.conditions.length, ...condition.conditions.map((each) => widthOf(each)))
    : 1;

function withinLimits(condition: AnyCondition): AnyCondition {
  const { groupDepth, conditions } = TEMPLATE_LIMITS;
  if (depthOf(condition) > groupDepth) refuse(`has more than ${groupDepth} groups inside each other.`);
  if (widthOf(condition) > conditions) refuse(`has more than ${conditions} conditions in one group.`);
  return condition;
}

/** A condition as `parseCondition` reads it. */
export function conditionText(condition: AnyCondition): string {
  if ('operator' in condition) return comparisonText(condition);
  const [only] = condition.conditions;
  if (only !== undefined && condition.conditions.length === 1) return conditionText(only);
  return condition.conditions
    .map((each) => {
      const text = conditionText(each);
      return isJoined(each) && joinOf(each) !== condition.match ? `(${text})` : text;
    })
    .join(condition.match === 'all' ? ' and ' : ' or ');
}

/** Whether a condition prints as several that are joined. */
const isJoined = (condition: AnyCondition): condition is ConditionGroup =>
  'conditions' in condition && (condition.conditions.length > 1 || condition.conditions.some(isJoined));

/** How it prints: a group of one is what it has. */
function joinOf({ match, conditions }: ConditionGroup): Match {
  const [only] = conditions;
  return only !== undefined && conditions.length === 1 && isJoined(only) ? joinOf(only) : match;
}

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u;
const valueText = (text: string): string => (PLAIN_NUMBER.test(text) ? text : quotedText(text));

function comparisonText({ sourceFieldId, operator, value, measure, sinceFieldId = '' }: Condition): string {
  if (operator === 'default') return 'true';
  const inside = measure === 'days' ? `${sinceFieldId}, ${sourceFieldId}` : sourceFieldId;
  const source = measure === undefined ? inside : `${measure}(${inside})`;
  if (operator === 'is_empty') return `not ${source}`;
  if (operator === 'is_not_empty') return source;
  const texts = typeof value === 'string' && operator !== 'in' ? value : ruleTexts(operator, value);
  const compared =
    typeof texts === 'string'
      ? valueText(texts)
      : `[${texts.map((text) => quotedText(operator === 'in' ? text.trim() : text)).join(', ')}]`;
  return `${source} ${WORDS[operator] ?? operator} ${compared}`;
}
