import { array, assert, constantFrom, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultCodeTraits } from '../billing-code-traits.ts';
import {
  modifiersOf,
  splitModifiers,
  suggestCodes,
  tooManyCodes,
  type BillingRule,
  type CodeAssignment,
} from './billing.ts';
import { evaluateTemplate } from './evaluate.ts';
import { contentOf } from './test/content-of.ts';
import type { FieldValues } from './value.ts';

const content = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right', 'Bilateral', 'Midline'] },
  { id: 'approach', label: 'Approach', type: 'select', options: ['Transforaminal', 'Interlaminar'] },
  { id: 'levels', label: 'Levels', type: 'checkbox', options: ['L4', 'L5', 'S1'] },
  {
    id: 'extra',
    label: 'Extra',
    visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Left', action: 'show' }],
  },
);
const evaluate = (entered: FieldValues) => evaluateTemplate(content, { entered });

const code = (text: string, more: Partial<CodeAssignment> = {}): CodeAssignment => ({
  billingCodeId: `id-${text}`,
  code: text,
  description: '',
  codeType: /^\d|^J/.test(text) ? 'CPT' : 'ICD10',
  ...defaultCodeTraits(/^\d|^J/.test(text) ? 'CPT' : 'ICD10', text, false),
  doseFieldId: null,
  modifiers: '',
  isDefault: false,
  displayOrder: 0,
  ...more,
});
const rule = (
  id: string,
  fieldId: string,
  fieldValue: string,
  billingCodes: readonly CodeAssignment[],
  priority = 1,
): BillingRule => ({
  id,
  fieldId,
  fieldValue,
  priority,
  isTemplateDefault: fieldId === '_template_default',
  billingCodes,
});
const codesFor = (rules: readonly BillingRule[], entered: FieldValues) =>
  suggestCodes(rules, evaluate(entered), 'standard').codes.map((line) => line.code);

const many = (count: number, codeAt: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => code(codeAt(at), { isDefault: true }));
const warnings = (...codes: readonly CodeAssignment[]) =>
  suggestCodes([rule('r', '_template_default', '*', codes)], evaluate({}), 'standard').warnings.length;
const cpt = (at: number) => `6448${at}`;
const icd = (at: number) => `M54.1${at.toString(36)}`;

