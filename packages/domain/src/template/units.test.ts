import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINE_TYPES } from '../billing-line.ts';
import { evaluateTemplate } from './evaluate.ts';
import { contentOf } from './test/content-of.ts';
import { lineUnits, NO_UNIT_SIZE, unitsOfDose } from './units.ts';

const DRUG = { lineType: 'drug' } as const;
const MG = { ...DRUG, unitSize: 1, unit: 'mg' };
const NO_SIZE = { unitSize: null, unit: null };

describe('units of a dose', () => {
  it.each([
    ['10 mg', MG, 10],
    ['Dexamethasone 8 mg', MG, 8],
    ['8', MG, 8],
    ['Methylprednisolone 80 mg', { unitSize: 80, unit: 'mg' }, 1],
    ['Triamcinolone 40 mg', { unitSize: 10, unit: 'mg' }, 4],
    ['41 mg', { unitSize: 10, unit: 'mg' }, 5],
    ['0.3 mg', { unitSize: 0.1, unit: 'mg' }, 3],
    ['100 mcg', { unitSize: 0.1, unit: 'mg' }, 1],
    ['4000 micrograms', MG, 4],
    ['4000 Micrograms', MG, 4],
    ['1 microgram', { unitSize: 1, unit: 'mcg' }, 1],
    ['4000 ug', MG, 4],
    ['4000 µg', MG, 4],
    ['4000 μg', MG, 4],
    ['4 milligrams', MG, 4],
    ['1 milligram', { unitSize: 100, unit: 'mcg' }, 10],
    ['1 g', { unitSize: 500, unit: 'mg' }, 2],
    ['1 gm', { unitSize: 500, unit: 'mg' }, 2],
    ['2.5 cc', { unitSize: 1, unit: 'mL' }, 3],
    ['2 ccs', { unitSize: 1, unit: 'mL' }, 2],
    ['1 milliliter', { unitSize: 1, unit: 'mL' }, 1],
    ['2 milliliters', { unitSize: 1, unit: 'mL' }, 2],
    ['1000 units', { unitSize: 100, unit: 'units' }, 10],
    ['1 unit', { unitSize: 1, unit: 'units' }, 1],
    ['50 U', { unitSize: 1, unit: 'units' }, 50],
    ['L4-5 dexamethasone 8 mg', MG, 8],
    ['dexamethasone-8 mg', MG, 8],
    ['.5 mg', MG, 1],
    ['12 mg of vitamin B12', MG, 12],
  ])('%s in units of %o are %d', (text, code, units) => {
    expect(unitsOfDose(text, { ...DRUG, ...code })).toBe(units);
  });

  it.each(LINE_TYPES)('are never the milligrams of a code without a unit size (%s)', (lineType) => {
    const code = { ...NO_SIZE, lineType };
    for (const dose of ['40 mg', 'Triamcinolone 40 mg', '4 mL', '100 units', '2 levels', 'x', ''])
      expect(unitsOfDose(dose, code)).toBe(NO_UNIT_SIZE);
    // A plain number counts, except where it can be an amount.
    expect(unitsOfDose('3', code)).toBe(lineType === 'drug' || lineType === 'other' ? NO_UNIT_SIZE : 3);
    expect(unitsOfDose('3', { ...code, unitSize: 1, unit: 'levels' })).toBe(3);
  });

  it.each([
    ['ten milligrams', '"ten milligrams" is not one dose. Enter one amount, such as 1 mg.'],
    ['8 mg and 4 mg', '"8 mg and 4 mg" is not one dose. Enter one amount, such as 1 mg.'],
    ['', '"" is not one dose. Enter one amount, such as 1 mg.'],
    ['0 mg', 'The dose must be more than 0.'],
    ['5 mL', 'The dose is in ml, but the code is billed per 1 mg.'],
    ['10000 mg', 'The dose makes more than 999 units. Check the dose.'],
    ['-4', '"-4" is not one dose. Enter one amount, such as 1 mg.'],
    ['1e999', '"1e999" is not one dose. Enter one amount, such as 1 mg.'],
  ])('refuses %s', (text, message) => {
    expect(unitsOfDose(text, MG)).toBe(message);
  });

  it.each([
    '0,5 mg',
    '0,5',
    '1,5mg',
    '1,000 mg',
    '1/2 mg',
    '1 ½ mg',
    '5-10 mg',
    '5 – 10 mg',
    '2 x 40 mg',
    '1e3 mg',
    '８ mg',
  ])('never takes a part of %s for the dose', (text) => {
    expect(unitsOfDose(text, MG)).toBe(`"${text}" is not one dose. Enter one amount, such as 1 mg.`);
  });

  it('never bills less than the dose, nor a whole unit too much', () => {
    const amounts = integer({ min: 1, max: 900 }).map((tenths) => tenths / 10);
    const sizes = constantFrom(0.1, 0.5, 1, 3, 10, 40, 80);
    assert(
      property(amounts, sizes, (amount, unitSize) => {
        const units = Number(unitsOfDose(`${amount} mg`, { ...DRUG, unitSize, unit: 'mg' }));
        expect(units * unitSize).toBeGreaterThanOrEqual(amount - 1e-6);
        expect((units - 1) * unitSize).toBeLessThan(amount);
      }),
    );
  });
});

describe('units of a line', () => {
  const content = contentOf({ id: 'dose', label: 'Dose' });
  const unitsFor = (dose: string, doseFieldId: string | null = 'dose') =>
    lineUnits({ ...MG, doseFieldId }, evaluateTemplate(content, { entered: { dose } }));

  it('come from the dose field, with the reason', () => {
    const unitsReason = { ruleId: null, fieldId: 'dose', label: 'Dose', value: '10 mg' };
    expect(unitsFor('10 mg')).toEqual({ units: 10, unitsReason, doseProblem: null });
  });

  it('are not known while the dose is empty or is not a number', () => {
    expect(unitsFor('')).toMatchObject({ units: null, doseProblem: 'Dose is empty.' });
    expect(unitsFor('some')).toMatchObject({
      units: null,
      doseProblem: expect.stringContaining('not one dose'),
    });
  });

  it('are 1 without a dose field, and not known when the template no longer has it', () => {
    expect(unitsFor('10 mg', null)).toEqual({ units: 1, unitsReason: null, doseProblem: null });
    expect(unitsFor('10 mg', 'gone')).toEqual({
      units: null,
      unitsReason: null,
      doseProblem: 'The template no longer has the field of the dose.',
    });
  });
});
