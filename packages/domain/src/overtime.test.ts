import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitOvertime } from './overtime.ts';

const HOUR = 3600;
const FORTY = { weekly: 40 * HOUR, daily: null };
const week = (...hours: number[]) => hours.map((hour) => hour * HOUR);

describe('weekly overtime above 40 hours', () => {
  it.each([
    [week(8, 8, 8, 8, 8, 0, 0), 40, 0],
    [week(10, 10, 10, 10, 0, 0, 0), 40, 0],
    [week(9, 9, 9, 9, 9, 0, 0), 40, 5],
    [week(0, 0, 0, 0, 0, 0, 0), 0, 0],
  ])('%j', (days, regular, overtime) => {
    expect(splitOvertime(days, FORTY)).toEqual({
      total: (regular + overtime) * HOUR,
      regular: regular * HOUR,
      overtime: overtime * HOUR,
    });
  });

  it('counts one second over as overtime', () => {
    expect(splitOvertime([40 * HOUR + 1], FORTY)).toEqual({ total: 144_001, regular: 144_000, overtime: 1 });
  });

  it.each([
    [week(10, 6, 8, 8, 8, 0, 0), 38, 2],
    [week(10, 10, 10, 10, 6, 0, 0), 38, 8],
    [week(9, 9, 9, 9, 9, 4, 0), 40, 9],
  ])('with a daily rule of 8 hours: %j', (days, regular, overtime) => {
    const { regular: r, overtime: o } = splitOvertime(days, { weekly: 40 * HOUR, daily: 8 * HOUR });
    expect([r / HOUR, o / HOUR]).toEqual([regular, overtime]);
  });

  it('splits into parts that add up to the total and stay within their limits', () => {
    const days = fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 7, maxLength: 7 });
    const rule = fc.record({
      weekly: fc.integer({ min: 0, max: 200_000 }),
      daily: fc.option(fc.integer({ min: 0, max: 86_400 }), { nil: null }),
    });
    fc.assert(
      fc.property(days, rule, (daily, given) => {
        const { total, regular, overtime } = splitOvertime(daily, given);
        expect(total).toBe(daily.reduce((sum, day) => sum + day, 0));
        expect(regular + overtime).toBe(total);
        expect(regular).toBeLessThanOrEqual(given.weekly);
        expect(overtime).toBeGreaterThanOrEqual(0);
        const weeklyOnly = splitOvertime(daily, { ...given, daily: null });
        expect(overtime).toBeGreaterThanOrEqual(weeklyOnly.overtime);
      }),
    );
  });
});
