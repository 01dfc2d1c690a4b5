import { describe, expect, it } from 'vitest';
import { checkContent } from './check.ts';
import { contentOf, type FieldDraft } from './test/content-of.ts';

const SIDE: FieldDraft = { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] };
const PAIN: FieldDraft = { id: 'pain', label: 'Pain' };
const SEEN: FieldDraft = { id: 'seen', label: 'Seen', type: 'date' };
const LESIONS: FieldDraft = {
  id: 'lesions',
  label: 'Lesions',
  type: 'rows',
  maxRows: 3,
  columns: [
    { id: 'level', label: 'Level', type: 'select', options: ['L4', 'L5'] },
    { id: 'seconds', label: 'Seconds', type: 'text', maxLength: 5 },
  ],
};
const FIELDS = [SIDE, PAIN, SEEN, LESIONS];
const is = (sourceFieldId: string, operator: string, value: string | string[] = '', more = {}) => ({
  sourceFieldId,
  operator,
  value,
  ...more,
});
const all = (...conditions: unknown[]) => ({ match: 'all', conditions });
const any = (...conditions: unknown[]) => ({ match: 'any', conditions });
const always = { sourceFieldId: '', operator: 'default', value: '' };

const findings = (...fields: readonly FieldDraft[]) =>
  checkContent(contentOf(...FIELDS, ...fields)).map(({ severity, message }) => `${severity}: ${message}`);
const ofRule = (rule: object) => findings({ id: 'x', visibilityRules: [{ ...rule, action: 'show' }] });
const ofText = (defaultTemplate: string) =>
  findings({ id: 'x', dependencyType: 'dynamic_text', defaultTemplate });
const ofFormula = (formula: string) => findings({ id: 'x', dependencyType: 'calculated', formula });

