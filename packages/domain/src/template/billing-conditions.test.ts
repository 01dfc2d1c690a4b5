import { describe, expect, it } from 'vitest';
import { defaultCodeTraits } from '../billing-code-traits.ts';
import { guessCodeType } from '../billing-code.ts';
import { modifiersOf, suggestCodes, type BillingRule, type CodeAssignment } from './billing.ts';
import type { Condition, ConditionGroup } from './content.ts';
import { evaluateTemplate } from './evaluate.ts';
import { contentOf } from './test/content-of.ts';
import type { FieldValues } from './value.ts';

const MUSCLES = ['Trapezius', 'Levator scapulae', 'Rhomboid', 'Splenius'];
const content = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right', 'Bilateral'] },
  { id: 'levels', label: 'Levels', type: 'checkbox', options: ['L3-L4', 'L4-L5', 'L5-S1', 'L2-L3'] },
  { id: 'muscles', label: 'Muscles', type: 'checkbox', options: MUSCLES },
  {
    id: 'diagnoses',
    label: 'Diagnoses',
    type: 'checkbox',
    options: ['Knee arthritis', 'Low back pain', 'Spondylosis'],
  },
  { id: 'visit', label: 'Visit', type: 'select', options: ['New', 'Follow-up'] },
  {
    id: 'lesions',
    label: 'Lesions',
    type: 'rows',
    columns: [
      { id: 'level', label: 'Level', type: 'select', options: ['L4', 'L5', 'S1'] },
      { id: 'diagnosis', label: 'Diagnosis', type: 'text' },
      { id: 'toxin', label: 'Toxin', type: 'text' },
    ],
  },
  {
    id: 'old',
    label: 'Asked for age',
    visibilityRules: [{ ...is('patient.age', 'at_least', '65'), action: 'show' }],
  },
);

function is(sourceFieldId: string, operator: Condition['operator'], value: string): Condition {
  return { sourceFieldId, operator, value };
}
const all = (...conditions: ConditionGroup['conditions']): ConditionGroup => ({ match: 'all', conditions });
const any = (...conditions: ConditionGroup['conditions']): ConditionGroup => ({ match: 'any', conditions });
const count = (sourceFieldId: string, operator: Condition['operator'], value: string): Condition => ({
  ...is(sourceFieldId, operator, value),
  measure: 'count',
});

let made = 0;
const code = (text: string, more: Partial<CodeAssignment> = {}): CodeAssignment => ({
  billingCodeId: text,
  code: text,
  description: '',
  codeType: guessCodeType(text),
  ...defaultCodeTraits(guessCodeType(text), text, false),
  modifiers: '',
  isDefault: true,
  displayOrder: 0,
  doseFieldId: null,
  ...more,
});
/** A rule that reads "side is Left", or a template default. */
function rule(target: string, billingCodes: readonly CodeAssignment[], when?: ConditionGroup): BillingRule {
  const [fieldId = '', fieldValue = ''] = target.split(' is ');
  made += 1;
  return {
    id: `r${made}`,
    fieldId,
    fieldValue,
    priority: 5,
    isTemplateDefault: fieldId === '_template_default',
    billingCodes,
    ...(when !== undefined && { when }),
  };
}
const always = (billingCodes: readonly CodeAssignment[], when?: ConditionGroup) =>
  rule('_template_default is *', billingCodes, when);

const suggested = (rules: readonly BillingRule[], entered: FieldValues) =>
  suggestCodes(rules, evaluateTemplate(content, { entered }), 'standard').codes;
const bill = (rules: readonly BillingRule[], entered: FieldValues): string =>
  suggested(rules, entered)
    .map((line) =>
      [[line.code, ...modifiersOf(line)].join('-'), ...(line.units === 1 ? [] : [`×${line.units}`])].join(''),
    )
    .join(' ');

const rows = (...levels: readonly string[]) => levels.map((level) => ({ level }));
const dosed = (...doses: readonly string[]) => ({ lesions: doses.map((dose) => ({ toxin: dose })) });

