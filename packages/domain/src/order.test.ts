import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  detailsOf,
  foreignDetails,
  ORDER_CONTRASTS,
  ORDER_SIDES,
  ORDER_TYPE_LABELS,
  ORDER_TYPES,
  orderNumber,
  ownDetails,
} from './order.ts';

describe('spec 3 §3, decisions 68 the types of orders', () => {
  it('every type has a name in words', () => {
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

  it('imaging has body part, side and contrast; referrals the specialist; others neither', () => {
    for (const type of ['MRI', 'XRay', 'CTScan', 'Ultrasound'] as const)
      expect(detailsOf(type)).toEqual(['bodyPart', 'side', 'contrast']);
    for (const type of ['ReferralPT', 'ReferralNeurosurgery', 'ReferralOther'] as const)
      expect(detailsOf(type)).toEqual(['specialist']);
    for (const type of ['LabWork', 'Other'] as const) expect(detailsOf(type)).toEqual([]);
  });

  it('nothing foreign is left once the details are cut to the type, and what it has stays', () => {
    const details = fc.record({
      bodyPart: fc.option(fc.string({ minLength: 1 })),
      side: fc.option(fc.constantFrom(...ORDER_SIDES)),
      contrast: fc.option(fc.constantFrom(...ORDER_CONTRASTS)),
      specialist: fc.option(fc.string({ minLength: 1 })),
    });
    fc.assert(
      fc.property(fc.constantFrom(...ORDER_TYPES), details, (type, given) => {
        const own = ownDetails(type, given);
        expect(foreignDetails(type, own)).toEqual([]);
        for (const name of detailsOf(type)) expect(own[name]).toBe(given[name]);
        expect(foreignDetails(type, given).length === 0).toBe(JSON.stringify(own) === JSON.stringify(given));
      }),
    );
  });
});

describe('decisions 68 the number of an order', () => {
  it('is ORD-YYYY-NNNNNN', () => {
    expect(orderNumber(2026, 1)).toBe('ORD-2026-000001');
    expect(orderNumber(2026, 999_999)).toBe('ORD-2026-999999');
    expect(orderNumber(2027, 1_000_000)).toBe('ORD-2027-1000000');
  });
});