describe('conditions', () => {
  it.each([
    is('lesions.level', 'equals', 'L4'),
    is('patient.age', 'at_least', '65'),
    is('pain', 'is_empty'),
    is('seen', 'before', '01/05/2026'),
    is('lesions', 'at_least', '2', { measure: 'count' }),
    is('lesions.seconds', 'less_than', '90', { measure: 'sum' }),
    is('note.procedureDate', 'less_than', '14', { measure: 'days', sinceFieldId: 'seen' }),
    {
      ...always,
      when: all(is('side', 'equals', 'Left'), any(is('pain', 'is_empty'), is('pain', 'less_than', '3'))),
    },
    { ...is('lesions.level', 'equals', 'L4'), when: all(is('lesions.level', 'equals', 'L5')) },
    { ...is('pain', 'greater_than', '3'), when: all(is('pain', 'less_than', '5')) },
  ])('may be %j', (rule) => {
    expect(ofRule(rule)).toEqual([]);
  });

  it.each<[object, string]>([
    [
      is('lesions.depth', 'is_empty'),
      'error: Visibility rule 1 checks "lesions.depth", which is not a column of "Lesions"',
    ],
    [
      is('gone.level', 'is_empty'),
      'error: Visibility rule 1 checks "gone.level", which is neither a column of a field in this template nor a value from the record',
    ],
    [
      { ...always, when: all(is('gone', 'is_empty')) },
      'error: Visibility rule 1 checks "gone", which is not a field in this template',
    ],
    [
      is('seen', 'less_than', '3', { measure: 'days', sinceFieldId: 'gone' }),
      'error: Visibility rule 1 checks "gone", which is not a field in this template',
    ],
    [
      is('pain', 'before', '01/05/2026'),
      'error: Visibility rule 1 compares "Pain" with a date, but it is not a date',
    ],
    [
      is('seen', 'less_than', '3'),
      'error: Visibility rule 1 compares the date "Seen" with a number. Use before or after',
    ],
    [
      is('lesions', 'less_than', '3'),
      'error: Visibility rule 1 compares the rows "Lesions" with a number. Use their count',
    ],
    [is('pain', 'less_than', 'much'), 'error: Visibility rule 1 compares with "much", which is not a number'],
    [is('pain', 'less_than', ''), 'error: Visibility rule 1 compares "Pain" with no number'],
    [
      is('seen', 'less_than', '3', { measure: 'days' }),
      'error: Visibility rule 1 counts days but does not say from which date',
    ],
    [
      is('seen', 'less_than', '3', { measure: 'days', sinceFieldId: 'pain' }),
      'error: Visibility rule 1 counts days with "Pain", which is not a date',
    ],
    [
      is('lesions', 'less_than', '3', { measure: 'sum' }),
      'error: Visibility rule 1 adds up the rows "Lesions". Choose one of their columns',
    ],
    [
      is('lesions', 'contains', '3', { measure: 'count' }),
      'error: Visibility rule 1 compares a number in a way that only texts and dates can be',
    ],
    [is('seen', 'before', 'soon'), 'error: Visibility rule 1 compares with "soon", which is not a date'],
    [
      { ...is('side', 'equals', 'Left'), when: all(is('side', 'equals', 'Right')) },
      'warning: Visibility rule 1 never matches: its conditions for "Side" contradict each other',
    ],
    [
      { ...is('pain', 'greater_than', '5'), when: all(is('pain', 'less_than', '3')) },
      'warning: Visibility rule 1 never matches: its conditions for "Pain" contradict each other',
    ],
    [
      { ...always, when: all(is('seen', 'after', '01/05/2026'), is('seen', 'before', '2025-01-05')) },
      'warning: Visibility rule 1 never matches: its conditions for "Seen" contradict each other',
    ],
    [
      { ...always, when: all(is('pain', 'is_empty'), is('pain', 'equals', '5')) },
      'warning: Visibility rule 1 never matches: its conditions for "Pain" contradict each other',
    ],
    [
      {
        ...always,
        when: all(
          is('lesions', 'equals', '5', { measure: 'count' }),
          is('lesions', 'less_than', '3', { measure: 'count' }),
        ),
      },
      'warning: Visibility rule 1 never matches: its conditions for "Lesions" contradict each other',
    ],
    [
      { ...always, when: any(is('side', 'equals', 'Up'), is('side', 'equals', 'Down')) },
      'warning: Visibility rule 1 never matches: "Side" does not offer that value',
    ],
    [
      is('lesions.level', 'equals', 'S1'),
      'warning: Visibility rule 1 never matches: "Lesions: Level" does not offer that value',
    ],
    [
      is('side', 'less_than', '3'),
      'warning: Visibility rule 1 never matches: "Side" does not offer that value',
    ],
  ])('are reported: %j', (rule, finding) => {
    expect(ofRule(rule)).toContain(finding);
  });

  it('do not always match if they have a group', () => {
    const group = all(is('pain', 'is_empty'));
    const rules = (first: object) =>
      findings({
        id: 'x',
        visibilityRules: [
          { ...first, action: 'show' },
          { ...always, action: 'hide' },
        ],
      });
    expect(rules({ ...always, when: group })).toEqual([]);
    expect(rules(always)).toEqual([
      'warning: Visibility rule 2 is never reached because the rule before it always matches',
    ]);
  });
});

