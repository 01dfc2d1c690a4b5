import { describe, expect, it } from 'vitest';
import { arrivalFor, complianceRate, rateArrival } from './arrival.ts';

const at = (time: string, day = 18) => Date.parse(`2026-11-${day}T${time}Z`);
const judge = (arrived: string | null, now = '20:00:00', graceMinutes = 5) =>
  rateArrival({
    scheduled: at('08:00:00'),
    graceMinutes,
    arrived: arrived === null ? null : at(arrived),
    now: at(now),
  });

const card = (clockIn: number, workedUntil: number, isOpen = false) => ({ clockIn, workedUntil, isOpen });

describe('arrivals', () => {
  it.each([
    ['07:00:00', 'On Time', 0],
    ['08:00:00', 'On Time', 0],
    ['08:05:00', 'On Time', 0],
    ['08:05:59', 'On Time', 0],
    ['08:06:00', 'Late', 6],
    ['09:30:10', 'Late', 90],
  ] as const)(
    'arriving at %s with a grace period of 5 minutes is %s, minutes counted from the start',
    (arrived, status, minutesLate) => {
      expect(judge(arrived)).toEqual({ status, minutesLate });
    },
  );

  it('counts a minute as late without a grace period', () => {
    expect(judge('08:01:00', '20:00:00', 0)).toEqual({ status: 'Late', minutesLate: 1 });
  });

  it.each([
    ['07:59:00', 'Not Started'],
    ['08:05:59', 'Not Started'],
    ['08:06:00', 'Absent'],
  ] as const)('without a timecard at %s: %s', (now, status) => {
    expect(judge(null, now)).toEqual({ status, minutesLate: 0 });
  });

  const day = { dayStart: at('00:00:00'), start: at('08:00:00'), end: at('16:00:00') };
  it('takes the first timecard that reaches into the shift', () => {
    const early = card(at('05:00:00'), at('07:30:00'));
    const first = card(at('08:03:00'), at('08:10:00'));
    const second = card(at('09:00:00'), at('12:00:00'));
    expect(arrivalFor(day, [second, early, first])).toBe(first.clockIn);
    expect(arrivalFor(day, [early])).toBeNull();
    expect(arrivalFor(day, [card(at('05:00:00'), day.start)])).toBeNull();
    expect(arrivalFor(day, [card(at('09:00:00'), at('09:00:00'))])).toBeNull();
    expect(arrivalFor(day, [card(at('16:00:00'), at('17:00:00'))])).toBeNull();
    expect(arrivalFor(day, [card(at('02:00:00'), at('08:00:01'))])).toBe(at('02:00:00'));
  });

  const midnight = { dayStart: at('00:00:00'), start: at('00:00:00'), end: at('08:00:00') };
  it.each([
    ['23:50:00', at('23:50:00', 17)],
    ['20:00:00', at('20:00:00', 17)],
    ['19:59:59', null],
  ])('counts an open card from %s on for a shift at midnight: four hours at most', (from, arrived) => {
    const clockIn = at(from, 17);
    expect(arrivalFor(midnight, [card(clockIn, at('23:55:00', 17), true)])).toBe(arrived);
  });

  it('counts an open card from midnight on for a day shift', () => {
    expect(arrivalFor(day, [card(day.dayStart, at('00:10:00'), true)])).toBe(day.dayStart);
    expect(arrivalFor(day, [card(day.dayStart - 1000, at('00:10:00'), true)])).toBeNull();
  });

  it.each([
    ['19:00:00', '08:00:01'],
    ['19:00:00', '10:00:00'],
    ['23:59:00', '08:05:00'],
  ])('someone at work over the start has arrived: from %s on the day before to %s', (from, until) => {
    expect(arrivalFor(day, [card(at(from, 17), at(until))])).toBe(at(from, 17));
  });

  it('counts an open card before the start only if it began for the shift', () => {
    expect(arrivalFor(day, [card(at('07:40:00'), at('07:50:00'), true)])).toBe(at('07:40:00'));
    expect(arrivalFor(day, [card(at('19:00:00', 17), at('07:50:00'), true)])).toBeNull();
  });

  it('takes a later clock-in if an overrun night shift ended soon after the start', () => {
    const night = (until: string) => card(at('22:00:00', 17), at(until));
    const later = card(at('10:00:00'), at('16:00:00'));
    expect(arrivalFor(day, [night('08:05:00'), later])).toBe(later.clockIn);
    expect(arrivalFor(day, [night('09:00:00'), later])).toBe(at('22:00:00', 17));
    expect(arrivalFor(day, [night('08:30:00'), later])).toBe(later.clockIn);
    expect(arrivalFor(day, [night('08:30:01'), later])).toBe(at('22:00:00', 17));
    // From midnight on, it is no night shift.
    expect(arrivalFor(day, [card(day.dayStart, at('08:05:00')), later])).toBe(day.dayStart);
    expect(arrivalFor(day, [night('08:00:00')])).toBeNull();
  });

  it('calculates the rate over shifts that have begun', () => {
    expect(complianceRate({ onTime: 9, late: 1, absent: 0 })).toBe(90);
    expect(complianceRate({ onTime: 1, late: 1, absent: 1 })).toBe(33.3);
    expect(complianceRate({ onTime: 0, late: 0, absent: 0 })).toBeNull();
  });
});
