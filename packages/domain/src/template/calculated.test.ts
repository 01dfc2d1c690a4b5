import { describe, expect, it } from 'vitest';
import { evaluateTemplate } from './evaluate.ts';
import { emptyPlaces } from './empty-places.ts';
import { checkContent } from './check.ts';
import { contentOf } from './test/content-of.ts';

const CONTENT = contentOf(
  { id: 'dose', label: 'Dose' },
  { id: 'count', label: 'Count' },
  { id: 'total', label: 'Total', dependencyType: 'calculated', formula: 'dose * count', required: true },
  { id: 'note', dependencyType: 'dynamic_text', defaultTemplate: '{{#if total > 10}}High: {{total}}{{/if}}' },
);
const total = (entered: Record<string, string>, more = {}) =>
  evaluateTemplate(CONTENT, { entered, ...more }).byId.get('total');

describe('a calculated field', () => {
  it('has the result of its formula, and other fields use it', () => {
    expect(total({ dose: '4', count: '3' })).toMatchObject({ value: '12', problem: null, isFollowing: true });
    const { byId } = evaluateTemplate(CONTENT, { entered: { dose: '4', count: '3' } });
    expect(byId.get('note')?.text).toBe('High: 12');
  });

  it('cannot be entered, also by administrators, but keeps what it was signed with', () => {
    const entered = { dose: '4', count: '3', total: '99' };
    expect(total(entered, { canEditReadOnly: true })).toMatchObject({ value: '12', isDisabled: true });
    expect(total(entered, { isSigned: true })).toMatchObject({ value: '99' });
  });

  it('is empty without a value, and has a problem that names the field that is wrong', () => {
    expect(total({ dose: '4' })).toMatchObject({ value: '', problem: null });
    expect(evaluateTemplate(CONTENT, { entered: { dose: '4' } }).missing).toEqual(['Total']);
    expect(total({ dose: 'four', count: '3' })).toMatchObject({
      value: '',
      problem: '“Total” cannot be calculated: “Dose” is not a number.',
    });
    const broken = contentOf({ id: 'x', label: 'X', dependencyType: 'calculated', formula: 'a +' });
    expect(evaluateTemplate(broken, { entered: {} }).byId.get('x')?.problem).toBe(
      '“X” cannot be calculated: its formula cannot be read to its end.',
    );
  });

  it('can be part of a circle, which is reported', () => {
    const circle = contentOf(
      { id: 'a', dependencyType: 'calculated', formula: 'count(b) + 1' },
      { id: 'b', dependencyType: 'dynamic_text', defaultTemplate: '{{#if count(a) >= 1}}x{{/if}}' },
      {
        id: 'c',
        visibilityRules: [
          {
            sourceFieldId: '',
            operator: 'default',
            value: '',
            action: 'show',
            when: { match: 'any', conditions: [{ sourceFieldId: 'd', operator: 'is_empty', value: '' }] },
          },
        ],
      },
      { id: 'd', dependencyType: 'calculated', formula: 'c' },
    );
    expect(checkContent(circle).map(({ message }) => message)).toEqual([
      'These fields have a circular dependency: "a" → "b" → "a"',
      'These fields have a circular dependency: "c" → "d" → "c"',
    ]);
    expect(evaluateTemplate(circle, { entered: {} }).fields).toHaveLength(4);
  });
});

describe('texts of rows', () => {
  const content = contentOf(
    {
      id: 'lesions',
      label: 'Lesions',
      type: 'rows',
      maxRows: 3,
      columns: [{ id: 'level', label: 'Level', type: 'text' }],
      defaultRows: [{ level: 'L4' }, { level: 'L5' }],
    },
    {
      id: 'text',
      label: 'Text',
      dependencyType: 'dynamic_text',
      defaultTemplate: '{{#each lesions}}At {{row.level}} of {{patient.lastName}}. {{/each}}',
    },
  );

  it('are made from rows and the record', () => {
    const { byId, sources } = evaluateTemplate(content, {
      entered: {},
      defaults: { 'patient.lastName': 'Roe' },
    });
    expect(byId.get('text')?.text).toBe('At L4 of Roe. At L5 of Roe. ');
    expect(sources).toEqual({ 'patient.lastName': 'Roe' });
  });

  it('have a blank for each empty cell or source', () => {
    const evaluation = evaluateTemplate(content, { entered: {} });
    expect(emptyPlaces(content, evaluation)).toMatchObject([
      { label: 'Patient: last name', textFieldId: 'text' },
    ]);
  });
});
