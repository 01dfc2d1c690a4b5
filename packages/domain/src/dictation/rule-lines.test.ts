import { expect, it } from 'vitest';
import { defaultCodeTraits } from '../billing-code-traits.ts';
import type { BillingRule } from '../template/billing.ts';
import { evaluateTemplate } from '../template/evaluate.ts';
import { contentOf } from '../template/test/content-of.ts';
import { ruleProblems } from './rule-lines.ts';

const content = contentOf(
  { id: 'steroid', label: 'Steroid', type: 'select', options: ['Triamcinolone', 'None'] },
  { id: 'dose', label: 'Dose' },
);
const rules: readonly BillingRule[] = [
  {
    id: 'r1',
    fieldId: 'steroid',
    fieldValue: 'Triamcinolone',
    priority: 1,
    isTemplateDefault: false,
    billingCodes: [
      {
        billingCodeId: 'b1',
        code: 'J3301',
        codeType: 'CPT',
        description: '',
        modifiers: '',
        isDefault: true,
        displayOrder: 1,
        doseFieldId: 'dose',
        ...defaultCodeTraits('CPT', 'J3301', false),
        unitSize: 10,
        unit: 'mg',
      },
    ],
  },
];
const line = (code: string, units = 1) => ({ code, codeType: 'CPT' as const, units });
const messages = (entered: Record<string, string>, ...lines: readonly ReturnType<typeof line>[]) =>
  ruleProblems(lines, rules, {
    evaluation: evaluateTemplate(content, { entered }),
    billingOption: 'standard',
  }).map(({ message }) => message);
const DOSED = { steroid: 'Triamcinolone', dose: '80 mg' };

it('finds units that a person set before the dose changed', () => {
  expect(messages(DOSED, line('J3301', 4))).toEqual(['J3301 has 4 units, but Dose 80 mg makes 8 units.']);
  expect(messages(DOSED, line('J3301', 8))).toEqual([]);
});

it('adds the units of a code’s lines', () => {
  expect(messages(DOSED, line('J3301', 6), line('J3301', 2))).toEqual([]);
});

it('finds a code whose rule no longer matches, and no others', () => {
  expect(messages({ ...DOSED, steroid: 'None' }, line('J3301', 8), line('20610'))).toEqual([
    'The template suggests J3301 only for other entries.',
  ]);
});

it('says nothing about units that no dose makes', () => {
  expect(messages({ steroid: 'Triamcinolone' }, line('J3301', 3))).toEqual([]);
});
