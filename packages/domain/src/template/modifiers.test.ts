import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptsLaterality, BILATERAL_INDICATORS, isLaterality, LINE_TYPES } from '../billing-line.ts';
import { BILLING_OPTIONS, type BillingOption } from './billing-option.ts';
import { suggestCodes, type BillingRule } from './billing.ts';
import { evaluateTemplate } from './evaluate.ts';
import {
  updateEditedModifiers,
  isMissingSide,
  ONE_SIDED_WARNING,
  sideModifier,
  sideOf,
  suggestModifiers,
} from './modifiers.ts';
import { contentOf } from './test/content-of.ts';

type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

const SIDES = ['Left', 'Right', 'Bilateral', 'Midline'] as const;
const APPROACHES = ['Transforaminal', 'Interlaminar'] as const;
const content = contentOf(
  { id: 'side', label: 'Side', type: 'select', options: [...SIDES] },
  { id: 'approach', label: 'Approach', type: 'select', options: [...APPROACHES] },
);

function evaluate(side: string | undefined, approach?: string) {
  return evaluateTemplate(content, {
    entered: { ...(side !== undefined && { side }), ...(approach !== undefined && { approach }) },
  });
}

describe('modifiers suggested by a dictation', () => {
  it.each([
    // side, approach, option → modifiers, warned
    ['Bilateral', undefined, 'standard', ['50'], false],
    ['Bilateral', 'Interlaminar', 'standard', ['50'], false],
    ['Bilateral', 'Transforaminal', 'standard', ['50'], false],
    ['Left', 'Transforaminal', 'standard', ['50'], true],
    ['Right', 'Transforaminal', 'standard', ['50'], true],
    [undefined, 'Transforaminal', 'standard', ['50'], true],
    ['Midline', 'Transforaminal', 'standard', [], false],
    ['Left', 'Interlaminar', 'standard', ['LT'], false],
    ['Right', undefined, 'standard', ['RT'], false],
    [undefined, undefined, 'standard', [], false],
    ['Left', 'Interlaminar', 'reduced', ['52', 'LT'], false],
    ['Bilateral', 'Transforaminal', 'reduced', ['50', '52'], false],
  ] as const)('side %s, approach %s, %s', (side, approach, option, expected, isWarned) => {
    const evaluation = evaluate(side, approach);
    expect(suggestModifiers(evaluation, option).map(({ modifier }) => modifier)).toEqual(expected);
    expect(suggestCodes([], evaluation, option).warnings).toEqual(isWarned ? [ONE_SIDED_WARNING] : []);
  });

  it('names the field that suggested each modifier', () => {
    const [first] = suggestModifiers(evaluate('Left', 'Transforaminal'), 'standard');
    expect(first?.reason).toEqual({
      ruleId: null,
      fieldId: 'approach',
      label: 'Approach',
      value: 'Transforaminal',
    });
    expect(suggestModifiers(evaluate('Left'), 'standard')[0]?.reason.label).toBe('Side');
    expect(suggestModifiers(evaluate('Bilateral'), 'standard')[0]?.reason).toMatchObject({
      fieldId: 'side',
      value: 'Bilateral',
    });
  });

  it('ignores letter case and spaces in a typed side', () => {
    const typed = contentOf({ id: 'side', type: 'text' });
    expect(sideOf(evaluateTemplate(typed, { entered: { side: ' LEFT ' } }))).toBe('left');
  });

  it('treats left and right together as bilateral', () => {
    const both = contentOf({ id: 'side', type: 'checkbox', options: ['Left', 'Right'] });
    expect(sideOf(evaluateTemplate(both, { entered: { side: ['Left', 'Right'] } }))).toBe('bilateral');
    expect(sideOf(evaluateTemplate(both, { entered: { side: ['Right'] } }))).toBe('right');
  });
});

