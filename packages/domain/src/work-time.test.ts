import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, startOfDay } from './calendar.ts';
import { dateIn } from './date.ts';
import type { CardMoments } from './timecard.ts';
import {
  countedTime,
  dayBounds,
  formatHours,
  lunchSeconds,
  parseHours,
  secondsPerDay,
  workedSeconds,
  workTime,
} from './work-time.ts';

const NEW_YORK = 'America/New_York';
const ZONES = [NEW_YORK, 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Havana'];
const HOUR = 3600;
const card = (
  clockInTime: string,
  clockOutTime: string | null,
  lunch: (string | null)[] = [],
): CardMoments => ({
  clockInTime,
  clockOutTime,
  lunchStartTime: lunch[0] ?? null,
  lunchEndTime: lunch[1] ?? null,
});
const NOW = '2026-11-18T20:00:00Z';

describe('elapsed time, lunch excluded, in seconds', () => {
  it.each([
    ['a day', card('2026-11-18T13:00:00Z', '2026-11-18T21:30:00Z'), 8.5 * HOUR, 0],
    [
      'a day with lunch',
      card('2026-11-18T13:00:00Z', '2026-11-18T21:30:00Z', ['2026-11-18T17:00:00Z', '2026-11-18T17:30:00Z']),
      8 * HOUR,
      HOUR / 2,
    ],
    ['an open card runs until now', card('2026-11-18T13:00:00Z', null), 7 * HOUR, 0],
    [
      'an open lunch runs until now',
      card('2026-11-18T13:00:00Z', null, ['2026-11-18T19:45:00Z']),
      6.75 * HOUR,
      HOUR / 4,
    ],
    [
      'fractions of seconds are truncated',
      card('2026-11-18T13:00:00.900Z', '2026-11-18T13:00:02.100Z'),
      2,
      0,
    ],
    ['a clock that was set back', card('2026-11-18T20:00:05Z', null), 0, 0],
    [
      'the night clocks go forward: 22:00 to 06:00 is 7 h',
      card('2026-03-08T03:00:00Z', '2026-03-08T10:00:00Z'),
      7 * HOUR,
      0,
    ],
    [
      'the night clocks go back: 22:00 to 06:00 is 9 h',
      card('2026-11-01T02:00:00Z', '2026-11-01T11:00:00Z'),
      9 * HOUR,
      0,
    ],
  ])('%s', (_what, moments, worked, lunch) => {
    const work = workTime(moments, NOW);
    expect([workedSeconds(work), lunchSeconds(work)]).toEqual([worked, lunch]);
  });
});

describe('work over midnight', () => {
  it('is split between the days', () => {
    const work = workTime(
      card('2026-11-21T03:00:00Z', '2026-11-21T11:00:00Z', ['2026-11-21T04:45:00Z', '2026-11-21T05:15:00Z']),
      NOW,
    );
    expect(
      secondsPerDay(
        work,
        dayBounds(() => NEW_YORK, '2026-11-20', 2),
      ),
    ).toEqual([1.75 * HOUR, 5.75 * HOUR]);
  });

  it('includes a leap day', () => {
    const work = workTime(card('2028-02-29T03:00:00Z', '2028-03-01T07:00:00Z'), NOW);
    expect(
      secondsPerDay(
        work,
        dayBounds(() => NEW_YORK, '2028-02-28', 3),
      ),
    ).toEqual([2 * HOUR, 24 * HOUR, 2 * HOUR]);
  });

  // If these zones change their clocks, they do so on Sundays in spring and fall.
  const sundays = Array.from({ length: 16 * 53 }, (_, week) => addDays('2020-01-05', 7 * week)).filter(
    (day) => ['03', '04', '09', '10', '11'].includes(day.slice(5, 7)),
  );
  const changes = ZONES.flatMap((zone) =>
    sundays
      .filter((day) => startOfDay(zone, addDays(day, 1)) - startOfDay(zone, day) !== 86_400_000)
      .map((day) => ({ zone, day })),
  );
  const dayOfChange = fc.constantFrom(...changes, { zone: 'Asia/Kolkata', day: '2028-02-29' });
  const stretch = fc
    .tuple(fc.integer({ min: -30, max: 26 }), fc.integer({ min: 0, max: 40 * HOUR }), fc.nat(), fc.nat())
    .map(([hour, length, lunchAt, lunchLength]) => {
      const lunchStart = lunchAt % (length + 1);
      return {
        from: hour * HOUR + 17,
        length,
        lunchStart,
        lunchEnd: lunchStart + (lunchLength % (length - lunchStart + 1)),
      };
    });

  it('neither loses nor repeats a second at any clock change from 2020 to 2035', () => {
    fc.assert(
      fc.property(
        dayOfChange,
        stretch,
        fc.boolean(),
        ({ zone, day }, { from, length, lunchStart, lunchEnd }, hasLunch) => {
          const start = startOfDay(zone, day) / 1000 + from;
          const at = (second: number) => new Date((start + second) * 1000);
          const work = workTime(
            {
              clockInTime: at(0),
              clockOutTime: at(length),
              lunchStartTime: hasLunch ? at(lunchStart) : null,
              lunchEndTime: hasLunch ? at(lunchEnd) : null,
            },
            at(length),
          );
          const first = addDays(day, -3);
          const bounds = dayBounds(() => zone, first, 8);
          const parts = secondsPerDay(work, bounds);
          expect(parts.every((part) => part >= 0)).toBe(true);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(workedSeconds(work));
          expect(workedSeconds(work)).toBe(length - (hasLunch ? lunchEnd - lunchStart : 0));
          const worked = parts.flatMap((part, index) => (part > 0 ? [addDays(first, index)] : []));
          const [from0, last] = [dateIn(zone, at(0)), dateIn(zone, at(Math.max(0, length - 1)))];
          expect(worked.filter((date) => date < from0 || date > last)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** Hours of work and of lunch. */
function counted(moments: CardMoments, isConfirmed = false, now = NOW): [number, number] {
  const work = countedTime({ ...moments, isConfirmed }, now);
  return [workedSeconds(work) / HOUR, lunchSeconds(work) / HOUR];
}
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const shownMinutes = (seconds: number) => (parseHours(formatHours(seconds)) ?? Number.NaN) / 60;

describe('counted hours', () => {
  it('follow the displayed times, to the minute', () => {
    const moments = card('2026-11-18T13:00:55Z', '2026-11-18T21:30:05Z', [
      '2026-11-18T17:10:50Z',
      '2026-11-18T17:40:10Z',
    ]);
    expect(counted(moments)).toEqual([8, 0.5]);
    expect(counted(card('2026-11-18T19:00:59Z', null), false, '2026-11-18T20:00:00.999Z')).toEqual([1, 0]);
  });

  it.each([
    ['exactly 16 hours', card('2026-11-17T04:00:00Z', '2026-11-17T20:00:00Z'), false, 16],
    ['a second over', card('2026-11-17T04:00:00Z', '2026-11-17T20:00:01Z'), false, 16],
    ['a day', card('2026-11-17T04:00:00Z', '2026-11-18T04:00:00Z'), false, 16],
    ['a day, confirmed by a correction', card('2026-11-17T04:00:00Z', '2026-11-18T04:00:00Z'), true, 24],
    ['open for days', card('2026-11-10T04:00:00Z', null), false, 16],
  ])('of %s', (_what, moments, isConfirmed, hours) => {
    expect(counted(moments, isConfirmed)).toEqual([hours, 0]);
  });

  it('exclude lunch within the first 16 hours, but no later one', () => {
    const day = ['2026-11-17T04:00:00Z', '2026-11-18T04:00:00Z'] as const;
    expect(counted(card(...day, ['2026-11-17T12:00:00Z', '2026-11-17T12:30:00Z']))).toEqual([15.5, 0.5]);
    expect(counted(card(...day, ['2026-11-17T19:30:00Z', '2026-11-17T21:00:00Z']))).toEqual([15.5, 0.5]);
    expect(counted(card(...day, ['2026-11-17T22:00:00Z', '2026-11-17T22:30:00Z']))).toEqual([16, 0]);
  });

  it('add up as displayed: each timecard, day and total is in whole minutes', () => {
    const second = fc.integer({ min: 0, max: 7 * 24 * HOUR });
    const cards = fc.array(fc.tuple(second, second, second, second), { maxLength: 12 });
    fc.assert(
      fc.property(cards, fc.boolean(), (drawn, isConfirmed) => {
        const monday = startOfDay(NEW_YORK, '2026-10-26') / 1000;
        const at = (value: number) => new Date((monday + value) * 1000);
        const bounds = dayBounds(() => NEW_YORK, '2026-10-26', 8);
        const works = drawn.map((moments) => {
          const [from = 0, lunchFrom = 0, lunchTo = 0, to = 0] = moments.toSorted((a, b) => a - b);
          const times = { clockInTime: at(from), clockOutTime: at(to) };
          const lunch = { lunchStartTime: at(lunchFrom), lunchEndTime: at(lunchTo) };
          return countedTime({ ...times, ...lunch, isConfirmed }, at(to));
        });
        const ofCards = works.map((work) => shownMinutes(workedSeconds(work)));
        const perDay = bounds
          .slice(1)
          .map((end, day) => sum(works.map((work) => workedSeconds(work, bounds[day], end))));
        const ofDays = perDay.map(shownMinutes);
        expect(sum(ofDays)).toBe(sum(ofCards));
        expect(shownMinutes(sum(perDay))).toBe(sum(ofDays));
      }),
    );
  });
});

describe('total hours as seconds or hh:mm', () => {
  it.each([
    [0, '00:00'],
    [59, '00:00'],
    [30_600, '08:30'],
    [45 * HOUR + 61, '45:01'],
    [120 * HOUR, '120:00'],
  ])('%i seconds are %s', (seconds, text) => {
    expect(formatHours(seconds)).toBe(text);
    expect(parseHours(text)).toBe(seconds - (seconds % 60));
  });

  it('formats negative values with a sign from one minute on', () => {
    expect([-59, -60, -5400].map(formatHours)).toEqual(['00:00', '-00:01', '-01:30']);
  });

  it('parses zero, and hours with surrounding spaces', () => {
    expect([0, ' 01:30 '].map(parseHours)).toEqual([0, 5400]);
  });

  it('refuses anything else', () => {
    expect(['8.5', '8:5', '08:60', '', '-1:00', Number.NaN, -1, '1:00:00'].map(parseHours)).toEqual(
      Array(8).fill(null),
    );
    expect(parseHours(28_800.9)).toBe(28_800);
  });
});