describe('conditions of billing rules', () => {
  it('must be met besides the field’s value', () => {
    const rules = [rule('side is Left', [code('20610')], all(is('visit', 'equals', 'New')))];
    expect(bill(rules, { side: 'Left' })).toBe('');
    expect(bill(rules, { side: 'Right', visit: 'New' })).toBe('');
    expect(bill(rules, { side: 'Left', visit: 'New' })).toBe('20610-LT');
  });

  it('limit template defaults, of which there can be several', () => {
    const rules = [
      always([code('20552')], all(count('muscles', 'at_least', '1'), count('muscles', 'at_most', '2'))),
      always([code('20553')], all(count('muscles', 'at_least', '3'))),
      always([code('99213')], any(is('visit', 'equals', 'Follow-up'), is('levels', 'contains', 'L5-S1'))),
    ];
    expect(bill(rules, {})).toBe('');
    expect(bill(rules, { muscles: MUSCLES.slice(0, 2) })).toBe('20552');
    expect(bill(rules, { muscles: MUSCLES.slice(0, 3), visit: 'Follow-up' })).toBe('20553 99213');
    expect(bill(rules, { levels: ['L5-S1'] })).toBe('99213');
  });

  it('read sources, which are among the values of the note', () => {
    const rules = [
      rule('side is *', [code('20610')], all(is('patient.age', 'at_least', '65'))),
      rule('patient.sex is Female', [code('99213')]),
    ];
    expect(bill(rules, { side: 'Left', 'patient.age': '64' })).toBe('');
    expect(bill(rules, { side: 'Left', 'patient.age': '65', 'patient.sex': 'Female' })).toBe(
      '20610-LT 99213',
    );
  });

  it('say in words why a code is suggested', () => {
    const rules = [
      always([code('20553')], all(count('muscles', 'at_least', '3'), any(is('side', 'equals', 'Left')))),
      rule('lesions.level is L5', [code('64636')], all(is('lesions.diagnosis', 'is_empty', ''))),
    ];
    const entered = { muscles: MUSCLES, side: 'Left', lesions: [{ level: 'L4' }, { level: 'L5' }] };
    expect(suggested(rules, entered).map(({ reasons: [reason] }) => reason)).toEqual([
      {
        ruleId: rules[0]?.id,
        fieldId: '_template_default',
        label: 'Template default',
        value: '*',
        when: 'the number of Muscles is at least 3 and Side is Left',
      },
      {
        ruleId: rules[1]?.id,
        fieldId: 'lesions.level',
        label: 'Lesions: Level',
        value: 'L4, L5',
        when: 'Lesions: Diagnosis is empty',
      },
    ]);
  });
});

/**
 * Worked by hand. 64493 is the first lumbar facet level, 64494 the second, 64495 the third and all further ones, once a day; 64633 and
 * 64635 are the first joint of an ablation, 64634 and 64636 each additional joint. 20552 is one or two muscles, 20553 three or more.
 */
