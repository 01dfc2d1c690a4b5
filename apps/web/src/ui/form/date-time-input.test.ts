import { describe, expect, it } from 'vitest';
import { dateTimeText, dateTimeValue, dayOf, formatDateTimeInput, withDay } from './date-time-input.ts';

/** Noon on December 31, 2026 in the local time zone. */
const NOON = new Date(2026, 11, 31, 12, 0).toISOString();

describe('optional date and time', () => {
  it.each([
    ['12312026', '12/31/2026'],
    ['123120261200', '12/31/2026 12:00'],
    ['1/2/2026 9:5', '01/02/2026 09:5'],
    ['12/31/2026 12:00 and more', '12/31/2026 12:00'],
    ['12/31/26 ', '12/31/26'],
  ])('formats %s as %s', (typed, shown) => {
    expect(formatDateTimeInput(typed)).toBe(shown);
  });

  it('allows deleting characters from the end', () => {
    let text = '12/31/2026 12:00';
    while (text !== '') {
      const shorter = text.slice(0, -1);
      expect(formatDateTimeInput(shorter)).toBe(shorter);
      text = shorter;
    }
  });

  it('is stored as ISO 8601 UTC and shown as typed', () => {
    expect(dateTimeValue('12/31/2026 12:00')).toBe(NOON);
    expect(dateTimeText(NOON)).toBe('12/31/2026 12:00');
  });

  it('is null when empty', () => {
    expect(dateTimeValue(' ')).toBeNull();
    expect(dateTimeText(null)).toBe('');
  });

  it.each(['12/31/2026', '12/31/2026 25:00', '02/30/2026 10:00', '12'])(
    'keeps invalid text as typed: %s',
    (text) => {
      expect(dateTimeValue(text)).toBe(text);
      expect(dateTimeText(text)).toBe(text);
    },
  );

  it('keeps the time when a day is picked, or uses the end of the day', () => {
    expect(dateTimeText(withDay(NOON, '2027-01-05'))).toBe('01/05/2027 12:00');
    expect(dateTimeText(withDay(null, '2027-01-05'))).toBe('01/05/2027 23:59');
    expect(dayOf(NOON)).toBe('2026-12-31');
    expect(dayOf('12/3')).toBe('');
  });
});
