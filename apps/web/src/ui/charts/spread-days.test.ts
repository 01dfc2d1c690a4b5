import { describe, expect, it } from 'vitest';
import { spreadDays } from './spread-days.ts';

const DAY = 86_400_000;

describe('places on a time axis', () => {
  it('are the moments, in proportion', () => {
    const points = [0, 1, 40].map((day) => ({ at: day * DAY, day: String(day) }));
    expect(spreadDays(points)).toEqual([0, DAY, 40 * DAY]);
  });

  it('of one day are apart', () => {
    const points = [
      { at: 0, day: 'a' },
      { at: 40 * DAY, day: 'b' },
      { at: 40 * DAY + 60_000, day: 'b' },
      { at: 40 * DAY + 60_000, day: 'b' },
      { at: 80 * DAY, day: 'c' },
    ];
    expect(spreadDays(points)).toEqual([0, 40 * DAY, 42 * DAY, 44 * DAY, 80 * DAY]);
  });

  it('keep their order when all are of one moment', () => {
    const places = spreadDays([0, 0, 0].map((at) => ({ at, day: 'a' })));
    expect(new Set(places).size).toBe(3);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
