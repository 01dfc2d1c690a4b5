import { describe, expect, it } from 'vitest';
import { endsNextDay, overlappingDays, shiftMinutes, shiftProblems, type Shift } from './shift.ts';

const shift = (scheduledStartTime: string, scheduledEndTime: string, more: Partial<Shift> = {}): Shift => ({
  scheduledStartTime,
  scheduledEndTime,
  lunchStartTime: null,
  lunchDuration: 0,
  requiresLunchBreak: false,
  ...more,
});

describe('shift validation', () => {
  it.each([
    shift('08:00', '16:30'),
    shift('22:00', '06:00'),
    shift('16:00', '00:00'),
    shift('08:00', '16:30', { lunchStartTime: '12:00', lunchDuration: 30, requiresLunchBreak: true }),
    shift('22:00', '06:00', { lunchStartTime: '01:45', lunchDuration: 30 }),
    shift('00:00', '16:00'),
  ])('accepts %j', (given) => expect(shiftProblems(given)).toEqual({}));

  it.each<[Shift, keyof Shift, string]>([
    [shift('08:00', '08:00'), 'scheduledEndTime', 'must differ from start'],
    [shift('09:00', '05:00'), 'scheduledEndTime', 'would last 20 hours, ending the next day'],
    [shift('06:00', '22:15'), 'scheduledEndTime', 'would last 16 hours 15 minutes. A shift'],
    [shift('08:00', '16:00', { requiresLunchBreak: true }), 'lunchDuration', 'how long'],
    [shift('08:00', '09:00', { lunchDuration: 60 }), 'lunchDuration', 'shorter than the shift'],
    [
      shift('08:00', '16:00', { lunchStartTime: '07:30', lunchDuration: 30 }),
      'lunchStartTime',
      'within the shift',
    ],
    [
      shift('08:00', '16:00', { lunchStartTime: '15:45', lunchDuration: 30 }),
      'lunchStartTime',
      'within the shift',
    ],
  ])('refuses %j', (given, field, message) => {
    expect(shiftProblems(given)[field]).toContain(message);
  });

  it('ends a shift over midnight on the next day', () => {
    expect(
      [shift('22:00', '06:00'), shift('08:00', '16:00'), shift('16:00', '00:00')].map(endsNextDay),
    ).toEqual([true, false, true]);
    expect([shift('22:00', '06:00'), shift('08:00', '16:30')].map(shiftMinutes)).toEqual([480, 510]);
  });

  it('refuses overlapping shifts of adjacent days, Saturday and Sunday too', () => {
    const night = { ...shift('22:00', '06:00'), dayOfWeek: 6 };
    const early = { ...shift('05:00', '13:00'), dayOfWeek: 0 };
    expect(overlappingDays([early, night])).toEqual([night, early]);
    expect(overlappingDays([night, { ...early, scheduledStartTime: '06:00' }])).toBeUndefined();
    expect(overlappingDays([night, { ...early, dayOfWeek: 1 }])).toBeUndefined();
  });
});
