import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  detailsOf,
  listForeignDetails,
  ORDER_CONTRASTS,
  ORDER_SIDES,
  ORDER_TYPE_LABELS,
  ORDER_TYPES,
  orderNumber,
  pickTypeDetails,
} from './order.ts';

describe('order types', () => {
  it('have display names', () => {
    expect(ORDER_TYPES.map((type) => ORDER_TYPE_LABELS[type])).toEqual([
      'MRI',
      'X-Ray',
      'CT Scan',
      'Ultrasound',
      'Referral – PT',
      'Referral – Neurosurgery',
      'Referral – Other',
      'Lab Work',
      'Other',
    ]);
  });

  it('have body part, side and contrast for imaging, a specialist for referrals, and neither for others', () => {
    for (const type of ['MRI', 'XRay', 'CTScan', 'Ultrasound'] as const)
      expect(detailsOf(type)).toEqual(['bodyPart', 'side', 'contrast']);
    for (const type of ['ReferralPT', 'ReferralNeurosurgery', 'ReferralOther'] as const)
      expect(detailsOf(type)).toEqual(['specialist']);
    for (const type of ['LabWork', 'Other'] as const) expect(detailsOf(type)).toEqual([]);
  });

  it('keep their own details and drop those of other types', () => {
    const details = fc.record({
      bodyPart: fc.option(fc.string({ minLength: 1 })),
      side: fc.option(fc.constantFrom(...ORDER_SIDES)),
      contrast: fc.option(fc.constantFrom(...ORDER_CONTRASTS)),
      specialist: fc.option(fc.string({ minLength: 1 })),
    });
    fc.assert(
      fc.property(fc.constantFrom(...ORDER_TYPES), details, (type, given) => {
        const own = pickTypeDetails(type, given);
        expect(listForeignDetails(type, own)).toEqual([]);
        for (const name of detailsOf(type)) expect(own[name]).toBe(given[name]);
        expect(listForeignDetails(type, given).length === 0).toBe(
          JSON.stringify(own) === JSON.stringify(given),
        );
      }),
    );
  });
});

describe('order number', () => {
  it('is ORD-YYYY-NNNNNN', () => {
    expect(orderNumber(2026, 1)).toBe('ORD-2026-000001');
    expect(orderNumber(2026, 999_999)).toBe('ORD-2026-999999');
    expect(orderNumber(2027, 1_000_000)).toBe('ORD-2027-1000000');
  });
});
