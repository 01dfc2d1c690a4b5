import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { todayIn } from './date.ts';
import { calculatePillCount, isPillsPerDay, formatPillNumber } from './pill-count.ts';

const START = '2026-11-01';
const after = (days: number) => new Date(Date.UTC(2026, 10, 1 + days)).toISOString().slice(0, 10);
const count = (
  pillsGiven: number,
  pillsPerDay: number,
  pillsRemaining: number,
  days: number,
  pillsCarriedOver = 0,
) =>
  calculatePillCount(
    { prescriptionDate: START, pillsGiven, pillsCarriedOver, pillsPerDay, pillsRemaining },
    after(days),
  );

/** Days since a prescription of October 31 at an instant, in the practice's time zone. */
const daysUntil = (instant: string) =>
  calculatePillCount(
    {
      prescriptionDate: '2026-10-31',
      pillsGiven: 30,
      pillsCarriedOver: 0,
      pillsPerDay: 1,
      pillsRemaining: 30,
    },
    todayIn('America/New_York', new Date(instant)),
  ).daysSincePrescription;

describe('pill compliance status', () => {
  it.each([
    // given, per day, remaining, days → expected remaining, variance, status
    [30, 1, 20, 10, 20, 0, 'Appropriate'],
    [30, 1, 21, 10, 20, 1, 'Appropriate'],
    [30, 1, 19, 10, 20, 1, 'Appropriate'],
    [60, 2, 43, 10, 40, 1.5, 'Minor Variance'],
    [60, 2, 44, 10, 40, 2, 'Moderate Variance'],
    [60, 2, 46, 10, 40, 3, 'Moderate Variance'],
    [60, 2, 47, 10, 40, 3.5, 'Significant Variance'],
    [60, 2, 33, 10, 40, 3.5, 'Significant Variance'],
    [90, 3, 65, 10, 60, 5 / 3, 'Minor Variance'],
    [90, 3, 70, 10, 60, 10 / 3, 'Significant Variance'],
    // fractions of a pill per day
    [45, 1.5, 33, 10, 30, 2, 'Moderate Variance'],
    [45, 1.5, 27, 10, 30, 2, 'Moderate Variance'],
    [10, 0.1, 9, 10, 9, 0, 'Appropriate'],
    [10, 0.1, 9, 13, 8.7, 3, 'Moderate Variance'],
    [10, 0.1, 9, 14, 8.6, 4, 'Significant Variance'],
    [10, 0.3, 10, 1, 9.7, 1, 'Appropriate'],
    [10, 0.3, 10, 2, 9.4, 2, 'Moderate Variance'],
    [10, 0.7, 10, 3, 7.9, 3, 'Moderate Variance'],
  ] as const)(
    '%d given, %d per day, %d remaining after %d days: expected %d, variance %d, %s',
    (given, perDay, remaining, days, expected, variance, status) => {
      const result = count(given, perDay, remaining, days);
      expect(result.expectedPillsRemaining).toBe(expected);
      expect(result.variance).toBe(variance);
      expect(result.complianceStatus).toBe(status);
    },
  );
});

describe('pill count result', () => {
  it('has no average on day 0', () => {
    expect(count(30, 1, 30, 0)).toMatchObject({
      daysSincePrescription: 0,
      expectedPillsUsed: 0,
      averageDailyUse: null,
      complianceStatus: 'Appropriate',
    });
  });

  it('caps expected use at the pills given', () => {
    expect(count(30, 1, 0, 45)).toMatchObject({
      expectedPillsUsed: 30,
      expectedPillsRemaining: 0,
      variance: 0,
    });
    expect(count(30, 1, 2, 45)).toMatchObject({ variance: 2, complianceStatus: 'Moderate Variance' });
  });

  it('reports more remaining than given as a carry-over', () => {
    const result = count(30, 1, 36, 5);
    expect(result).toMatchObject({ isCarryOver: true, averageDailyUse: null, variance: 11 });
    expect(result.overUnderText).toBe(
      '11 pills over: more remain than expected, some carried over from an earlier prescription',
    );
    expect(count(30, 1, 30, 5).isCarryOver).toBe(false);
  });

  it('rates an adherent patient with pills from an earlier fill as appropriate', () => {
    expect(count(30, 1, 32, 10).complianceStatus).toBe('Significant Variance');
    expect(count(30, 1, 32, 10, 12)).toEqual({
      complianceStatus: 'Appropriate',
      complianceMessage: 'The count matches the prescription.',
      daysSincePrescription: 10,
      expectedPillsUsed: 10,
      expectedPillsRemaining: 32,
      pillsCarriedOver: 12,
      pillsRemaining: 32,
      variance: 0,
      overUnderText: 'Pills remaining match the expected count',
      averageDailyUse: 1,
      isCarryOver: false,
    });
  });

  it('caps expected use at the pills given plus carried over', () => {
    expect(count(30, 1, 0, 45, 12)).toMatchObject({ expectedPillsUsed: 42, expectedPillsRemaining: 0 });
    expect(count(30, 1, 2, 40, 12)).toMatchObject({ expectedPillsUsed: 40, variance: 0 });
  });

  it('reports more remaining than given plus carried over as an unrecorded carry-over', () => {
    expect(count(30, 1, 42, 5, 12)).toMatchObject({
      isCarryOver: false,
      overUnderText: '5 pills over: more remain than expected',
    });
    const result = count(30, 1, 43, 5, 12);
    expect(result).toMatchObject({ isCarryOver: true, averageDailyUse: null, variance: 6 });
    expect(result.overUnderText).toBe(
      '6 pills over: more remain than expected, and more than were given and carried over',
    );
  });

  it('describes the count as over, under or as expected', () => {
    expect(count(30, 1, 20, 10).overUnderText).toBe('Pills remaining match the expected count');
    expect(count(30, 1, 19, 10).overUnderText).toBe('1 pill under: fewer remain than expected');
    expect(count(30, 1.5, 16, 9).overUnderText).toBe('0.5 pills under: fewer remain than expected');
    expect(count(30, 1, 22, 10)).toMatchObject({
      overUnderText: '2 pills over: more remain than expected',
      averageDailyUse: 0.8,
    });
  });

  it('counts calendar days in the practice’s time zone, regardless of time of day and DST changes', () => {
    expect(daysUntil('2026-11-01T03:59:59Z')).toBe(0);
    expect(daysUntil('2026-11-01T04:00:00Z')).toBe(1);
    // Clocks go back on November 1: that day has 25 hours.
    expect(daysUntil('2026-11-02T04:59:59Z')).toBe(1);
    expect(daysUntil('2026-11-02T05:00:00Z')).toBe(2);
  });

  it('throws for input that the form rejects', () => {
    expect(() => count(30, 1, 20, -1)).toThrow(RangeError);
    expect(() => count(30, 0.05, 20, 1)).toThrow(RangeError);
  });

  it('shows at most two decimals', () => {
    expect([1, 1.5, 5 / 3, 0.1 + 0.2].map((value) => formatPillNumber(value))).toEqual([
      '1',
      '1.5',
      '1.67',
      '0.3',
    ]);
  });
});

