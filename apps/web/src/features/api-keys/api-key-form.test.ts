import { expect, it } from 'vitest';
import { expiryOf } from './api-key-form.ts';

const NOW = new Date('2026-11-21T15:00:00Z');
const expiry = (validity: '30' | 'date', date = '') =>
  expiryOf({ validity, date }, 'America/New_York', NOW)?.toISOString() ?? null;

it('ends a key after some days, or at the end of a day in the practice’s time zone', () => {
  expect(expiry('30')).toBe('2026-12-21T15:00:00.000Z');
  expect(expiry('date', '2026-12-24')).toBe('2026-12-25T05:00:00.000Z');
  expect(expiry('date', '2027-07-04')).toBe('2027-07-05T04:00:00.000Z');
  expect(expiry('date', '')).toBeNull();
  expect(expiry('date', '2026-02-30')).toBeNull();
});
