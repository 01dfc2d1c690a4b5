import {
  OPERAND_ID,
  RULE_OPERATORS,
  TEMPLATE_LIMITS,
  type Condition,
  type ConditionGroup,
  type Measure,
  type RuleCondition,
  type RuleOperator,
} from '@portal/domain/template/content';
import { joinTexts } from '@portal/domain/template/value';

/** A comparison being edited. */
export interface ComparisonInput {
  sourceFieldId: string;
  operator: RuleOperator;
  value: string;
  /** Used instead of `value` for the operator `in`. */
  values: string[];
  /** "" compares the value itself. */
  measure: '' | Measure;
  sinceFieldId: string;
}

/** A group being edited. */
export interface GroupInput {
  match: ConditionGroup['match'];
  conditions: ConditionInput[];
}

export type ConditionInput = ComparisonInput | GroupInput;

/** The condition of a rule as the form of a field has it: a group is in `when`, and the operator is then `default`. */
export type RuleConditionInput = ComparisonInput & { when: GroupInput | null };

/** A new comparison: a field equals a value. */
export const NEW_COMPARISON: ComparisonInput = {
  sourceFieldId: '',
  operator: 'equals',
  value: '',
  values: [],
  measure: '',
  sinceFieldId: '',
};

export const isGroup = (condition: ConditionInput): condition is GroupInput => 'match' in condition;

/** Operators that compare with nothing. */
export const hasNoValue = (operator: RuleOperator): boolean =>
  operator === 'default' || operator === 'is_empty' || operator === 'is_not_empty';

/** The non-blank lines of a text, trimmed. Options are typed this way. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const splitList = (text: string): string[] => linesOf(text.replaceAll(',', '\n'));

/** The form values of a stored comparison. */
function comparisonInput({
  sourceFieldId,
  operator,
  value,
  measure,
  sinceFieldId = '',
}: Condition): ComparisonInput {
  const texts = typeof value === 'string' ? [value] : value;
  return {
    sourceFieldId,
    operator,
    value: operator === 'in' ? '' : joinTexts(texts),
    values: operator === 'in' && typeof value === 'string' ? splitList(value) : [...texts],
    measure: measure ?? '',
    sinceFieldId,
  };
}

/** The form values of a stored group. */
export const groupInput = ({ match, conditions }: ConditionGroup): GroupInput => ({
  match,
  conditions: conditions.map((each) => ('operator' in each ? comparisonInput(each) : groupInput(each))),
});

/** The form values of a stored condition. A comparison with a group besides it is edited as a group of both. */
export function ruleConditionInput({ when, ...own }: RuleCondition): RuleConditionInput {
  const comparison = comparisonInput(own);
  if (when === undefined) return { ...comparison, when: null };
  const group = groupInput(when);
  return {
    ...comparisonInput({ sourceFieldId: '', operator: 'default', value: '' }),
    when: own.operator === 'default' ? group : { match: 'all', conditions: [comparison, group] },
  };
}

/** What is edited of a rule. */
export const editedCondition = ({ when, ...comparison }: RuleConditionInput): ConditionInput =>
  when ?? comparison;

/** The form values of a rule whose condition was edited. A group of one condition is only that condition. */
export function withEdited(condition: ConditionInput): RuleConditionInput {
  if (!isGroup(condition)) return { ...condition, when: null };
  const [only] = condition.conditions;
  if (condition.conditions.length === 1 && only !== undefined) return withEdited(only);
  return { ...NEW_COMPARISON, operator: 'default', when: condition };
}

function comparisonOf({
  sourceFieldId,
  operator,
  value,
  values,
  measure,
  sinceFieldId,
}: ComparisonInput): Condition {
  if (operator === 'default') return { sourceFieldId: '', operator, value: '' };
  // A stored list that is shown as text.
  const isUntouched = values.length > 1 && value === joinTexts(values);
  const compared = operator === 'in' || isUntouched ? [...values] : value.trim();
  return {
    sourceFieldId,
    operator,
    value: hasNoValue(operator) ? '' : compared,
    ...(measure !== '' && { measure }),
    ...(measure === 'days' && sinceFieldId !== '' && { sinceFieldId }),
  };
}

