import type { ConditionGroup, RuleCondition } from '@portal/domain/template/content';
import { describe, expect, it } from 'vitest';
import {
  conditionProblems,
  editedCondition,
  isConditionInput,
  NEW_COMPARISON,
  ruleConditionInput,
  ruleConditionOf,
  withEdited,
  type ConditionInput,
} from './condition-input.ts';

const left: RuleCondition = { sourceFieldId: 'side', operator: 'equals', value: 'Left' };
const three: RuleCondition = { sourceFieldId: 'levels', operator: 'at_least', value: '3', measure: 'count' };
const days: RuleCondition = {
  sourceFieldId: 'note.procedureDate',
  operator: 'less_than',
  value: '14',
  measure: 'days',
  sinceFieldId: 'earlier.date',
};
const always: RuleCondition = { sourceFieldId: '', operator: 'default', value: '' };
const any = (...conditions: ConditionGroup['conditions']): ConditionGroup => ({ match: 'any', conditions });
const all = (...conditions: ConditionGroup['conditions']): ConditionGroup => ({ match: 'all', conditions });

/** What is stored when a condition was opened and saved without a change. */
const reopened = (condition: RuleCondition) =>
  ruleConditionOf(withEdited(editedCondition(ruleConditionInput(condition))));

describe('an edited condition', () => {
  it.each<[string, RuleCondition]>([
    ['a comparison', left],
    ['a comparison with a list', { ...left, operator: 'in', value: ['Left', 'B, C'] }],
    ['a list of an operator for one value', { ...left, value: ['Left', 'Right'] }],
    ['a count', three],
    ['days', days],
    ['an empty value', { ...left, operator: 'is_empty', value: '' }],
    ['no condition', always],
    ['a group', { ...always, when: any(left, three) }],
    ['a comparison with a group', { ...left, when: any(three, days) }],
    ['groups in a group', { ...always, when: any(left, all(three, any(days, left)), days) }],
  ])('of %s is stored as before', (_what, condition) => {
    expect(reopened(condition)).toEqual(condition);
  });

  it('is only the condition that is left of a group', () => {
    const group = editedCondition(ruleConditionInput({ ...always, when: all(left, three) }));
    if (!('match' in group)) throw new Error('not a group');
    const [first] = group.conditions;
    if (first === undefined) throw new Error('empty');
    expect(ruleConditionOf(withEdited({ ...group, conditions: [first] }))).toEqual(left);
  });

  it('leaves out the other date when days are no longer compared', () => {
    const input = editedCondition(ruleConditionInput(days));
    if ('match' in input) throw new Error('a group');
    expect(ruleConditionOf(withEdited({ ...input, measure: '' }))).toEqual({
      sourceFieldId: 'note.procedureDate',
      operator: 'less_than',
      value: '14',
    });
  });

  it('has its problems at the places of its parts', () => {
    const condition: ConditionInput = {
      match: 'all',
      conditions: [
        { ...NEW_COMPARISON, sourceFieldId: 'side', value: 'Left' },
        {
          match: 'any',
          conditions: [
            NEW_COMPARISON,
            { ...NEW_COMPARISON, sourceFieldId: 'day', measure: 'days', operator: 'in' },
            { ...NEW_COMPARISON, sourceFieldId: 'day', operator: 'is_empty' },
          ],
        },
      ],
    };
    expect([...conditionProblems(condition)]).toEqual([
      ['1.0.sourceFieldId', 'Choose the field to check'],
      ['1.0.value', 'Enter the value to compare with'],
      ['1.1.sinceFieldId', 'Choose the date to count from'],
      ['1.1.values', 'Enter at least one value'],
    ]);
    expect(isConditionInput(JSON.parse(JSON.stringify(condition)))).toBe(true);
    expect(isConditionInput({ match: 'all', conditions: [] })).toBe(false);
    expect(isConditionInput({ match: 'all', conditions: ['x'] })).toBe(false);
  });
});
