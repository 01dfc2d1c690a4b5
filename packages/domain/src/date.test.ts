import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  ageOn,
  compareDateOnly,
  dateIn,
  fileDate,
  fileTimestamp,
  formatDateUs,
  instantMs,
  isDateOnly,
  parseUsDate,
  todayIn,
  zonedParts,
} from './date.ts';

const anyDay = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function inNewYork(instant: string): string {
  const { hour, minute } = zonedParts(instant, 'America/New_York');
  return `${hour}:${minute}`;
}

describe('date-only values', () => {
  it.each(['2026-01-05', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(isDateOnly(text)).toBe(true);
  });

  it.each([
    '',
    '2026-1-5',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-02-29',
    '1900-02-29',
    '2026-01-00',

    '0000-01-01',
    '01/05/2026',
    '2026-01-05T00:00:00Z',
    ' 2026-01-05',
    '20260105',
    '2026-01-05\n',
    '+2026-01-05',
  ])('refuses %j', (text) => {
    expect(isDateOnly(text)).toBe(false);
  });

  it('compare in calendar order', () => {
    expect(compareDateOnly('2026-01-05', '2026-01-05')).toBe(0);
    expect(compareDateOnly('2025-12-31', '2026-01-01')).toBe(-1);
    expect(compareDateOnly('2026-10-01', '2026-09-30')).toBe(1);
  });
});

describe('US dates', () => {
  it.each([
    ['1/5/2026', '2026-01-05'],
    ['01/05/2026', '2026-01-05'],
    ['01-05-2026', '2026-01-05'],
    ['1-5-2026', '2026-01-05'],
    [' 12/31/1999 ', '1999-12-31'],
    ['2/29/2024', '2024-02-29'],
  ])('%s is %s', (text, date) => {
    expect(parseUsDate(text)).toBe(date);
  });

  it.each([
    '',
    '1/5/26',
    '13/1/2026',
    '0/1/2026',
    '1/32/2026',
    '2/29/2026',
    '1/5-2026',
    '2026-01-05',
    '1/5',
    '1.5.2026',
    '001/05/2026',
    '1/5/20260',
    'Jan 5, 2026',
    '1/5/0000',
  ])('refuses %j as a US date', (text) => {
    expect(parseUsDate(text)).toBeNull();
  });

  it('shows dates as MM/DD/YYYY, and "N/A" when empty', () => {
    expect(formatDateUs('2026-01-05')).toBe('01/05/2026');
    expect([formatDateUs(null), formatDateUs(undefined), formatDateUs('')]).toEqual(['N/A', 'N/A', 'N/A']);
    expect(formatDateUs('unknown')).toBe('unknown');
  });

  it('parses every displayed date back', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(isDateOnly(day)).toBe(true);
        expect(parseUsDate(formatDateUs(day))).toBe(day);
      }),
    );
  });
});

describe('age', () => {
  it.each([
    ['1980-06-15', '2026-06-14', 45],
    ['1980-06-15', '2026-06-15', 46],
    ['1980-06-15', '2026-12-31', 46],
    ['2026-03-10', '2026-03-10', 0],
    ['1926-03-10', '2026-03-10', 100],
    ['2025-12-31', '2026-01-01', 0],
  ])('born %s, on %s: %i', (dateOfBirth, today, age) => {
    expect(ageOn(dateOfBirth, today)).toBe(age);
  });

  it.each([
    ['2025-02-28', 0],
    ['2025-03-01', 1],
    ['2028-02-28', 3],
    ['2028-02-29', 4],
  ])('born on 2024-02-29, on %s: %i', (today, age) => {
    expect(ageOn('2024-02-29', today)).toBe(age);
  });

  it('is unknown for future and invalid dates of birth', () => {
    expect(ageOn('2026-03-11', '2026-03-10')).toBeNull();
    expect(ageOn('', '2026-03-10')).toBeNull();
    expect(ageOn('1980-06-15', 'today')).toBeNull();
  });

  it('grows by one a year and never goes back', () => {
    fc.assert(
      fc.property(anyDay, anyDay, anyDay, (...days) => {
        const [born = '', earlier = '', later = ''] = days.toSorted(compareDateOnly);
        expect(ageOn(born, later) ?? -1).toBeGreaterThanOrEqual(ageOn(born, earlier) ?? 0);
      }),
    );
  });
});

describe('instants', () => {
  it('are parsed from Date objects and ISO text with an offset', () => {
    expect(instantMs(new Date(5))).toBe(5);
    expect(instantMs('1970-01-01T00:00:01Z')).toBe(1000);
    expect(instantMs('1970-01-01T01:00:00.500+01:00')).toBe(500);
  });

  it.each(['', '2026-01-05', '2026-01-05T10:00:00', 'soon', '2026-99-05T10:00:00Z'])(
    'refuses %j, which a time zone could shift',
    (text) => {
      expect(() => instantMs(text)).toThrow(RangeError);
    },
  );

  it('refuses an invalid Date', () => {
    expect(() => instantMs(new Date(Number.NaN))).toThrow(RangeError);
  });
});

describe('time zones', () => {
  it('uses the practice’s time zone to decide what today is', () => {
    const now = new Date('2026-03-10T03:30:00Z');
    expect(todayIn('UTC', now)).toBe('2026-03-10');
    expect(todayIn('America/New_York', now)).toBe('2026-03-09');
    expect(todayIn('Pacific/Kiritimati', now)).toBe('2026-03-10');
    expect(dateIn('Pacific/Honolulu', '2026-01-01T09:59:59Z')).toBe('2025-12-31');
  });

  it('follows clock changes', () => {
    expect(inNewYork('2026-03-08T06:59:00Z')).toBe('1:59');
    expect(inNewYork('2026-03-08T07:00:00Z')).toBe('3:0');
    expect(inNewYork('2026-11-01T05:30:00Z')).toBe('1:30');
    expect(inNewYork('2026-11-01T06:30:00Z')).toBe('1:30');
  });

  it('splits an instant into numbers on the 24-hour clock', () => {
    expect(zonedParts('2026-01-05T00:00:07Z', 'UTC')).toEqual({
      year: 2026,
      month: 1,
      day: 5,
      hour: 0,
      minute: 0,
      second: 7,
    });
    expect(() => zonedParts('2026-01-05T00:00:07Z', 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('names of saved files', () => {
  it('use YYYY-MM-DD for {date} and YYYYMMDD-HHmmss for {timestamp}, in the practice’s zone', () => {
    const now = new Date('2026-03-10T03:05:09Z');
    expect([fileDate(now, 'America/New_York'), fileDate(now, 'UTC')]).toEqual(['2026-03-09', '2026-03-10']);
    expect(fileTimestamp(now, 'America/New_York')).toBe('20260309-230509');
    expect(fileTimestamp(now, 'UTC')).toBe('20260310-030509');
    expect(fileTimestamp('2026-01-05T05:00:00Z', 'America/New_York')).toBe('20260105-000000');
  });

  it('sort later files after earlier ones', () => {
    const moments = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2199-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, moments, (a, b) => {
        const [earlier, later] = a <= b ? [a, b] : [b, a];
        expect(fileTimestamp(earlier, 'UTC') <= fileTimestamp(later, 'UTC')).toBe(true);
        expect(fileTimestamp(a, 'UTC')).toMatch(/^\d{8}-\d{6}$/);
      }),
    );
  });
});
