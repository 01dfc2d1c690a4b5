import { expect, it } from 'vitest';
import { newerMinor } from './server-version.ts';

it('knows the newest minor version of each supported major version', () => {
  expect(newerMinor({ major: 18, minor: 4 })).toBe('18.7');
  expect(newerMinor({ major: 15, minor: 18 })).toBe('15.20');
});

it('does not warn about the newest, newer and unknown versions', () => {
  expect(newerMinor({ major: 18, minor: 7 })).toBeUndefined();
  expect(newerMinor({ major: 18, minor: 8 })).toBeUndefined();
  expect(newerMinor({ major: 19, minor: 0 })).toBeUndefined();
});
