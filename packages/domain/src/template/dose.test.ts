import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOSE_PER, type TemplateField } from './content.ts';
import { evaluateTemplate } from './evaluate.ts';
import { contentOf, type FieldDraft } from './test/content-of.ts';
import { countText, lineUnits, unitsInRange, unitsOfDose } from './units.ts';
import type { FieldValues } from './value.ts';

const J3301 = {
  lineType: 'drug',
  unitSize: 10,
  unit: 'mg',
  description: 'Triamcinolone acetonide, 10 mg',
} as const;

type FieldInput = FieldDraft;
const SIDE: FieldInput = {
  id: 'side',
  label: 'Side',
  type: 'radio',
  options: ['Left', 'Right', 'Bilateral', 'Midline'],
};
const LEVEL: FieldInput = {
  id: 'level',
  label: 'Level',
  type: 'checkbox',
  options: ['L3-L4', 'L4-L5', 'L5-S1'],
};

/** The units of a drug whose dose is in the field `drug`. */
function unitsFor(
  drug: Partial<TemplateField>,
  entered: FieldValues,
  more: readonly FieldInput[] = [SIDE, LEVEL],
) {
  const content = contentOf(...more, { id: 'drug', label: 'Drug', ...drug });
  return lineUnits({ ...J3301, doseFieldId: 'drug' }, evaluateTemplate(content, { entered }));
}

describe('a dose in free text', () => {
  it.each([
    '40 mg x 2',
    '40 mg x2',
    '40mg×2',
    '2 x 40 mg',
    '40 mg each side',
    '40 mg per side',
    '40 mg bilaterally',
    '40 mg both knees',
    '40 mg/mL',
    '40 mg per mL',
    '1 mL of 40 mg/mL',
    '2 mL (40 mg/mL)',
    '40 mg twice',
    'two vials of 40 mg',
    '2 vials of 40 mg',
    '40 mg, 2 injections',
    '40 mg in 2 divided doses',
    '40 mg left and right',
    '40 mg L/R',
    '40 mg or 80 mg',
    '40 mg + 40 mg',
    '40-80 mg',
    'up to 40 mg',
    '<40 mg',
    '~40 mg',
    '40 mg not given',
    'no steroid, 40 mg declined',
    '40 mg, 20 mg wasted',
    '40 mg 2 mL',
    'Kenalog-40',
    '½ of 40 mg',
    '40 mg at each of 2 levels',
  ])('%s is never read as one amount', (text) => {
    expect(unitsOfDose(text, J3301)).toEqual(expect.any(String));
  });

  it.each([
    ['40 mg', 4],
    ['40mg', 4],
    ['40 mg in total', 4],
    ['a total of 40 mg', 4],
    ['Triamcinolone 40 mg', 4],
    ['Kenalog-40, 40 mg', 4],
    ['Triamcinolone 40 mg with 1 mL bupivacaine', 4],
    ['Triamcinolone 40 mg with 1 mL bupivacaine 0.5%', 4],
    ['1 mL bupivacaine 0.25% with triamcinolone 40 mg', 4],
    ['Triamcinolone 40 mg mixed with 4 mL lidocaine 1%', 4],
    ['40 mg triamcinolone through a 22-gauge needle', 4],
    ['L4-5 triamcinolone 40 mg', 4],
  ])('%s makes %d units', (text, units) => {
    expect(unitsOfDose(text, J3301)).toBe(units);
  });

  it('of a mixture belongs to the drug of the code', () => {
    expect(unitsOfDose('Dexamethasone 4 mg with 1 mL bupivacaine', J3301)).toEqual(expect.any(String));
    expect(unitsOfDose('Lidocaine 10 mg with 1 mL triamcinolone', J3301)).toEqual(expect.any(String));
  });

  it.each([
    ['40 mg', 'Left', 4],
    ['40 mg', 'Right', 4],
    ['40 mg', 'Midline', 4],
    ['40 mg', 'Bilateral', null],
    ['Triamcinolone 40 mg with 1 mL bupivacaine 0.5%', 'Bilateral', null],
    ['40 mg in total', 'Bilateral', 4],
    ['40 mg each side', 'Bilateral', 8],
    ['40 mg on each side', 'Bilateral', 8],
    ['40 mg into each knee', 'Bilateral', 8],
    ['40 mg each side', 'Left', null],
    ['40 mg x 2', 'Bilateral', null],
  ])('%s on the side %s makes %s units', (drug, side, units) => {
    expect(unitsFor({}, { drug, side })?.units).toBe(units);
  });

  it.each([
    ['40 mg', ['L4-L5'], 4],
    ['40 mg', ['L4-L5', 'L5-S1'], null],
    ['40 mg in total', ['L4-L5', 'L5-S1'], 4],
    ['40 mg at each level', ['L4-L5', 'L5-S1'], 8],
    ['40 mg at each level', ['L3-L4', 'L4-L5', 'L5-S1'], 12],
  ])('%s at %j makes %s units', (drug, level, units) => {
    expect(unitsFor({}, { drug, side: 'Left', level })?.units).toBe(units);
  });

  it('says why it is not clear', () => {
    expect(unitsFor({}, { drug: '40 mg', side: 'Bilateral' })?.doseProblem).toBe(
      'Drug: 40 mg can be the dose in total or on each side. Add “in total” or “each side”, or enter the units.',
    );
  });
});

