import { describe, expect, it } from 'vitest';
import { cardForm, cardInput, newCard, type CardInput } from './card-form.ts';
import { aCard, ZONE } from './test/timecard-fixtures.ts';

const PRACTICE = { timeZone: ZONE, clock: '12' } as const;
const { userId } = aCard();
const card = aCard({
  workDate: '2026-03-10',
  clockInTime: '2026-03-10T12:00:41.000Z',
  clockOutTime: '2026-03-10T21:00:07.000Z',
  totalHours: 32_366,
  version: 4,
});
const reason = 'Forgot to clock in';
const read = (change: Partial<CardInput>, from = newCard(userId, '2026-03-10')) =>
  cardForm(PRACTICE).safeParse({ ...from, reason, ...change });
const problems = (change: Partial<CardInput>) =>
  Object.fromEntries(read(change).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);

describe('timecard form', () => {
  it('reads times in the practice’s time zone, not the local one', () => {
    expect(read({ clockInTime: '08:00', clockOutTime: '17:00' }).data).toMatchObject({
      clockInTime: '2026-03-10T12:00:00.000Z',
      clockOutTime: '2026-03-10T21:00:00.000Z',
      lunchStartTime: null,
      notes: null,
    });
  });

  it('puts a time before the clock-in on the next day, even on a night with a clock change', () => {
    const { data } = read({ workDate: '2026-03-07', clockInTime: '22:00', clockOutTime: '06:00' });
    expect(data?.clockInTime).toBe('2026-03-08T03:00:00.000Z');
    expect(data?.clockOutTime).toBe('2026-03-08T10:00:00.000Z');
  });

  it('refuses a time that the clock skips, and asks which one is meant if it occurs twice', () => {
    const spring = { workDate: '2026-03-08', clockInTime: '02:30', clockOutTime: '09:00' };
    expect(problems(spring)).toEqual({
      clockInTime:
        '2:30 AM does not exist on 03/08/2026, because the clock is set forward. Enter another time.',
    });
    const fall = { workDate: '2026-11-01', clockInTime: '01:30', clockOutTime: '09:00' };
    expect(problems(fall)).toEqual({
      clockInTime:
        '1:30 AM occurs twice on 11/01/2026, because the clock is set back. Enter 1:30 AM EDT or 1:30 AM EST.',
    });
    expect(read({ ...fall, clockInTime: '01:30 EDT' }).data?.clockInTime).toBe('2026-11-01T05:30:00.000Z');
    expect(read({ ...fall, clockInTime: '01:30 EST' }).data?.clockInTime).toBe('2026-11-01T06:30:00.000Z');
    // Of a night shift, on the next day.
    expect(problems({ workDate: '2026-10-31', clockInTime: '22:00', clockOutTime: '01:15' })).toMatchObject({
      clockOutTime: expect.stringContaining('occurs twice on 11/01/2026'),
    });
    const backwards = { ...fall, clockInTime: '01:45 EDT', clockOutTime: '01:15 EST' };
    expect(read(backwards).data).toMatchObject({
      clockInTime: '2026-11-01T05:45:00.000Z',
      clockOutTime: '2026-11-01T06:15:00.000Z',
    });
    expect(problems({ ...fall, clockInTime: '08:00 EDT' })).toEqual({
      clockInTime: 'On 11/01/2026, the time is 8:00 AM EST.',
    });
  });

  it('shows a saved time of the repeated hour with its zone, and keeps it', () => {
    const saved = aCard({
      workDate: '2026-11-01',
      clockInTime: '2026-11-01T06:30:11.000Z',
      clockOutTime: null,
    });
    const input = cardInput(saved, ZONE);
    expect(input.clockInTime).toBe('01:30 EST');
    expect(read({ clockOutTime: '09:00' }, input).data).toMatchObject({
      clockInTime: saved.clockInTime,
      clockOutTime: '2026-11-01T14:00:00.000Z',
    });
  });

  it('leaves untouched times unchanged, including seconds', () => {
    const { data } = read({ clockOutTime: '17:30' }, cardInput(card, ZONE));
    expect(data?.clockInTime).toBe(card.clockInTime);
    expect(data?.clockOutTime).toBe('2026-03-10T21:30:00.000Z');
    expect(data?.version).toBe(4);
    // Changing the date changes the time.
    expect(read({ workDate: '2026-03-11' }, cardInput(card, ZONE)).data?.clockInTime).toBe(
      '2026-03-11T12:00:00.000Z',
    );
  });

  it('reports missing and impossible values on their fields', () => {
    expect(problems({ userId: '' })).toMatchObject({
      userId: 'Choose an employee',
      clockInTime: 'Enter the clock-in time',
    });
    expect(problems({ clockInTime: '8' })).toEqual({ clockInTime: 'Enter a time' });
    expect(problems({ clockInTime: '08:00', clockOutTime: '08:00' })).toEqual({
      clockOutTime: 'The clock-out time must be after the clock-in time',
    });
    expect(problems({ clockInTime: '08:00', clockOutTime: '17:00', lunchStartTime: '12:00' })).toEqual({
      lunchEndTime: 'Enter the end of the lunch break',
    });
    expect(problems({ workDate: '2126-01-01', clockInTime: '08:00' })).toEqual({
      clockInTime: 'The clock-in time cannot be in the future',
    });
    expect(problems({ clockInTime: '08:00', reason: 'short' })).toEqual({
      reason: 'Enter a reason of at least 10 characters',
    });
  });
});
