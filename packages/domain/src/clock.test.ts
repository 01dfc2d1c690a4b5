import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CLOCKS,
  formatActivityTime,
  formatDateTime,
  formatDateTimeZone,
  formatFileTime,
  formatTime,
  formatTimeOfDay,
  formatTimestamp,
  momentProblem,
  momentsOf,
  parseTimeOfDay,
  splitZone,
  zoneAbbreviation,
} from './clock.ts';

const ZONE = 'America/New_York';
const TWELVE = { timeZone: ZONE, clock: '12' } as const;
const TWENTY_FOUR = { timeZone: ZONE, clock: '24' } as const;

describe('date and time', () => {
  it.each([
    ['2026-01-05T05:00:00Z', '01/05/2026 12:00 AM', '01/05/2026 00:00'],
    ['2026-01-05T04:59:59Z', '01/04/2026 11:59 PM', '01/04/2026 23:59'],
    ['2026-07-05T16:04:00Z', '07/05/2026 12:04 PM', '07/05/2026 12:04'],
    ['2026-07-05T12:04:00Z', '07/05/2026 8:04 AM', '07/05/2026 08:04'],
  ])('%s is "%s" or "%s"', (instant, twelve, twentyFour) => {
    expect(formatDateTime(instant, TWELVE)).toBe(twelve);
    expect(formatDateTime(new Date(instant), TWENTY_FOUR)).toBe(twentyFour);
  });

  it('names the time zone where it is required', () => {
    expect(formatDateTimeZone('2026-07-05T16:04:00Z', TWELVE)).toBe('07/05/2026 12:04 PM EDT');
    expect(formatDateTimeZone('2026-11-01T06:30:00Z', TWELVE)).toBe('11/01/2026 1:30 AM EST');
  });

  it('agrees with UTC for every instant', () => {
    const moments = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2199-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(formatTime(moment, { timeZone: 'UTC', clock: '24' }, true)).toBe(
          moment.toISOString().slice(11, 19),
        );
      }),
    );
  });
});

describe('the hour that the end of daylight saving repeats', () => {
  it.each([
    ['2026-11-01T04:59:59Z', '12:59 AM'],
    ['2026-11-01T05:00:00Z', '1:00 AM EDT'],
    ['2026-11-01T05:30:00Z', '1:30 AM EDT'],
    ['2026-11-01T06:30:00Z', '1:30 AM EST'],
    ['2026-11-01T06:59:59Z', '1:59 AM EST'],
    ['2026-11-01T07:00:00Z', '2:00 AM'],
    ['2026-03-08T06:59:00Z', '1:59 AM'],
    ['2026-03-08T07:00:00Z', '3:00 AM'],
  ])('%s is %s', (instant, text) => {
    expect(formatTime(instant, TWELVE)).toBe(text);
  });

  it('is marked in every format that is read on a screen', () => {
    const instant = '2026-11-01T05:30:07Z';
    expect(formatTime(instant, TWENTY_FOUR, true)).toBe('01:30:07 EDT');
    expect(formatActivityTime(instant, ZONE)).toBe('Nov 1, 1:30 AM EDT');
    expect(formatTimestamp(instant, ZONE)).toBe('11/01/2026 01:30:07 EDT');
    expect(formatFileTime(instant, ZONE)).toBe('11/01/2026 01:30');
  });

  it('is half an hour on Lord Howe Island, and does not exist without daylight saving', () => {
    const island = { timeZone: 'Australia/Lord_Howe', clock: '24' } as const;
    expect(formatTime('2026-04-04T14:45:00Z', island)).toMatch(/^01:45 /);
    expect(formatTime('2026-04-04T15:10:00Z', island)).toMatch(/^01:40 /);
    expect(formatTime('2026-04-04T15:40:00Z', island)).toBe('02:10');
    expect(formatTime('2026-11-01T08:30:00Z', { timeZone: 'America/Phoenix', clock: '24' })).toBe('01:30');
  });
});