describe('texts and formulas', () => {
  it.each([
    '{{lesions.level | list}}, {{patient.lastName}}',
    '{{#each lesions}}{{row.number}} {{row.level}}{{#if row.seconds > 5}}!{{/if}}{{/each}}',
  ])('may be %s', (text) => {
    expect(ofText(text)).toEqual([]);
  });

  it.each([
    ['{{lesions.depth}}', 'error: The text uses {{lesions.depth}}, which is not a column of "Lesions"'],
    [
      '{{#each lesions}}{{row.depth}}{{/each}}',
      'error: The text uses {{lesions.depth}}, which is not a column of "Lesions"',
    ],
    [
      '{{patient.lastname}}',
      'error: The text uses {{patient.lastname}}, which is not known. Did you mean patient.lastName?',
    ],
    ['{{#each side}}x{{/each}}', 'error: The text repeats "Side", which does not have rows'],
    [
      '{{#if pain > "much"}}x{{/if}}',
      'error: A condition in the text compares with "much", which is not a number',
    ],
    [
      '{{#if side == "Lft"}}x{{/if}}',
      'warning: A condition in the text never matches: "Side" does not offer that value',
    ],
    [
      '{{#if side = "Left"}}x{{/if}}',
      'error: In the text, {{#if side = "Left"}} (line 1, column 1) cannot be read at “= "Left"”. Write == to compare.',
    ],
  ])('are reported: %s', (text, finding) => {
    expect(ofText(text)).toContain(finding);
  });

  it.each([
    ['pain * gone', 'error: The formula uses "gone", which is not a field in this template'],
    ['pain *', 'error: The formula cannot be read to its end.'],
    ['', 'error: The formula is empty.'],
  ])('are reported: formula %j', (formula, finding) => {
    expect(ofFormula(formula)).toEqual([finding]);
  });

  it('belong to their fields', () => {
    expect(findings({ id: 'x', formula: '1' })).toEqual(['error: Only calculated fields can have a formula']);
    expect(findings({ id: 'x', type: 'date', dependencyType: 'calculated', formula: '1' })).toEqual([
      'error: A calculated field must be a text field or hidden',
    ]);
  });
});

const column = { id: 'a', label: 'A', type: 'text' };
const many = (maxRows?: number) => ({
  id: 'many',
  type: 'rows',
  columns: [{ ...column, maxLength: 300 }],
  ...(maxRows !== undefined && { maxRows }),
});

describe('rows', () => {
  it.each<[FieldDraft, string]>([
    [{ id: 'x', columns: [column] }, 'error: Only fields of type Rows can have columns'],
    [{ id: 'x', type: 'rows' }, 'error: Please add at least one column'],
    [{ id: 'x', type: 'rows', columns: [column, column] }, 'error: The column ID "a" is used more than once'],
    [
      { id: 'x', type: 'rows', columns: [{ ...column, type: 'select' }] },
      'error: Please add at least one option for the column "A"',
    ],
    [
      { id: 'patient', type: 'rows', columns: [column] },
      'error: A field of type Rows cannot have the ID "patient", which texts and conditions use',
    ],
    [
      { id: 'x', type: 'rows', columns: [column], minRows: 3, maxRows: 2 },
      'error: At least 3 rows are needed, but at most 2 are allowed',
    ],
    [
      { id: 'x', type: 'rows', columns: [column], maxRows: 1, defaultRows: [{ a: '1' }, { a: '2' }] },
      'error: It starts with 2 rows, but at most 1 are allowed',
    ],
    [
      { id: 'x', type: 'rows', columns: [column], defaultRows: [{ b: '1' }] },
      'error: A default row has a value for the column "b", which does not exist',
    ],
    [
      { id: 'x', type: 'rows', columns: [{ ...column, label: '{{side}}' }] },
      'error: The label of a column cannot have placeholders: "{{side}}"',
    ],
  ])('are reported: %j', (field, finding) => {
    expect(findings(field)).toContain(finding);
  });

  it('count in the budgets for each row that is possible', () => {
    const text = '{{#each many}}{{row.a}}{{/each}}';
    const errors = (field: FieldDraft, words = text) =>
      findings(field, { id: 'x', dependencyType: 'dynamic_text', defaultTemplate: words });
    expect(errors(many(10))).toEqual([]);
    expect(errors(many())).toEqual([
      expect.stringContaining('The generated text can have 30,000 characters'),
    ]);
    expect(
      errors(
        many(100),
        '{{#each many}}{{#if row.a}}{{#if row.a}}{{#if row.a}}x{{/if}}{{/if}}{{/if}}{{/each}}'.repeat(4),
      ),
    ).toEqual([expect.stringContaining('needs more than 1,000 steps')]);
  });
});