describe('a dose as data', () => {
  const OPTIONS: Partial<TemplateField> = { type: 'select', options: ['Kenalog, one vial', 'Half a vial'] };
  const dosed = (per: (typeof DOSE_PER)[number], countFieldId?: string): Partial<TemplateField> => ({
    ...OPTIONS,
    dose: {
      per,
      ...(countFieldId !== undefined && { countFieldId }),
      amounts: [
        { option: 'Kenalog, one vial', amount: 40, unit: 'mg' },
        { option: 'Half a vial', amount: 0.02, unit: 'g' },
      ],
    },
  });

  it.each([
    ['note', 'Left', ['L4-L5'], 4],
    ['note', 'Bilateral', ['L4-L5', 'L5-S1'], 4],
    ['side', 'Left', ['L4-L5', 'L5-S1'], 4],
    ['side', 'Bilateral', ['L4-L5', 'L5-S1'], 8],
    ['level', 'Left', ['L4-L5'], 4],
    ['level', 'Left', ['L4-L5', 'L5-S1'], 8],
    ['level', 'Bilateral', ['L4-L5', 'L5-S1'], 16],
    ['joint', 'Bilateral', ['L4-L5'], 8],
    ['side', '', ['L4-L5'], null],
    ['level', 'Left', [], null],
  ] as const)('per %s, %s, %j: %s units', (per, side, level, units) => {
    const found = unitsFor(dosed(per), { drug: 'Kenalog, one vial', side, level });
    expect(found?.units).toBe(units);
    expect(found?.doseProblem === null).toBe(units !== null);
  });

  it('counts what another field says', () => {
    const points: FieldInput = { id: 'sticks', label: 'Points' };
    const entered = { drug: 'Half a vial', side: 'Bilateral' };
    const unitsOf = (sticks: string) =>
      unitsFor(dosed('point', 'sticks'), { ...entered, sticks }, [SIDE, points]);
    expect(unitsOf('5')?.units).toBe(10);
    expect(unitsOf('several')).toMatchObject({ units: null, doseProblem: 'Points is not a number.' });
    expect(unitsOf('')).toMatchObject({ units: null, doseProblem: 'Points is empty.' });
  });

  it('rounds up once, for everything that was given', () => {
    // 2 x 5 mg is one unit of 10 mg, not two.
    const field: Partial<TemplateField> = {
      type: 'select',
      options: ['A'],
      dose: { per: 'side', amounts: [{ option: 'A', amount: 5, unit: 'mg' }] },
    };
    expect(unitsFor(field, { drug: 'A', side: 'Bilateral' })?.units).toBe(1);
  });

  it('does not count a text that says something else', () => {
    const field: Partial<TemplateField> = { dose: { per: 'side', amounts: [] } };
    expect(unitsFor(field, { drug: '40 mg', side: 'Bilateral' })?.units).toBe(8);
    expect(unitsFor(field, { drug: '40 mg in total', side: 'Bilateral' })?.doseProblem).toBe(
      'Drug says in total, but the template counts it for each side.',
    );
  });

  it('never bills less than was given', () => {
    assert(
      property(
        constantFrom(...DOSE_PER.filter((per) => per !== 'point')),
        constantFrom('Left', 'Right', 'Bilateral'),
        integer({ min: 1, max: 3 }),
        integer({ min: 1, max: 90 }),
        (per, side, levels, amount) => {
          const field: Partial<TemplateField> = {
            type: 'select',
            options: ['A'],
            dose: { per, amounts: [{ option: 'A', amount, unit: 'mg' }] },
          };
          const level = ['L3-L4', 'L4-L5', 'L5-S1'].slice(0, levels);
          const units = unitsFor(field, { drug: 'A', side, level })?.units ?? 0;
          const sides = per === 'note' ? 1 : side === 'Bilateral' ? 2 : 1;
          const given = amount * sides * (per === 'level' ? levels : 1);
          expect(units * 10).toBeGreaterThanOrEqual(given);
          expect((units - 1) * 10).toBeLessThan(given);
        },
      ),
    );
  });
});