describe('a typed time on a day with a clock change', () => {
  it('means no moment, one, or two, and the zone chooses', () => {
    expect(momentsOf('2026-03-08', '02:30', ZONE)).toEqual([]);
    expect(momentsOf('2026-03-08', '03:30', ZONE)).toHaveLength(1);
    const both = momentsOf('2026-11-01', '01:30', ZONE);
    expect(both).toHaveLength(2);
    expect(momentsOf('2026-11-01', '01:30 EDT', ZONE)).toEqual(both.slice(0, 1));
    expect(momentsOf('2026-11-01', '01:30 EST', ZONE)).toEqual(both.slice(1));
    expect(momentsOf('2026-10-25', '01:30', 'Europe/London')).toHaveLength(2);
  });

  it('says what is wrong in words', () => {
    expect(momentProblem('2026-11-02', '01:30', TWELVE)).toBeNull();
    expect(momentProblem('2026-03-08', '02:30', TWENTY_FOUR)).toBe(
      '02:30 does not exist on 03/08/2026, because the clock is set forward. Enter another time.',
    );
    expect(momentProblem('2026-10-25', '01:30', { timeZone: 'Europe/London', clock: '24' })).toBe(
      '01:30 occurs twice on 10/25/2026, because the clock is set back. Enter 01:30 GMT+1 or 01:30 GMT.',
    );
  });

  it.each([
    ['01:30 EST', '01:30', 'EST'],
    ['1:30 AM est', '1:30 AM', 'EST'],
    ['1:30 AM GMT+1', '1:30 AM', 'GMT+1'],
    ['1:30 AM', '1:30 AM', ''],
    ['1:30 p', '1:30 p', ''],
    ['01:30', '01:30', ''],
  ])('splits %s', (text, time, zone) => {
    expect(splitZone(text)).toEqual({ time, zone });
  });
});

describe('activity time', () => {
  it.each([
    ['2026-01-05T15:04:00Z', 'Jan 5, 3:04 PM'],
    ['2026-01-05T00:04:00Z', 'Jan 5, 12:04 AM'],
    ['2026-12-31T12:00:00Z', 'Dec 31, 12:00 PM'],
  ])('%s is "%s" in UTC', (instant, shown) => {
    expect(formatActivityTime(instant, 'UTC')).toBe(shown);
  });
});

describe('audit log timestamps', () => {
  it.each([
    ['2026-01-05T05:00:07Z', '01/05/2026 00:00:07', 'EST'],
    ['2026-07-05T16:04:09.999Z', '07/05/2026 12:04:09', 'EDT'],
  ])('formats %s as MM/dd/yyyy HH:mm:ss with the zone’s abbreviation', (instant, text, zone) => {
    expect(formatTimestamp(instant, ZONE)).toBe(text);
    expect(zoneAbbreviation(instant, ZONE)).toBe(zone);
  });
});

describe('time of day', () => {
  it('reads what it shows, for every minute and clock', () => {
    const time = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    fc.assert(
      fc.property(time, fc.constantFrom(...CLOCKS), (text, clock) => {
        expect(parseTimeOfDay(formatTimeOfDay(text, clock), clock)).toBe(text);
      }),
    );
  });

  it.each([
    ['8:30 AM', '08:30'],
    ['08:30 pm', '20:30'],
    ['12:00 AM', '00:00'],
    ['12:15PM', '12:15'],
    ['8:30 P', null],
    ['13:00', '13:00'],
    ['00:30', '00:30'],
    ['08:30', null],
    ['12:59', null],
    ['13:00 PM', null],
    ['8', null],
    ['', null],
  ])('on the 12-hour clock, "%s" is %s', (typed, read) => {
    expect(parseTimeOfDay(typed, '12')).toBe(read);
  });

  it('may be typed with AM or PM on the 24-hour clock, too', () => {
    expect(parseTimeOfDay('08:30', '24')).toBe('08:30');
    expect(parseTimeOfDay('8:30 PM', '24')).toBe('20:30');
    expect(parseTimeOfDay('24:00', '24')).toBeNull();
  });

  it('leaves other text unchanged', () => {
    expect(formatTimeOfDay('25:00', '12')).toBe('25:00');
  });
});
