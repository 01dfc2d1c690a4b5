import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayOfWeek, daysBetween, mondayOf, startOfDay, zonedMoment } from './calendar.ts';
import { dateIn } from './date.ts';

const ZONES = ['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Havana'];
const anyDay = fc.integer({ min: 0, max: 5843 }).map((days) => addDays('2020-01-01', days));
const iso = (ms: number) => new Date(ms).toISOString();

describe('calendar days', () => {
  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2024-02-29', 1, '2024-03-01'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2000-02-29', 366, '2001-03-01'],
  ])('%s plus %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
    expect(daysBetween(date, expected)).toBe(days);
  });

  it.each([
    ['2026-02-11', -12, '2025-02-11'],
    ['2024-02-29', -12, '2023-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-31', -1, '2025-12-31'],
    ['2026-10-31', 4, '2027-02-28'],
    ['2026-11-28', 0, '2026-11-28'],
  ])('%s and %i months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  it('starts weeks on Monday, and numbers days from Sunday as 0', () => {
    expect(dayOfWeek('2026-11-22')).toBe(0);
    expect(['2026-11-16', '2026-11-21', '2026-11-22'].map(mondayOf)).toEqual(Array(3).fill('2026-11-16'));
    expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  });

  it('finds the Monday at or before a day, at most six days earlier', () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        expect(dayOfWeek(mondayOf(date))).toBe(1);
        expect(daysBetween(mondayOf(date), date)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(mondayOf(date), date)).toBeLessThan(7);
      }),
    );
  });
});

describe('local times in a time zone', () => {
  it.each([
    ['an ordinary day', 'America/New_York', '2026-11-18', '08:30', '2026-11-18T13:30:00.000Z'],
    ['a time that is skipped', 'America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['a time that comes twice', 'America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['a midnight that is skipped', 'America/Havana', '2026-03-08', '00:00', '2026-03-08T05:00:00.000Z'],
    ['half hours', 'Asia/Kolkata', '2026-03-08', '00:00', '2026-03-07T18:30:00.000Z'],
  ])('%s', (_what, zone, date, time, expected) => {
    expect(iso(zonedMoment(zone, date, time))).toBe(expected);
  });

  it.each(ZONES)('covers 2020 to 2035 in %s without a gap between days', (zone) => {
    const days = Array.from({ length: 5844 }, (_, index) => addDays('2020-01-01', index));
    const starts = days.map((day) => startOfDay(zone, day));
    const unusual = days.filter((_day, index) => {
      const length =
        ((starts[index + 1] ?? startOfDay(zone, '2036-01-01')) - (starts[index] ?? 0)) / 3_600_000;
      return length < 23 || length > 25;
    });
    expect(unusual).toEqual([]);
    const shown = days.filter((day, index) => {
      const start = starts[index] ?? 0;
      return dateIn(zone, new Date(start)) !== day || dateIn(zone, new Date(start - 1000)) === day;
    });
    expect(shown).toEqual([]);
  });
});
