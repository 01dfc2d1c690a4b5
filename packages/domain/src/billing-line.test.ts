import { describe, expect, it } from 'vitest';
import { acceptsLaterality, acceptsModifier, defaultLineTraits } from './billing-line.ts';

describe('default line traits', () => {
  it.each([
    ['00600', 'anesthesia', null],
    ['99140', 'anesthesia', null],
    ['10004', 'procedure', null],
    ['0275T', 'procedure', null],
    ['62321', 'procedure', 9],
    ['62323', 'procedure', 9],
    ['64483', 'procedure', 1],
    ['64484', 'procedure', 1],
    ['64490', 'procedure', 1],
    ['64495', 'procedure', 1],
    ['64635', 'procedure', 1],
    ['64636', 'procedure', 1],
    ['20610', 'procedure', 1],
    ['27096', 'procedure', 1],
    ['20553', 'procedure', 0],
    ['64615', 'procedure', 2],
    ['77003', 'imaging', 0],
    ['70010', 'imaging', null],
    ['20551', 'procedure', 0],
    ['64620', 'procedure', 0],
    ['64600', 'procedure', 2],
    ['73560', 'imaging', 3],
    // The fee schedule does not list these.
    ['69990', 'procedure', null],
    ['99151', 'sedation', 9],
    ['99157', 'sedation', 9],
    ['99213', 'evaluation', 0],
    ['96372', 'other', 0],
    ['80305', 'other', 9],
    ['J1100', 'drug', 9],
    ['Q9966', 'drug', 9],
    ['Q4010', 'supply', null],
    ['A4550', 'supply', null],
    ['L8680', 'supply', null],
    ['G0260', 'procedure', 9],
    ['G0463', 'other', 9],
    ['NOSHOW', 'other', null],
    // Custom codes that resemble standard ones.
    ['X64483', 'other', null],
    ['0275TX', 'other', null],
    ['Q40100', 'other', null],
    ['JJ1100', 'other', null],
  ] as const)('%s is %s with indicator %s', (code, lineType, bilateralIndicator) => {
    expect(defaultLineTraits('CPT', code)).toEqual({ lineType, bilateralIndicator });
  });

  it('gives a diagnosis no line type', () => {
    expect(defaultLineTraits('ICD10', 'J11.00')).toEqual({ lineType: 'other', bilateralIndicator: 9 });
  });
});

it('accepts side modifiers only for procedures and imaging with indicator 1 or 3', () => {
  const accepted = ([0, 1, 2, 3, 9, null] as const).filter((bilateralIndicator) =>
    acceptsLaterality({ lineType: 'imaging', bilateralIndicator }),
  );
  expect(accepted).toEqual([1, 3]);
  expect(acceptsLaterality({ lineType: 'drug', bilateralIndicator: 1 })).toBe(false);
});

it('does not accept modifiers that are never suggested', () => {
  expect(acceptsModifier({ lineType: 'procedure', bilateralIndicator: 1 }, '59')).toBe(false);
});
