import { expect, it } from 'vitest';
import { codeChanges, unitSizeWarning, type CodeValues } from './billing-code-changes.ts';

const CODE: CodeValues = {
  description: 'Triamcinolone',
  category: null,
  isActive: true,
  lineType: 'drug',
  bilateralIndicator: 9,
  unitSize: 10,
  unit: 'mg',
  isBillable: true,
  validFrom: null,
  validTo: '2024-03-31',
};
/** Another value of every kind. A new kind of value does not compile until it has one. */
const OTHER: { readonly [name in keyof CodeValues]-?: CodeValues[name] } = {
  description: 'Kenalog',
  category: 'Steroids',
  isActive: false,
  lineType: 'supply',
  bilateralIndicator: 0,
  unitSize: 40,
  unit: 'mcg',
  isBillable: false,
  validFrom: '2024-04-01',
  validTo: null,
};

it.each(Object.entries(OTHER))('names a change of %s with the old and the new value', (name, value) => {
  const after = { ...CODE, [name]: value };
  const [change, ...more] = codeChanges(CODE, after);
  expect(more).toEqual([]);
  expect(change?.field).toBeTruthy();
  expect(change?.before).not.toBe(change?.after);
  expect(codeChanges(after, after)).toEqual([]);
});

it('shows values as users know them', () => {
  expect(codeChanges(CODE, OTHER)).toEqual([
    { field: 'Description', before: 'Triamcinolone', after: 'Kenalog' },
    { field: 'Category', before: '', after: 'Steroids' },
    { field: 'Active', before: 'Yes', after: 'No' },
    { field: 'Line type', before: 'Drug', after: 'Supply' },
    { field: 'Bilateral indicator', before: '9 – does not apply', after: '0 – no bilateral adjustment' },
    { field: 'Unit size', before: '10 mg', after: '40 mcg' },
    { field: 'Billable', before: 'Yes', after: 'No' },
    { field: 'Valid from', before: '', after: '04/01/2024' },
    { field: 'Valid to', before: '03/31/2024', after: '' },
  ]);
});

it('warns about drugs without a unit size only', () => {
  expect(unitSizeWarning(CODE)).toBeNull();
  expect(unitSizeWarning({ lineType: 'drug', unitSize: null })).toContain('a dose makes no units');
  expect(unitSizeWarning({ lineType: 'procedure', unitSize: null })).toBeNull();
});
