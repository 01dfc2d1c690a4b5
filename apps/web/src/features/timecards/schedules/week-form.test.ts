import { describe, expect, it } from 'vitest';
import { TIMES } from '#lib/test/practice.ts';
import { aShift } from '../test/timecard-fixtures.ts';
import { weekForm, weekInput, type DayInput } from './week-form.ts';
import { changesAfter, lunchText, shiftText, weekOn } from './week-schedule.ts';

const SHIFTS = [
  aShift({ effectiveTo: '2026-11-29' }),
  aShift({ effectiveFrom: '2026-11-30', scheduledStartTime: '09:00' }),
  aShift({
    dayOfWeek: 0,
    scheduledStartTime: '22:00',
    scheduledEndTime: '06:00',
    lunchStartTime: null,
    lunchDuration: 0,
    requiresLunchBreak: false,
  }),
];

describe('weekly grid', () => {
  it('shows the shifts in effect on a date, Monday first, and the dates of future changes', () => {
    const starts = (date: string) => weekOn(SHIFTS, date).map((each) => each?.scheduledStartTime);
    expect(starts('2026-11-29')).toEqual(['08:00', ...Array<undefined>(5).fill(undefined), '22:00']);
    expect(starts('2026-11-30')[0]).toBe('09:00');
    expect(changesAfter(SHIFTS, '2026-11-21')).toEqual(['2026-11-30']);
    expect(changesAfter(SHIFTS, '2026-11-30')).toEqual([]);
  });

  it('describes a shift in words', () => {
    expect(SHIFTS.map((shift) => shiftText(shift, TIMES))).toEqual([
      '8:00 AM–4:30 PM',
      '9:00 AM–4:30 PM',
      '10:00 PM–6:00 AM next day',
    ]);
    expect(lunchText(aShift({}), TIMES)).toBe('12:00 PM, 30 min (required)');
    expect(lunchText(aShift({ lunchDuration: 0 }), TIMES)).toBe('None');
  });

  const week = weekInput(SHIFTS, '2026-11-21');
  const change = (index: number, day: Partial<DayInput>) =>
    weekForm.safeParse({
      ...week,
      days: week.days.map((each, at) => (at === index ? { ...each, ...day } : each)),
    });

  it('sends working days, but not days off', () => {
    const { data } = weekForm.safeParse(week);
    expect(data?.days.map(({ dayOfWeek }) => dayOfWeek)).toEqual([1, 0]);
    expect(data?.days[0]).toMatchObject({ scheduledStartTime: '08:00', lunchDuration: 30 });
    expect(change(2, { works: true }).data?.days.map(({ dayOfWeek }) => dayOfWeek)).toEqual([1, 3, 0]);
  });

  it.each([
    [{ scheduledStartTime: '' }, 'days.0.scheduledStartTime', 'Start must be a time such as 08:30'],
    [{ lunchDuration: '' }, 'days.0.lunchDuration', 'Enter how long the required lunch break is'],
    [
      { gracePeriodMinutes: 'x' },
      'days.0.gracePeriodMinutes',
      'Grace period must be a whole number of minutes',
    ],
    [
      { scheduledStartTime: '05:30' },
      'days.0.scheduledStartTime',
      'The Sunday shift overlaps the Monday shift',
    ],
  ])('reports an invalid day on its field (%o)', (day, path, message) => {
    expect(change(0, day).error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      [path, message],
    ]);
  });

  it('ignores the values of a day off', () => {
    expect(change(0, { works: false, scheduledStartTime: '' }).success).toBe(true);
  });
});