/** The group to store. */
export const groupOf = ({ match, conditions }: GroupInput): ConditionGroup => ({
  match,
  conditions: conditions.map((each) => (isGroup(each) ? groupOf(each) : comparisonOf(each))),
});

/** The condition to store. A rule with one comparison has no group; a comparison and a group that must both be met are stored as such. */
export function ruleConditionOf({ when, ...comparison }: RuleConditionInput): RuleCondition {
  if (when === null) return comparisonOf(comparison);
  const [first, second, ...more] = when.conditions;
  if (
    when.match === 'all' &&
    first !== undefined &&
    !isGroup(first) &&
    second !== undefined &&
    isGroup(second) &&
    more.length === 0
  )
    return { ...comparisonOf(first), when: groupOf(second) };
  return { sourceFieldId: '', operator: 'default', value: '', when: groupOf(when) };
}

/** How many groups are inside each other. */
export const depthOf = (condition: ConditionInput): number =>
  isGroup(condition) ? 1 + Math.max(0, ...condition.conditions.map(depthOf)) : 0;

/** What is wrong with an edited condition: messages by the path of the comparison and its property, such as "0.1.value". */
export type ConditionProblems = ReadonlyMap<string, string>;

export const NO_CONDITION_PROBLEMS: ConditionProblems = new Map();

/** The path of a part of a condition. */
export const pathTo = (path: string, part: string | number): string =>
  path === '' ? String(part) : `${path}.${part}`;

export function conditionProblems(condition: ConditionInput): ConditionProblems {
  const problems = new Map<string, string>();
  const visit = (each: ConditionInput, path: string): void => {
    if (isGroup(each)) {
      each.conditions.forEach((inner, at) => visit(inner, pathTo(path, at)));
      return;
    }
    for (const [part, message] of comparisonProblems(each)) problems.set(pathTo(path, part), message);
  };
  visit(condition, '');
  return problems;
}

type ProblemPart = 'sourceFieldId' | 'sinceFieldId' | 'value' | 'values';

const TOO_LONG = `At most ${TEMPLATE_LIMITS.line} characters are allowed here`;

/** What is wrong with one comparison, by the property at which it is shown. */
export function comparisonProblems({
  sourceFieldId,
  operator,
  value,
  values,
  measure,
  sinceFieldId,
}: ComparisonInput): readonly (readonly [ProblemPart, string])[] {
  if (operator === 'default') return [];
  const problems: (readonly [ProblemPart, string])[] = [];
  if (sourceFieldId === '') problems.push(['sourceFieldId', 'Choose the field to check']);
  if (measure === 'days' && sinceFieldId === '')
    problems.push(['sinceFieldId', 'Choose the date to count from']);
  if (hasNoValue(operator)) return problems;
  if (operator === 'in' && values.length === 0) problems.push(['values', 'Enter at least one value']);
  if (operator !== 'in' && value.trim() === '') problems.push(['value', 'Enter the value to compare with']);
  if (value.length > TEMPLATE_LIMITS.line) problems.push(['value', TOO_LONG]);
  return problems;
}

/** Whether something is a condition that was kept when the session ended, or an older one. */
export function isConditionInput(input: unknown): input is ConditionInput {
  if (typeof input !== 'object' || input === null) return false;
  if ('match' in input)
    return (
      (input.match === 'all' || input.match === 'any') &&
      'conditions' in input &&
      Array.isArray(input.conditions) &&
      input.conditions.length > 0 &&
      input.conditions.every(isConditionInput) &&
      depthOf({ match: input.match, conditions: input.conditions }) <= TEMPLATE_LIMITS.groupDepth + 1
    );
  return (
    'sourceFieldId' in input &&
    typeof input.sourceFieldId === 'string' &&
    (input.sourceFieldId === '' || OPERAND_ID.test(input.sourceFieldId)) &&
    'operator' in input &&
    RULE_OPERATORS.some((operator) => operator === input.operator) &&
    'value' in input &&
    typeof input.value === 'string' &&
    'values' in input &&
    Array.isArray(input.values)
  );
}
