import { describe, expect, it } from 'vitest';
import {
  dateTimeProblem,
  dateTimeText,
  dateTimeValue,
  dayOf,
  formatDateTimeInput,
  formatTimeInput,
  timeInputText,
  timeValue,
  withDay,
} from './date-time-input.ts';

const TWELVE = { timeZone: 'America/New_York', clock: '12' } as const;
const TWENTY_FOUR = { timeZone: 'America/New_York', clock: '24' } as const;
/** Noon on December 31, 2026 in New York. */
const NOON = '2026-12-31T17:00:00.000Z';

describe('optional date and time', () => {
  it.each([
    ['12312026', '12/31/2026'],
    ['123120261200', '12/31/2026 12:00'],
    ['1/2/2026 9:5', '01/02/2026 09:5'],
    ['12/31/2026 12:00 and more', '12/31/2026 12:00 and more'],
    ['12/31/26 10:00', '12/31/26 10:00'],
    ['12/31/26 ', '12/31/26'],
    ['1/2/2026 9:05p', '01/02/2026 09:05 P'],
    ['123120261200pm', '12/31/2026 12:00 PM'],
    ['12/31/2026 1pm', '12/31/2026 1pm'],
  ])('formats %s as %s', (typed, shown) => {
    expect(formatDateTimeInput(typed)).toBe(shown);
  });

  it('allows deleting characters from the end', () => {
    let text = '12/31/2026 12:00 PM';
    while (text !== '') {
      const shorter = text.slice(0, -1).trimEnd();
      expect(formatDateTimeInput(text.slice(0, -1)).trimEnd()).toBe(shorter);
      text = shorter;
    }
  });

  it('is stored as ISO 8601 UTC and shown on the practice’s clock', () => {
    expect(dateTimeValue('12/31/2026 12:00 PM', TWELVE)).toBe(NOON);
    expect(dateTimeText(NOON, TWELVE)).toBe('12/31/2026 12:00 PM');
    expect(dateTimeValue('12/31/2026 12:00', TWENTY_FOUR)).toBe(NOON);
    expect(dateTimeText(NOON, TWENTY_FOUR)).toBe('12/31/2026 12:00');
  });

  it('names times that a clock change skips or repeats, and takes the repeated ones with their zone', () => {
    const skipped = '03/08/2026 2:30 AM';
    expect(dateTimeValue(skipped, TWELVE)).toBe(skipped);
    expect(dateTimeProblem(skipped, TWELVE)).toContain('2:30 AM does not exist on 03/08/2026');
    const twice = '11/01/2026 1:30 AM';
    expect(dateTimeValue(twice, TWELVE)).toBe(twice);
    expect(dateTimeProblem(twice, TWELVE)).toContain('Enter 1:30 AM EDT or 1:30 AM EST.');
    const second = '2026-11-01T06:30:00.000Z';
    expect(dateTimeText(second, TWELVE)).toBe('11/01/2026 1:30 AM EST');
    expect(dateTimeValue('11/01/2026 1:30 AM est', TWELVE)).toBe(second);
    expect(dateTimeValue('11/01/2026 01:30 EST', TWENTY_FOUR)).toBe(second);
    expect(formatDateTimeInput('11/01/2026 1:30 AM EST')).toBe('11/01/2026 1:30 AM EST');
    expect(dateTimeText(withDay(second, '2026-11-02', TWELVE), TWELVE)).toBe('11/02/2026 1:30 AM');
    expect(withDay('2026-03-09T06:30:00.000Z', '2026-03-08', TWELVE)).toBe(skipped);
  });

  it('is null when empty', () => {
    expect(dateTimeValue(' ', TWELVE)).toBeNull();
    expect(dateTimeText(null, TWELVE)).toBe('');
  });

  it.each(['12/31/2026', '12/31/2026 25:00', '02/30/2026 10:00 AM', '12/31/2026 10:00', '12'])(
    'keeps invalid text as typed: %s',
    (text) => {
      expect(dateTimeValue(text, TWELVE)).toBe(text);
      expect(dateTimeText(text, TWELVE)).toBe(text);
    },
  );

  it('keeps the time when a day is picked, or uses the end of the day', () => {
    expect(dateTimeText(withDay(NOON, '2027-01-05', TWELVE), TWELVE)).toBe('01/05/2027 12:00 PM');
    expect(dateTimeText(withDay(null, '2027-01-05', TWELVE), TWELVE)).toBe('01/05/2027 11:59 PM');
    expect(dayOf(NOON, TWELVE)).toBe('2026-12-31');
    expect(dayOf('12/3', TWELVE)).toBe('');
  });
});

describe('time of day', () => {
  it('is typed on the practice’s clock', () => {
    expect(formatTimeInput('830p')).toBe('08:30 P');
    expect(formatTimeInput('8:30pm')).toBe('08:30 PM');
    for (const other of ['noon', '8.30', '08:30:15', '8:30 until 9'])
      expect(formatTimeInput(other)).toBe(other);
    expect(timeValue('08:30 PM', TWELVE)).toBe('20:30');
    expect(timeInputText('20:30', TWELVE)).toBe('8:30 PM');
    expect(timeInputText('20:30', TWENTY_FOUR)).toBe('20:30');
  });

  it('is not a time on the 12-hour clock until AM or PM is typed', () => {
    for (const typed of ['08:30', '08:30 P']) {
      const value = timeValue(typed, TWELVE);
      expect(value).not.toBe('08:30');
      expect(timeInputText(value, TWELVE)).toBe(typed);
    }
  });
});
