import { describe, expect, it } from 'vitest';
import { judgeClock, type ClockRecord } from './clock-trust.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = new Date('2026-11-21T15:00:00Z');
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const trusted = (trustedAt: Date | null): ClockRecord => ({
  trustedAt,
  doubtedSince: null,
  doubtedAt: null,
  problem: null,
});

/** The record after the clock has shown these times, in days from NOW. */
const seen = (...days: number[]) =>
  days.reduce((record, day) => judgeClock(record, later(day)), trusted(NOW));

describe('the clock', () => {
  it('is trusted at first, and as long as it continues', () => {
    expect(judgeClock(trusted(null), NOW)).toEqual(trusted(NOW));
    expect(seen(0.1, 1, 7.9)).toEqual(trusted(later(7.9)));
  });

  it('may be set back a little, which does not move the trusted time', () => {
    expect(seen(-0.003)).toEqual(trusted(NOW));
  });

  it('is in doubt after it went forward by more than a week, until it is right again', () => {
    expect(seen(400)).toEqual({
      trustedAt: NOW,
      doubtedSince: later(400),
      doubtedAt: later(400),
      problem:
        'The clock went forward by 400 days: the portal last ran at 2026-11-21 15:00 UTC, and now it is 2027-12-26 15:00 UTC. ' +
        'If that is wrong, correct the clock. If it is right, it is accepted after a day. Until then, nothing is removed because of its age.',
    });
    expect(seen(400, 400.1, 0.2)).toEqual(trusted(later(0.2)));
  });

  it('is in doubt after it went back', () => {
    expect(seen(-3).problem).toContain('The clock went back by 3 days');
    expect(seen(-3, 0.1)).toEqual(trusted(later(0.1)));
  });

  it('is accepted after it has kept the new time for a day', () => {
    expect(seen(400, 400.5, 400.99).problem).not.toBeNull();
    expect(seen(400, 400.5, 401)).toEqual(trusted(later(401)));
    expect(seen(-30, -29)).toEqual(trusted(later(-29)));
  });

  it('begins a new day of doubt with another jump', () => {
    expect(seen(400, 800, 800.9)).toMatchObject({ doubtedSince: later(800) });
  });

  it('must agree with other clocks', () => {
    const record = judgeClock(trusted(NOW), later(0.01), [{ name: 'the database', time: later(2) }]);
    expect(record).toEqual({
      ...trusted(NOW),
      problem:
        'The clock of this computer is 48 hours behind that of the database. Correct the wrong one. Until then, nothing is removed because of its age.',
    });
    expect(judgeClock(record, later(0.02), [{ name: 'the database', time: later(0.021) }])).toEqual(
      trusted(later(0.02)),
    );
  });
});
