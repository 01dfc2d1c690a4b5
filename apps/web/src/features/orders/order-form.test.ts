import { describe, expect, it } from 'vitest';
import { newOrderInput, orderFormSchema, formatOrderValue, type OrderInput } from './order-form.ts';

const TODAY = '2026-11-21';
const PATIENT = '01900000-0000-7000-8000-000000000001';
const PROVIDER = '01900000-0000-7000-8000-000000000002';
const blank = newOrderInput({ patientId: '', orderDate: TODAY, orderedByUserId: '' });
const filled: OrderInput = {
  ...blank,
  patientId: PATIENT,
  orderedByUserId: PROVIDER,
  type: 'MRI',
  diagnosis: ' M54.16 Radiculopathy ',
  bodyPart: 'Lumbar spine',
  side: 'Left',
  specialist: 'Dr. Nobody',
};
const problems = (input: OrderInput) =>
  orderFormSchema(TODAY)
    .safeParse(input)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
const parsed = (type: string) => orderFormSchema(TODAY).parse({ ...filled, type });

describe('order form', () => {
  it('starts with today, priority Normal and no STAT, and reports all missing fields', () => {
    expect(blank).toMatchObject({ orderDate: TODAY, priority: 'Normal', isStat: false });
    expect(problems(blank)).toEqual([
      'patientId: Patient is required',
      'type: Type is required',
      'diagnosis: Diagnosis is required',
      'orderedByUserId: Ordering provider is required',
    ]);
  });

  it('sends only the details of the selected type', () => {
    expect(parsed('MRI')).toMatchObject({
      diagnosis: 'M54.16 Radiculopathy',
      bodyPart: 'Lumbar spine',
      side: 'Left',
      contrast: null,
      specialist: null,
    });
    expect(parsed('ReferralPT')).toMatchObject({ bodyPart: null, side: null, specialist: 'Dr. Nobody' });
    expect(parsed('LabWork')).toMatchObject({ bodyPart: null, side: null, specialist: null });
  });

  it.each([
    ['2026-11-22', ['orderDate: Order date cannot be in the future']],
    ['1999-12-31', ['orderDate: Order date must be 01/01/2000 or later']],
    ['2026-02-30', ['orderDate: Order date must be a valid date (MM/DD/YYYY)']],
    ['2026-11-21', undefined],
  ])('order date %s: %j', (orderDate, errors) => {
    expect(problems({ ...filled, orderDate })).toEqual(errors);
  });

  it('converts what someone else saved', () => {
    expect(formatOrderValue('type', 'XRay')).toBe('X-Ray');
    expect(formatOrderValue('contrast', 'WithAndWithout')).toBe('With and without contrast');
    expect(formatOrderValue('side', 'Left')).toBeUndefined();
  });
});