describe('billing code suggestions', () => {
  const rules = [
    rule('r3', '_template_default', '*', [code('77003')], 0),
    rule('r2', 'levels', 'L5', [code('64484')], 20),
    rule('r1', 'levels', 'L4', [code('64483', { isDefault: true }), code('M54.16')], 10),
    rule('r4', 'extra', '*', [code('J1100')], 5),
  ];

  it('lists auto-selected codes first, then by priority, template defaults by theirs', () => {
    expect(codesFor(rules, { levels: ['L4', 'L5'] })).toEqual(['64483', '77003', 'M54.16', '64484']);
  });

  it('sorts equal priorities by display order, then by code', () => {
    const entered = { side: 'Left', levels: ['L4'] };
    const some = [
      rule('a', '_template_default', '*', [code('10004')], 3),
      rule('b', 'levels', 'L4', [code('20610')], 2),
      rule('c', 'side', 'Left', [
        code('64484', { displayOrder: 3 }),
        code('64483', { displayOrder: 3 }),
        code('62323', { displayOrder: 3 }),
        code('77003', { displayOrder: 2 }),
      ]),
    ];
    const expected = ['77003', '62323', '64483', '64484', '20610', '10004'];
    expect(codesFor(some, entered)).toEqual(expected);
    expect(codesFor(some.toReversed(), entered)).toEqual(expected);
  });

  it('ignores letter case and surrounding spaces in values', () => {
    expect(codesFor([rule('r', 'side', ' left ', [code('64483')])], { side: 'Left' })).toEqual(['64483']);
    expect(
      codesFor([rule('r', 'extra', 'Caudal', [code('62323')])], { side: 'Left', extra: ' CAUDAL ' }),
    ).toEqual(['62323']);
  });

  it('uses only rules that match the field value; a list matches if it contains the value', () => {
    expect(codesFor(rules, {})).toEqual(['77003']);
    expect(codesFor(rules, { levels: ['S1', 'L5'] })).toEqual(['77003', '64484']);
  });

  it('omits deactivated codes', () => {
    const some = [rule('r', '_template_default', '*', [code('64483', { isActive: false }), code('77003')])];
    expect(codesFor(some, {})).toEqual(['77003']);
  });

  it('ignores hidden values', () => {
    expect(codesFor(rules, { side: 'Left', extra: 'x' })).toEqual(['77003', 'J1100']);
    expect(codesFor(rules, { side: 'Right', extra: 'x' })).toEqual(['77003']);
  });

  it('joins the same code and modifiers of several rules into one line with all reasons', () => {
    const twice = [
      rule('a', 'side', 'Left', [code('64483', { modifiers: '59, LT' })], 2),
      rule('b', 'levels', 'L4', [code('64483', { modifiers: 'LT,59', isDefault: true })], 1),
    ];
    expect(suggestCodes(twice, evaluate({ side: 'Left', levels: ['L4'] }), 'standard').codes).toEqual([
      {
        ...code('64483', { modifiers: 'LT,59', isDefault: true }),
        key: 'CPT 64483-59-LT',
        priority: 1,
        reasons: [
          { ruleId: 'b', fieldId: 'levels', label: 'Levels', value: 'L4' },
          { ruleId: 'a', fieldId: 'side', label: 'Side', value: 'Left' },
        ],
        suggestedModifiers: [],
        units: 1,
        unitsReason: null,
        doseProblem: null,
      },
    ]);
  });

  const linesFor = (entered: FieldValues, ...modifiers: readonly (string | readonly [string, string])[]) => {
    const all = modifiers.map((each, at) => {
      const [name, text] = typeof each === 'string' ? ['20610', each] : each;
      return rule(`r${at}`, 'levels', '*', [code(name, { modifiers: text, isDefault: true })]);
    });
    return suggestCodes(all, evaluate({ levels: ['L4'], ...entered }), 'standard').codes.map((line) =>
      [line.code, ...modifiersOf(line)].join('-'),
    );
  };

  it('keeps the same code with other modifiers apart', () => {
    expect(linesFor({}, 'RT', 'LT')).toEqual(['20610-LT', '20610-RT']);
    expect(linesFor({}, '', '59')).toEqual(['20610', '20610-59']);
    expect(linesFor({ side: 'Left' }, '', '59')).toEqual(['20610-LT', '20610-59-LT']);
    expect(linesFor({}, ['J3301', ''], ['J3301', 'JW'])).toEqual(['J3301', 'J3301-JW']);
    expect(linesFor({}, '50', 'RT,59')).toEqual(['20610-50', '20610-RT-59']);
  });

  it('keeps both sides of the rules whatever the side of the dictation, and one line where they agree', () => {
    for (const side of ['Left', 'Right', 'Bilateral', 'Midline'])
      expect(linesFor({ side }, 'RT', 'LT')).toEqual(['20610-LT', '20610-RT']);
    expect(linesFor({ side: 'Left' }, '', 'LT')).toEqual(['20610-LT']);
    expect(linesFor({ side: 'Right' }, 'LT')).toEqual(['20610-RT']);
    expect(linesFor({ side: 'Bilateral' }, '', 'RT')).toEqual(['20610-50']);
  });

  const dosedBy = (doseFieldId: string | null) => code('J3301', { doseFieldId, isDefault: true });

  it('has a line for each dose field of a code', () => {
    const both = [
      rule('a', 'levels', 'L4', [dosedBy('levels')]),
      rule('b', 'levels', 'L4', [dosedBy('extra')]),
      rule('c', 'levels', 'L4', [dosedBy(null)]),
    ];
    const { codes } = suggestCodes(
      both,
      evaluate({ side: 'Left', levels: ['L4'], extra: '40 mg' }),
      'standard',
    );
    expect(codes.map(({ doseFieldId, units, reasons }) => [doseFieldId, units, reasons.length])).toEqual([
      ['extra', 4, 1],
      ['levels', null, 2],
    ]);
  });

  it('never suggests the same line twice, in any order of the rules, nor loses a modifier of a site', () => {
    const modifiers = constantFrom('', 'RT', 'LT', '50', '59', 'XS', 'RT,59', '59,LT', 'JW');
    const drawn = array(tuple(constantFrom('20610', '64483', 'J3301'), modifiers), { maxLength: 6 });
    const sides = constantFrom('', 'Left', 'Right', 'Bilateral', 'Midline');
    assert(
      property(drawn, sides, (assigned, side) => {
        const lines = linesFor({ side }, ...assigned);
        const sorted = lines.map((line) => line.split('-').toSorted().join('-'));
        expect(new Set(sorted).size).toBe(lines.length);
        expect(linesFor({ side }, ...assigned.toReversed()).toSorted()).toHaveLength(lines.length);
        for (const [name, text] of assigned) {
          const kept = splitModifiers(text).filter((each) => !['RT', 'LT', '50'].includes(each));
          const own = lines.filter((line) => line.startsWith(name)).map((line) => line.split('-').slice(1));
          expect(
            own.some(
              (line) =>
                kept.every((each) => line.includes(each)) &&
                line.filter((each) => !['RT', 'LT', '50'].includes(each)).length === kept.length,
            ),
          ).toBe(true);
        }
      }),
    );
  });

  it('computes units from the dose field of any rule of the code', () => {
    const drug = code('J1100', { unitSize: 1, unit: 'mg' });
    const dosed = [
      rule('a', 'side', 'Left', [drug], 1),
      rule('b', 'levels', 'L4', [{ ...drug, doseFieldId: 'extra' }], 2),
    ];
    const entered = { side: 'Left', levels: ['L4'], extra: '10 mg' };
    expect(suggestCodes(dosed, evaluate(entered), 'standard').codes).toMatchObject([{ units: 10 }]);
    expect(suggestCodes(dosed, evaluate({ side: 'Left' }), 'standard').codes).toMatchObject([{ units: 1 }]);
  });

  it('auto-selects a code if any of its rules does, regardless of their order', () => {
    const manual = rule('a', 'side', 'Left', [code('64483')], 1);
    const automatic = (priority: number) =>
      rule('b', 'levels', 'L4', [code('64483', { isDefault: true })], priority);
    const entered = { side: 'Left', levels: ['L4'] };
    for (const priority of [0, 2]) {
      const { codes } = suggestCodes([manual, automatic(priority)], evaluate(entered), 'standard');
      expect(codes).toMatchObject([{ code: '64483', isDefault: true }]);
    }
    const first = rule('c', 'side', 'Left', [code('62323')], 0);
    expect(codesFor([first, manual, automatic(2)], entered)).toEqual(['64483', '62323']);
    const alsoManual = rule('d', 'levels', 'L4', [code('64483')], 3);
    const neither = suggestCodes([manual, alsoManual], evaluate(entered), 'standard');
    expect(neither.codes).toMatchObject([{ isDefault: false, reasons: [{}, {}] }]);
  });

  it('includes modifiers only where payers accept them', () => {
    const rulesOfAllTypes = [
      rule('r', '_template_default', '*', [
        code('64483'),
        code('62323'),
        code('77003'),
        code('99152'),
        code('99213'),
        code('J1100'),
        code('M54.16'),
      ]),
    ];
    const { codes } = suggestCodes(rulesOfAllTypes, evaluate({ side: 'Bilateral' }), 'reduced');
    expect(
      Object.fromEntries(
        codes.map((line) => [line.code, line.suggestedModifiers.map(({ modifier }) => modifier)]),
      ),
    ).toEqual({
      '64483': ['50', '52'],
      '62323': ['52'],
      '77003': [],
      '99152': [],
      '99213': [],
      J1100: [],
      'M54.16': [],
    });
  });

  it('warns above 6 CPT or 12 ICD-10 codes', () => {
    expect(warnings(...many(6, cpt), ...many(12, icd))).toBe(0);
    expect(warnings(...many(7, cpt), ...many(12, icd))).toBe(1);
    expect(warnings(...many(7, cpt), ...many(13, icd))).toBe(2);
    expect(tooManyCodes('CPT')).toContain('more than 6 CPT codes');
    expect(tooManyCodes('ICD10')).toContain('more than 12 ICD-10 codes');
  });

  it('does not count codes that are not auto-selected for the warnings', () => {
    const manual = many(7, cpt).map((each) => ({ ...each, isDefault: false }));
    expect(warnings(...manual)).toBe(0);
    expect(warnings(...manual, ...many(7, (at) => `6232${at}`))).toBe(1);
  });

  it('bills a line with the modifiers of its rules and of the dictation, each once', () => {
    const reason = { ruleId: null, fieldId: 'side', label: 'Side', value: 'Left' };
    expect(splitModifiers(' LT,, 59 ,')).toEqual(['LT', '59']);
    expect(
      modifiersOf({
        modifiers: '59,LT',
        suggestedModifiers: ['LT', '52'].map((modifier) => ({ modifier, reason })),
      }),
    ).toEqual(['59', 'LT', '52']);
  });
});
