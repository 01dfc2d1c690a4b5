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
  orderTypeLabel,
  type OrderType,
  pickTypeDetails,
} from './order.ts';

const ownDetails = (type: OrderType, isProcedure = false) => detailsOf({ type, isProcedure });

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
      expect(ownDetails(type)).toEqual(['bodyPart', 'side', 'contrast']);
    for (const type of ['ReferralPT', 'ReferralNeurosurgery', 'ReferralOther'] as const)
      expect(ownDetails(type)).toEqual(['specialist']);
    for (const type of ['LabWork', 'Other'] as const) expect(ownDetails(type)).toEqual([]);
    expect(ownDetails('Other', true)).toEqual(['side', 'levels', 'codes', 'locationId']);
    expect(ownDetails('LabWork', true)).toEqual([]);
  });

  it('call a procedure by that name', () => {
    expect(orderTypeLabel({ type: 'Other', isProcedure: true })).toBe('Procedure');
    expect(orderTypeLabel({ type: 'Other', isProcedure: false })).toBe('Other');
  });

  it('keep their own details and drop those of other types', () => {
    const details = fc.record({
      bodyPart: fc.option(fc.string({ minLength: 1 })),
      side: fc.option(fc.constantFrom(...ORDER_SIDES)),
      contrast: fc.option(fc.constantFrom(...ORDER_CONTRASTS)),
      specialist: fc.option(fc.string({ minLength: 1 })),
      levels: fc.array(fc.string({ minLength: 1 })),
      codes: fc.array(fc.string({ minLength: 1 })),
      locationId: fc.option(fc.uuid()),
    });
    const kinds = fc.record({ type: fc.constantFrom(...ORDER_TYPES), isProcedure: fc.boolean() });
    fc.assert(
      fc.property(kinds, details, (kind, given) => {
        const own = pickTypeDetails(kind, given);
        expect(listForeignDetails(kind, own)).toEqual([]);
        for (const name of detailsOf(kind)) expect(own[name]).toBe(given[name]);
        expect(listForeignDetails(kind, given).length === 0).toBe(
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