describe('modifiers of a line', () => {
  const line = fc.record({
    lineType: fc.constantFrom(...LINE_TYPES),
    bilateralIndicator: fc.constantFrom(...BILATERAL_INDICATORS),
    codeType: fc.constantFrom('CPT' as const, 'ICD10' as const),
    ruled: fc.uniqueArray(fc.constantFrom('50', 'LT', 'RT', '59', '52'), { maxLength: 4 }),
  });
  const dictation = fc.record({
    side: fc.option(fc.constantFrom(...SIDES), { nil: undefined }),
    approach: fc.option(fc.constantFrom(...APPROACHES), { nil: undefined }),
    option: fc.constantFrom<BillingOption>(...BILLING_OPTIONS),
  });
  const suggest = (
    { ruled, ...traits }: ValueOf<typeof line>,
    { side, approach, option }: ValueOf<typeof dictation>,
  ) => {
    const rule: BillingRule = {
      id: 'r',
      fieldId: '_template_default',
      fieldValue: '*',
      priority: 0,
      isTemplateDefault: true,
      billingCodes: [
        {
          ...traits,
          billingCodeId: 'b',
          code: 'X',
          description: '',
          unitSize: null,
          unit: null,
          isBillable: true,
          validFrom: null,
          validTo: null,
          doseFieldId: null,
          modifiers: ruled.join(','),
          isDefault: true,
          displayOrder: 0,
        },
      ],
    };
    const evaluation = evaluate(side, approach);
    const [code] = suggestCodes([rule], evaluation, option).codes;
    const own = code?.modifiers === '' ? [] : (code?.modifiers.split(',') ?? []);
    return { own, added: code?.suggestedModifiers.map(({ modifier }) => modifier) ?? [] };
  };

  it('adds no modifiers to drugs, supplies, sedation, anesthesia, evaluations and diagnoses', () => {
    fc.assert(
      fc.property(line, dictation, (traits, entered) => {
        const { added } = suggest(traits, entered);
        const isBillable = traits.lineType === 'procedure' || traits.lineType === 'imaging';
        const accepts = {
          anything: isBillable && traits.codeType === 'CPT',
          side: [1, 3].includes(traits.bilateralIndicator),
          reduced: traits.lineType === 'procedure',
        };
        expect(added.length === 0 || accepts.anything).toBe(true);
        expect(!added.some(isLaterality) || accepts.side).toBe(true);
        expect(!added.includes('52') || accepts.reduced).toBe(true);
      }),
    );
  });

  it('has at most one of 50, LT and RT, and LT or RT only for the side of the dictation', () => {
    fc.assert(
      fc.property(line, dictation, (traits, entered) => {
        fc.pre(acceptsLaterality(traits) && traits.codeType === 'CPT');
        const suggested = suggest(traits, entered);
        const sided = [...suggested.own, ...suggested.added].filter(isLaterality);
        expect(sided.length).toBeLessThanOrEqual(1);
        const side = sideOf(evaluate(entered.side));
        const own = sideModifier(side);
        expect(side === null || sided.every((modifier) => modifier === '50' || modifier === own)).toBe(true);
        expect(own === null || sided.length === 1).toBe(true);
      }),
    );
  });

  it('keeps the other modifiers of a rule', () => {
    fc.assert(
      fc.property(line, dictation, (traits, entered) => {
        const { own, added } = suggest(traits, entered);
        for (const modifier of ['59', '52'].filter((one) => traits.ruled.some((ruled) => ruled === one))) {
          expect(own).toContain(modifier);
          expect(added).not.toContain(modifier);
        }
      }),
    );
  });

  it('prefers a rule’s LT to the 50 of a left transforaminal entry', () => {
    const traits = { lineType: 'procedure', bilateralIndicator: 1, codeType: 'CPT', ruled: ['LT'] } as const;
    const entered = { approach: 'Transforaminal', option: 'standard' } as const;
    const of = (side: (typeof SIDES)[number]) => suggest({ ...traits, ruled: ['LT'] }, { ...entered, side });
    expect(of('Left')).toEqual({ own: ['LT'], added: [] });
    expect(of('Right')).toEqual({ own: [], added: ['50'] });
    expect(of('Bilateral')).toEqual({ own: [], added: ['50'] });
  });

  it('prefers a rule’s side modifier to its 50, and keeps it if the dictation has no side', () => {
    const traits = { lineType: 'procedure', bilateralIndicator: 1, codeType: 'CPT' } as const;
    const of = (ruled: ValueOf<typeof line>['ruled'], side: ValueOf<typeof dictation>['side']) =>
      suggest({ ...traits, ruled }, { side, approach: undefined, option: 'standard' }).own;
    expect(of(['50', 'LT'], 'Left')).toEqual(['LT']);
    expect(of(['LT'], undefined)).toEqual(['LT']);
    expect(of(['50'], 'Midline')).toEqual([]);
  });

  it('keeps the rule’s modifiers on a line that accepts no side', () => {
    const traits = { lineType: 'procedure', bilateralIndicator: 0, codeType: 'CPT' } as const;
    const left = { side: 'Left', approach: undefined, option: 'standard' } as const;
    expect(suggest({ ...traits, ruled: ['RT'] }, left)).toEqual({ own: ['RT'], added: [] });
  });
});

