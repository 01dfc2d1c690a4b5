import { describe, expect, it } from 'vitest';
import type { CodeType } from '@portal/domain/billing-code';
import { contentOf } from '@portal/domain/template/test/content-of';
import {
  checkedDraft,
  draftOf,
  mended,
  movedRow,
  newRow,
  NO_PROBLEMS,
  type RuleDraft,
  type RuleRow,
} from './billing-rule-draft.ts';

const TEMPLATE = '01980000-0000-7000-8000-000000000001';

const row = (codeType: CodeType, at: number, more: Partial<RuleRow> = {}): RuleRow => ({
  ...newRow(),
  code: {
    id: `01980000-0000-7000-8000-0000000${codeType === 'CPT' ? 1 : 2}${String(at).padStart(4, '0')}`,
    codeType,
    code: `${codeType}${at}`,
    description: '',
  },
  ...more,
});
const rows = (codeType: CodeType, count: number) =>
  Array.from({ length: count }, (_, at) => row(codeType, at));

const draft = (more: Partial<RuleDraft>): RuleDraft => ({
  ...draftOf(undefined),
  fieldId: 'side',
  fieldValue: 'Left',
  ...more,
});
const messageOf = (more: Partial<RuleDraft>) => {
  const checked = checkedDraft(draft(more), TEMPLATE);
  return 'problems' in checked ? checked.problems.message : null;
};

describe('billing rule validation', () => {
  it('requires a date for a date field', () => {
    const [field] = contentOf({ id: 'seen', label: 'Last seen', type: 'date' }).sections[0]?.fields ?? [];
    const all = { fieldId: 'seen', rows: { CPT: rows('CPT', 1), ICD10: [] } };
    const check = (fieldValue: string) => checkedDraft(draft({ ...all, fieldValue }), TEMPLATE, field);
    expect(check('soon')).toMatchObject({
      problems: { target: '"Last seen" is a date, but "soon" is not. Write it as 01/05/2026.' },
    });
    expect(check('01/05/2026')).toHaveProperty('save');
    expect(check('*')).toHaveProperty('save');
  });

  it.each([
    ['no field', { fieldId: '' }],
    ['no value', { fieldValue: ' ' }],
  ])('requires both parts of a field-specific rule: %s', (_which, more) => {
    const all = { ...more, rows: { CPT: rows('CPT', 1), ICD10: [] } };
    expect(messageOf(all)).toBe('Please select a field and value for field-specific rules');
    expect(messageOf({ ...all, isTemplateDefault: true })).toBeNull();
  });

  it('requires at least one code, with errors at the rows', () => {
    const empty = draft({});
    const checked = checkedDraft(empty, TEMPLATE);
    expect('problems' in checked && checked.problems).toEqual({
      message: 'Please select at least one valid billing code. Check the console for validation errors.',
      target: null,
      isConditionWrong: false,
      priority: null,
      rows: new Map(
        [...empty.rows.CPT, ...empty.rows.ICD10].map(({ key }) => [key, 'Choose a billing code']),
      ),
    });
  });

  it.each([
    ['CPT', 6, 'Maximum 6 CPT codes allowed per rule'],
    ['ICD10', 12, 'Maximum 12 ICD-10 codes allowed per rule'],
  ] as const)('limits %s to %i codes', (type, most, message) => {
    const all = (count: number) => ({ rows: { CPT: [], ICD10: [], [type]: rows(type, count) } });
    expect(messageOf(all(most))).toBeNull();
    expect(messageOf(all(most + 1))).toBe(message);
  });

  it('reports repeated codes and invalid modifiers at their rows', () => {
    const [first, again, odd] = [row('CPT', 1), row('CPT', 1), row('CPT', 2, { modifiers: '5' })];
    const checked = checkedDraft(draft({ rows: { CPT: [first, again, odd], ICD10: [] } }), TEMPLATE);
    expect('problems' in checked && [...checked.problems.rows]).toEqual([
      [again.key, 'This billing code is already in the rule with these modifiers'],
      [odd.key, 'Enter up to four 2-character modifiers, separated by commas'],
    ]);
  });

  it('clears the error of a row being corrected', () => {
    const problems = {
      ...NO_PROBLEMS,
      message: 'Correct them',
      rows: new Map([
        ['a', 'A'],
        ['b', 'B'],
      ]),
    };
    expect(mended(problems, 'a')).toEqual({ ...problems, rows: new Map([['b', 'B']]) });
    expect(mended(mended(problems, 'a'), 'b')).toEqual(NO_PROBLEMS);
  });

  it('refuses an invalid priority', () => {
    expect(messageOf({ priority: '1.5', rows: { CPT: rows('CPT', 1), ICD10: [] } })).toBe(
      'Priority must be a whole number',
    );
  });
});

describe('code order', () => {
  const [a, b, c] = [row('CPT', 1), row('CPT', 2), row('ICD10', 3)];
  const before = { CPT: [a, newRow(), b], ICD10: [c] };

  it('numbers CPT from 0 and ICD-10 from 100, leaving out empty rows', () => {
    const checked = checkedDraft(draft({ rows: before }), TEMPLATE);
    expect(
      'save' in checked && checked.save.body.billingCodes.map(({ displayOrder }) => displayOrder),
    ).toEqual([0, 1, 100]);
  });

  it('moves a code within its type only', () => {
    expect(movedRow({ CPT: [a, b], ICD10: [c] }, b.key, a.key)).toEqual({ CPT: [b, a], ICD10: [c] });
    expect(movedRow(before, a.key, c.key)).toBe(before);
  });
});
