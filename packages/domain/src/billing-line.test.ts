import { describe, expect, it } from 'vitest';
import { acceptsLaterality, acceptsModifier, defaultLineTraits } from './billing-line.ts';

describe('default line traits', () => {
  it.each([
    ['00600', 'anesthesia', 9],
    ['99140', 'anesthesia', 9],
    ['10004', 'procedure', 0],
    ['69990', 'procedure', 0],
    ['0275T', 'procedure', 0],
    ['62321', 'procedure', 0],
    ['62323', 'procedure', 0],
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
    ['70010', 'imaging', 0],
    ['99151', 'sedation', 9],
    ['99157', 'sedation', 9],
    ['99213', 'evaluation', 9],
    ['96372', 'other', 9],
    ['80305', 'other', 9],
    ['J1100', 'drug', 9],
    ['Q9966', 'drug', 9],
    ['Q4010', 'supply', 9],
    ['A4550', 'supply', 9],
    ['L8680', 'supply', 9],
    ['G0260', 'procedure', 0],
    ['G0463', 'other', 9],
    ['NOSHOW', 'other', 9],
    // Custom codes that resemble standard ones.
    ['X64483', 'other', 9],
    ['0275TX', 'other', 9],
    ['Q40100', 'other', 9],
    ['JJ1100', 'other', 9],
  ] as const)('%s is %s with indicator %d', (code, lineType, bilateralIndicator) => {
    expect(defaultLineTraits('CPT', code)).toEqual({ lineType, bilateralIndicator });
  });

  it('gives a diagnosis no line type', () => {
    expect(defaultLineTraits('ICD10', 'J11.00')).toEqual({ lineType: 'other', bilateralIndicator: 9 });
  });
});

it('accepts side modifiers only for procedures and imaging with indicator 1 or 3', () => {
  const accepted = ([0, 1, 2, 3, 9] as const).filter((bilateralIndicator) =>
    acceptsLaterality({ lineType: 'imaging', bilateralIndicator }),
  );
  expect(accepted).toEqual([1, 3]);
  expect(acceptsLaterality({ lineType: 'drug', bilateralIndicator: 1 })).toBe(false);
});

it('does not accept modifiers that are never suggested', () => {
  expect(acceptsModifier({ lineType: 'procedure', bilateralIndicator: 1 }, '59')).toBe(false);
});
