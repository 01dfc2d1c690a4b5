import { expect, it } from 'vitest';
import { describedUnit, isSameSize } from './described-unit.ts';

it.each([
  ['Injection, ketorolac tromethamine, per 15 mg', 15, 'mg'],
  ['Injection, methylprednisolone acetate, 1 mg', 1, 'mg'],
  ['Injection, vitamin b-12 cyanocobalamin, up to 1,000 mcg', 1000, 'mcg'],
  ['Injection, mepivacaine hydrochloride, per 10 ml', 10, 'mL'],
  ['Injection, onabotulinumtoxina, 1 unit', 1, 'units'],
  ['Injection, fentanyl citrate, 0.1 mg', 0.1, 'mg'],
])('%s', (description, unitSize, unit) => {
  expect(describedUnit(description)).toEqual({ unitSize, unit });
});

it.each([
  'Injection, betamethasone acetate 3 mg and betamethasone sodium phosphate 3 mg',
  'Low osmolar contrast material, 200-299 mg/ml iodine concentration, per ml',
  'Hyaluronan or derivative, for intra-articular injection, per dose',
  'Injection, 10 mg of a drug that is not classified',
  '',
])('has no one unit in "%s"', (description) => {
  expect(describedUnit(description)).toBeNull();
});

it('compares amounts in different units', () => {
  expect(isSameSize({ unitSize: 1000, unit: 'mcg' }, { unitSize: 1, unit: 'mg' })).toBe(true);
  expect(isSameSize({ unitSize: 1, unit: 'units' }, { unitSize: 1, unit: 'unit' })).toBe(true);
  expect(isSameSize({ unitSize: 1, unit: 'mg' }, { unitSize: 10, unit: 'mg' })).toBe(false);
  expect(isSameSize({ unitSize: 1, unit: 'mg' }, { unitSize: 1, unit: 'mL' })).toBe(false);
  expect(isSameSize({ unitSize: 1, unit: 'mg' }, { unitSize: null, unit: null })).toBe(false);
});
