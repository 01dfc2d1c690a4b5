import { describe, expect, it } from 'vitest';
import { checkContent } from './check.ts';
import { comparisonsOf, isConditionMet, isRuleMet } from './condition.ts';
import type { Condition, ConditionGroup, Measure, RuleOperator } from './content.ts';
import { contentOf } from './test/content-of.ts';
import { evaluateTemplate, valueIn } from './evaluate.ts';
import { usedSources } from './used-sources.ts';
import type { FieldValue, FieldValues } from './value.ts';

const LESIONS = [
  { level: 'L4-L5', seconds: '90' },
  { level: '', seconds: '' },
  { level: 'L5-S1', seconds: '120.5' },
];
const VALUES: FieldValues = {
  side: 'Left',
  pain: '7',
  muscles: ['Trapezius', 'Rhomboid', 'Levator'],
  lesions: LESIONS,
  'lesions.seconds': ['90', '120.5'],
  stopped: '2026-02-27',
  'note.procedureDate': '2026-03-02',
  'patient.age': '64',
};
const valueOf = (id: string): FieldValue | undefined => VALUES[id];

const is = (
  sourceFieldId: string,
  operator: RuleOperator,
  value: Condition['value'] = '',
  more: { readonly measure?: Measure; readonly sinceFieldId?: string } = {},
): Condition => ({ sourceFieldId, operator, value, ...more });
const all = (...conditions: ConditionGroup['conditions']): ConditionGroup => ({ match: 'all', conditions });
const any = (...conditions: ConditionGroup['conditions']): ConditionGroup => ({ match: 'any', conditions });

describe('comparisons of numbers, dates, and nothing', () => {
  it.each([
    [is('pain', 'at_least', '7'), true],
    [is('pain', 'greater_than', '7'), false],
    [is('pain', 'less_than', '10'), true],
    [is('pain', 'at_most', '6.99'), false],
    [is('patient.age', 'less_than', '65'), true],
    [is('side', 'less_than', '65'), false],
    [is('pain', 'less_than', 'ten'), false],
    [is('stopped', 'before', '03/01/2026'), true],
    [is('stopped', 'after', '2026-02-27'), false],
    [is('stopped', 'before', 'soon'), false],
    [is('missing', 'is_empty'), true],
    [is('missing', 'is_not_empty'), false],
    [is('side', 'is_empty'), false],
    [is('missing', 'at_least', '0'), false],
    [is('missing', 'not_equals', 'x'), false],
  ])('%j is %s', (condition, expected) => {
    expect(isConditionMet(condition, valueOf)).toBe(expected);
  });
});

describe('measures', () => {
  it.each([
    [is('muscles', 'at_least', '3', { measure: 'count' }), true],
    [is('muscles', 'greater_than', '3', { measure: 'count' }), false],
    // An empty row is none.
    [is('lesions', 'equals', '2', { measure: 'count' }), true],
    [is('missing', 'equals', '0', { measure: 'count' }), true],
    [is('lesions.seconds', 'equals', '210.5', { measure: 'sum' }), true],
    // A text that is no number has no sum.
    [is('side', 'at_least', '0', { measure: 'sum' }), false],
    [is('note.procedureDate', 'equals', '3', { measure: 'days', sinceFieldId: 'stopped' }), true],
    [is('note.procedureDate', 'less_than', '5', { measure: 'days', sinceFieldId: 'missing' }), false],
  ])('%j is %s', (condition, expected) => {
    expect(isConditionMet(condition, valueOf)).toBe(expected);
  });

  it('count calendar days, also over the change of clocks', () => {
    const dates: FieldValues = { a: '2026-03-07', b: '2026-03-09' };
    const days = is('b', 'equals', '2', { measure: 'days', sinceFieldId: 'a' });
    expect(isConditionMet(days, (id) => dates[id])).toBe(true);
  });
});

describe('groups', () => {
  const left = is('side', 'equals', 'Left');
  const right = is('side', 'equals', 'Right');
  it.each([
    [all(left, is('pain', 'at_least', '4')), true],
    [all(left, right), false],
    [any(right, left), true],
    [any(right, is('pain', 'less_than', '4')), false],
    [all(left, any(right, is('muscles', 'equals', '3', { measure: 'count' }))), true],
    [any(right, all(left, any(right, is('patient.age', 'at_most', '64')))), true],
  ])('%j is %s', (group, expected) => {
    expect(isConditionMet(group, valueOf)).toBe(expected);
  });

  it('limit the comparison of their rule', () => {
    const rule = { ...left, when: is('pain', 'at_least', '8') };
    expect(isRuleMet({ ...left, when: all(rule.when) }, valueOf)).toBe(false);
    expect(isRuleMet({ ...right, when: all(left) }, valueOf)).toBe(false);
    expect(isRuleMet({ ...is('', 'default'), when: all(left) }, valueOf)).toBe(true);
    expect(comparisonsOf({ ...is('', 'default'), when: all(left, any(right)) })).toEqual([left, right]);
  });
});

describe('a template', () => {
  const content = contentOf(
    {
      id: 'lesions',
      type: 'rows',
      columns: [
        { id: 'level', label: 'Level', type: 'text' },
        { id: 'seconds', label: 'Seconds', type: 'text' },
      ],
    },
    {
      id: 'long',
      visibilityRules: [
        { ...is('lesions.seconds', 'greater_than', '100', { measure: 'sum' }), action: 'show' },
      ],
    },
    {
      id: 'young',
      visibilityRules: [
        { ...is('', 'default'), when: all(is('patient.age', 'less_than', '18')), action: 'show' },
      ],
    },
  );

  it('reads columns and sources in its rules', () => {
    const evaluation = evaluateTemplate(content, { entered: { lesions: LESIONS, 'patient.age': '12' } });
    expect(evaluation.byId.get('long')?.isVisible).toBe(true);
    expect(evaluation.byId.get('young')?.isVisible).toBe(true);
    expect(valueIn(evaluation, 'lesions.level')).toEqual(['L4-L5', 'L5-S1']);
    expect(valueIn(evaluation, 'patient.age')).toBe('12');
  });

  it('reads a source although a field has its first part as its ID', () => {
    const named = contentOf(
      { id: 'patient' },
      {
        id: 'note',
        dependencyType: 'dynamic_text',
        defaultTemplate: '{{patient.age}} {{note.procedureDate}}',
      },
    );
    expect(checkContent(named)).toEqual([]);
    const entered = { patient: 'Lee', 'patient.age': '12', 'note.procedureDate': '2026-03-02' };
    const evaluation = evaluateTemplate(named, { entered });
    expect(evaluation.byId.get('note')?.text).toBe('12 03/02/2026');
    expect(valueIn(evaluation, 'patient.age')).toBe('12');
    expect(valueIn(evaluation, 'patient')).toBe('Lee');
  });

  it('keeps what was stored of a source, whatever is known now', () => {
    const entered = { 'patient.age': '12' };
    const { byId } = evaluateTemplate(content, { entered, defaults: { 'patient.age': '40' } });
    expect(byId.get('young')?.isVisible).toBe(true);
    expect(usedSources(content)).toEqual(['patient.age']);
  });
});
