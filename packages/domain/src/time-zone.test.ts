import { describe, expect, it } from 'vitest';
import { currentZoneName, timeZones } from './time-zone.ts';

describe('the current name of a time zone', () => {
  it.each([
    ['America/New_York', 'America/New_York'],
    ['America/Indiana/Indianapolis', 'America/Indiana/Indianapolis'],
    ['America/Indianapolis', 'America/Indiana/Indianapolis'],
    ['US/East-Indiana', 'America/Indiana/Indianapolis'],
    ['America/Kentucky/Louisville', 'America/Kentucky/Louisville'],
    ['America/Louisville', 'America/Kentucky/Louisville'],
    ['US/Eastern', 'America/New_York'],
    ['america/chicago', 'America/Chicago'],
    ['UTC', 'UTC'],
    ['Etc/UTC', 'UTC'],
  ])('%s is %s', (text, name) => {
    expect(currentZoneName(text)).toBe(name);
  });

  it.each(['', '+05:00', '-0500', 'Mars/Olympus', 'New York'])('“%s” is no time zone', (text) => {
    expect(currentZoneName(text)).toBeUndefined();
  });

  it('is the same for a zone and for its current name', () => {
    expect(timeZones().map((zone) => currentZoneName(zone))).toEqual(timeZones());
  });
});
