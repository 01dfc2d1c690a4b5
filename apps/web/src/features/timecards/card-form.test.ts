import { describe, expect, it } from 'vitest';
import { cardForm, cardInput, newCard } from './card-form.ts';
import type { CardInput } from './card-form.ts';
import { aCard, ZONE } from './timecard-fixtures.ts';

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
  cardForm(ZONE).safeParse({ ...from, reason, ...change });
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