describe('pills per day', () => {
  it.each([0.1, 0.3, 0.7, 1, 1.1, 2.5, 99.9])('accepts %d', (value) =>
    expect(isPillsPerDay(value)).toBe(true),
  );
  it.each([0, -0.1, 0.05, 1.25, Number.NaN, Infinity])('refuses %d', (value) =>
    expect(isPillsPerDay(value)).toBe(false),
  );
});

describe('pill count invariants', () => {
  const counts = fc.record({
    carried: fc.integer({ min: 0, max: 100 }),
    given: fc.integer({ min: 1, max: 500 }),
    tenths: fc.integer({ min: 1, max: 120 }),
    remaining: fc.integer({ min: 0, max: 600 }),
    days: fc.integer({ min: 0, max: 400 }),
  });

  it('used and remaining add up to given plus carried over, and neither is negative', () => {
    fc.assert(
      fc.property(counts, ({ given, carried, tenths, remaining, days }) => {
        const result = count(given, tenths / 10, remaining, days, carried);
        expect(Math.round((result.expectedPillsUsed + result.expectedPillsRemaining) * 10)).toBe(
          (given + carried) * 10,
        );
        expect(Math.min(result.expectedPillsUsed, result.expectedPillsRemaining)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('a count that is k days over or under has a variance of exactly k, for any dose', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 0, max: 4 }),
        fc.boolean(),
        (tenths, k, isOver) => {
          // Ten days' worth moved by k days, so that whole pills are counted.
          const days = 50;
          const off = isOver ? days - 10 * k : days + 10 * k;
          const result = count(tenths * 10, tenths / 10, tenths * 10 - (tenths * off) / 10, days);
          const whole = (tenths * off) % 10 === 0;
          if (!whole) return;
          expect(result.variance).toBe(10 * k);
          expect(result.complianceStatus).toBe(k === 0 ? 'Appropriate' : 'Significant Variance');
        },
      ),
    );
  });

  it('uses only the pills given when none were carried over', () => {
    fc.assert(
      fc.property(counts, ({ given, tenths, remaining, days }) => {
        const used = Math.min(given * 10, tenths * days);
        const difference = Math.abs(remaining * 10 - (given * 10 - used));
        const isCarryOver = remaining > given;
        expect(count(given, tenths / 10, remaining, days, 0)).toMatchObject({
          daysSincePrescription: days,
          expectedPillsUsed: used / 10,
          expectedPillsRemaining: (given * 10 - used) / 10,
          pillsRemaining: remaining,
          variance: difference / tenths,
          isCarryOver,
          averageDailyUse: days === 0 || isCarryOver ? null : (given - remaining) / days,
        });
      }),
    );
  });

  it('treats carried-over pills exactly like given ones', () => {
    fc.assert(
      fc.property(counts, ({ given, carried, tenths, remaining, days }) => {
        const apart = count(given, tenths / 10, remaining, days, carried);
        const together = count(given + carried, tenths / 10, remaining, days);
        expect({ ...apart, pillsCarriedOver: 0, overUnderText: '' }).toEqual({
          ...together,
          overUnderText: '',
        });
      }),
    );
  });

  it('the status matches exact arithmetic', () => {
    fc.assert(
      fc.property(counts, ({ given, tenths, remaining, days }) => {
        const used = BigInt(Math.min(given * 10, tenths * days));
        const difference = BigInt(remaining * 10) - (BigInt(given * 10) - used);
        const size = difference < 0n ? -difference : difference;
        const perDay = BigInt(tenths);
        const status =
          size > 3n * perDay
            ? 'Significant Variance'
            : size >= 2n * perDay
              ? 'Moderate Variance'
              : size > perDay
                ? 'Minor Variance'
                : 'Appropriate';
        expect(count(given, tenths / 10, remaining, days).complianceStatus).toBe(status);
      }),
    );
  });
});