describe('lines by position and count', () => {
  const facets = always([
    code('64493', { doseFieldId: 'levels', count: { from: 1, to: null, step: null } }),
    code('64494', { doseFieldId: 'levels', count: { from: 2, to: null, step: null }, displayOrder: 1 }),
    code('64495', { doseFieldId: 'levels', count: { from: 3, to: null, step: null }, displayOrder: 2 }),
  ]);
  const ablation = (field: string, first: string, further: string) =>
    always([
      code(first, { doseFieldId: field, count: { from: 1, to: null, step: null } }),
      code(further, { doseFieldId: field, count: { from: 2, to: null, step: 1 }, displayOrder: 1 }),
    ]);
  const points = always([
    code('20552', { doseFieldId: 'muscles', count: { from: 1, to: 2, step: null } }),
    code('20553', { doseFieldId: 'muscles', count: { from: 3, to: null, step: null } }),
  ]);
  const LEVELS = ['L3-L4', 'L4-L5', 'L5-S1', 'L2-L3'];

  it.each<[string, BillingRule, FieldValues, string]>([
    ['no level', facets, {}, ''],
    ['one level', facets, { levels: LEVELS.slice(0, 1), side: 'Left' }, '64493-LT'],
    ['two levels', facets, { levels: LEVELS.slice(0, 2), side: 'Left' }, '64493-LT 64494-LT'],
    ['three levels', facets, { levels: LEVELS.slice(0, 3) }, '64493 64494 64495'],
    ['four levels', facets, { levels: LEVELS }, '64493 64494 64495'],
    [
      'three levels on both sides',
      facets,
      { levels: LEVELS.slice(0, 3), side: 'Bilateral' },
      '64493-50 64494-50 64495-50',
    ],
    ['one muscle', points, { muscles: MUSCLES.slice(0, 1) }, '20552'],
    ['two muscles', points, { muscles: MUSCLES.slice(0, 2) }, '20552'],
    ['three muscles', points, { muscles: MUSCLES.slice(0, 3) }, '20553'],
    ['four muscles', points, { muscles: MUSCLES }, '20553'],
    ['one joint', ablation('lesions', '64635', '64636'), { lesions: rows('L4') }, '64635'],
    ['two joints', ablation('lesions', '64635', '64636'), { lesions: rows('L4', 'L5') }, '64635 64636'],
    [
      'four joints, one of them twice',
      ablation('lesions.level', '64635', '64636'),
      { lesions: rows('L4', 'L5', 'S1', 'S1') },
      '64635 64636×3',
    ],
    [
      'rows without the column',
      ablation('lesions.level', '64633', '64634'),
      { lesions: [{ level: 'L4' }, { diagnosis: 'M47.812' }] },
      '64633',
    ],
    ['empty rows', ablation('lesions', '64633', '64634'), { lesions: [{}, {}] }, ''],
  ])('%s', (_name, one, entered, expected) => {
    expect(bill([one], entered)).toBe(expected);
  });

  it('adds the doses of a column', () => {
    const toxin = code('J0585', { doseFieldId: 'lesions.toxin', unitSize: 1, unit: 'units' });
    expect(bill([always([toxin])], dosed('25 units', '', '30 units', '12.5'))).toBe('J0585×68');
    expect(suggested([always([toxin])], dosed('25 units', '1 mL'))[0]).toMatchObject({
      units: null,
      doseProblem: 'The dose is in ml, but the code is billed per 1 units.',
    });
    expect(suggested([always([toxin])], dosed('25 units', 'some'))[0]).toMatchObject({
      units: null,
      doseProblem: '"some" is not one dose. Enter one amount, such as 1 units.',
    });
    const rowsField = code('J0585', { doseFieldId: 'lesions', unitSize: 1, unit: 'units' });
    expect(suggested([always([rowsField])], dosed('25 units'))[0]?.doseProblem).toBe(
      'Choose the column of Lesions that has the dose.',
    );
  });
});

describe('several diagnoses', () => {
  const knee = (side: string, name: string) =>
    rule('diagnoses is Knee arthritis', [code(name)], all(is('side', 'equals', side)));
  const rules = [
    knee('Left', 'M17.12'),
    knee('Right', 'M17.11'),
    knee('Bilateral', 'M17.0'),
    { ...rule('diagnoses is Low back pain', [code('M54.50')]), priority: 1 },
    {
      ...rule('diagnoses is Spondylosis', [code('M47.816'), code('M47.817', { displayOrder: 1 })]),
      priority: 0,
    },
    { ...rule('visit is New', [code('G89.29')]), priority: 3 },
  ];

  it('have a code for each side', () => {
    const answers = { diagnoses: ['Knee arthritis'] };
    expect(bill(rules, answers)).toBe('');
    expect(bill(rules, { ...answers, side: 'Left' })).toBe('M17.12');
    expect(bill(rules, { ...answers, side: 'Right' })).toBe('M17.11');
    expect(bill(rules, { ...answers, side: 'Bilateral' })).toBe('M17.0');
  });

  it('have the order of their list, whatever the priority of their rules', () => {
    const listed = ['Knee arthritis', 'Low back pain', 'Spondylosis'];
    expect(bill(rules, { diagnoses: listed, side: 'Left', visit: 'New' })).toBe(
      'M17.12 M54.50 M47.816 M47.817 G89.29',
    );
    expect(bill(rules, { diagnoses: ['Spondylosis', 'Low back pain'] })).toBe('M47.816 M47.817 M54.50');
  });

  it('have the order of rows, and match if any row has them', () => {
    const ofRows = ['M47.816', 'M54.50', 'M17.12'].map((name, priority) => ({
      ...rule(`lesions.diagnosis is ${name}`, [code(name)]),
      priority,
    }));
    const lesions = ['M17.12', 'M47.816', 'M17.12'].map((diagnosis) => ({ diagnosis }));
    expect(bill(ofRows, { lesions })).toBe('M17.12 M47.816');
  });
});