type DictationSide = Parameters<typeof sideModifier>[0];
const sides = (before: DictationSide, after: DictationSide) => ({ before, after });
const follow = (after: DictationSide, now: readonly string[]) =>
  updateEditedModifiers(['59', 'LT'], ['50'], now, sides('left', after));

describe('modifiers of an edited line', () => {
  it('changes a chosen LT to RT with the side, and removes it for bilateral and midline', () => {
    expect(follow('right', ['50'])).toEqual(['59', 'RT']);
    expect(follow('bilateral', ['50'])).toEqual(['59', '50']);
    expect(follow('midline', [])).toEqual(['59']);
    expect(follow('left', ['50'])).toEqual(['59', 'LT']);
    expect(follow(null, ['50'])).toEqual(['59', 'LT']);
  });

  it('changes a typed LT with the side, even without suggestions', () => {
    expect(updateEditedModifiers(['LT'], [], [], sides('left', 'right'))).toEqual(['RT']);
    expect(updateEditedModifiers(['LT'], [], [], sides('left', 'bilateral'))).toEqual([]);
    expect(updateEditedModifiers(['50'], [], [], sides('bilateral', 'left'))).toEqual(['LT']);
  });

  it('adds and removes automatic modifiers, but does not restore those that the user removed', () => {
    expect(
      updateEditedModifiers(['59', '50'], ['50'], ['50', '52'], sides('bilateral', 'bilateral')),
    ).toEqual(['59', '50', '52']);
    expect(
      updateEditedModifiers(['59', '50', '52'], ['50', '52'], ['LT'], sides('bilateral', 'left')),
    ).toEqual(['59', 'LT']);
    expect(updateEditedModifiers([], ['50'], ['LT'], sides('bilateral', 'left'))).toEqual([]);
    expect(updateEditedModifiers(['52'], ['50', '52'], ['50', '52'], sides(null, null))).toEqual(['52']);
  });

  it('keeps a typed side or 50 while the side is the same, and keeps 50 for bilateral', () => {
    expect(updateEditedModifiers(['50'], [], [], sides('left', 'left'))).toEqual(['50']);
    expect(updateEditedModifiers(['RT'], [], [], sides('left', 'left'))).toEqual(['RT']);
    expect(updateEditedModifiers(['50', 'LT'], [], [], sides('left', 'left'))).toEqual(['LT']);
    expect(updateEditedModifiers(['50'], [], [], sides('left', 'bilateral'))).toEqual(['50']);
    expect(updateEditedModifiers(['50'], [], [], sides('right', 'midline'))).toEqual([]);
  });

  it('removes an automatic side with its reason, and adds one to a line without a side', () => {
    expect(updateEditedModifiers(['50'], ['50'], [], sides('bilateral', 'left'))).toEqual([]);
    expect(updateEditedModifiers(['59'], [], ['LT'], sides(null, 'left'))).toEqual(['59', 'LT']);
  });

  it('never has two of 50, LT and RT', () => {
    const modifier = fc.constantFrom('50', 'LT', 'RT', '52', '59');
    const some = fc.uniqueArray(modifier, { maxLength: 4 });
    const automatic = some.filter((all) => all.filter(isLaterality).length <= 1);
    const side = fc.constantFrom('left', 'right', 'bilateral', 'midline', null);
    fc.assert(
      fc.property(some, automatic, automatic, side, side, (line, was, now, before, after) => {
        const followed = updateEditedModifiers(line, was, now, { before, after });
        expect(followed.filter(isLaterality).length).toBeLessThanOrEqual(1);
        expect(new Set(followed).size).toBe(followed.length);
      }),
    );
  });
});

it('reports that 50 alone lacks a side', () => {
  expect([['50'], ['50', 'LT'], ['50', 'RT'], ['RT'], []].map((all) => isMissingSide(all))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