describe('counted units', () => {
  const sedation = { lineType: 'sedation', unitSize: null, unit: null, doseFieldId: 'minutes' } as const;
  const FIRST = { from: 10, to: null, step: null };
  const FURTHER = { from: 23, to: null, step: 15 };
  const minutes = contentOf({ id: 'minutes', label: 'Minutes' });
  const unitsOf = (count: typeof FIRST | typeof FURTHER, text: string) =>
    lineUnits({ ...sedation, count }, evaluateTemplate(minutes, { entered: { minutes: text } }));

  it.each([
    ['5', undefined, undefined],
    ['9', undefined, undefined],
    ['9.9', undefined, undefined],
    ['10', 1, undefined],
    ['22', 1, undefined],
    ['23', 1, 1],
    ['25 minutes', 1, 1],
    ['37', 1, 1],
    ['38', 1, 2],
    ['52', 1, 2],
    ['53', 1, 3],
    ['240', 1, 15],
    ['', undefined, undefined],
  ])('%s minutes: %s first and %s further', (text, first, further) => {
    expect(unitsOf(FIRST, text)?.units).toBe(first);
    expect(unitsOf(FURTHER, text)?.units).toBe(further);
  });

  it.each(['half an hour', '1:05', '25-30', '9:00 to 9:25', '1,000'])('%s is not counted', (text) => {
    expect(unitsOf(FIRST, text)).toMatchObject({ units: null, doseProblem: 'Minutes is not a number.' });
  });

  it('come from the number of ticked options', () => {
    const content = contentOf({
      id: 'minutes',
      label: 'Muscles',
      type: 'checkbox',
      options: ['A', 'B', 'C', 'D'],
    });
    const of = (count: { from: number; to: number | null; step: number | null }, ticked: string[]) =>
      lineUnits({ ...sedation, count }, evaluateTemplate(content, { entered: { minutes: ticked } }))?.units;
    const [few, many] = [
      { from: 1, to: 2, step: null },
      { from: 3, to: null, step: null },
    ];
    for (const ticked of [[], ['A'], ['A', 'B'], ['A', 'B', 'C'], ['A', 'B', 'C', 'D']]) {
      expect(of(few, ticked)).toBe(ticked.length > 0 && ticked.length < 3 ? 1 : undefined);
      expect(of(many, ticked)).toBe(ticked.length > 2 ? 1 : undefined);
    }
  });

  it('grow by one with each step', () => {
    assert(
      property(
        integer({ min: 1, max: 60 }),
        integer({ min: 1, max: 30 }),
        integer({ min: 0, max: 500 }),
        (from, step, number) => {
          const units = unitsInRange(number, { from, to: null, step });
          expect(units).toBe(number < from ? 0 : 1 + Math.floor((number - from) / step));
          expect(unitsInRange(number + step, { from, to: null, step }) >= units).toBe(true);
        },
      ),
    );
    expect(countText(FURTHER)).toBe('from 23, 1 more for each 15');
    expect(countText({ from: 1, to: 2, step: null })).toBe('from 1 to 2');
  });
});
