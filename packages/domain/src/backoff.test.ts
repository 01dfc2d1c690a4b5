import { describe, expect, it } from 'vitest';

import {
  HUB_MAX_RETRIES,
  hubRetryDelay,
  LOGIN_FAILURES_BEFORE_DELAY,
  LOGIN_WINDOW_MINUTES,
  loginDelaySeconds,
} from './backoff.ts';

describe('live connection retries', () => {
  it('waits 1, 2, 4, 8 and 16 seconds, then gives up', () => {
    expect(HUB_MAX_RETRIES).toBe(5);
    expect([0, 1, 2, 3, 4, 5, 6, 100].map((attempt) => hubRetryDelay(attempt))).toEqual([
      1000,
      2000,
      4000,
      8000,
      16_000,
      null,
      null,
      null,
    ]);
  });
});

describe('sign-in failures', () => {
  it('delay sign-in after five within 15 minutes', () => {
    expect([LOGIN_FAILURES_BEFORE_DELAY, LOGIN_WINDOW_MINUTES]).toEqual([5, 15]);
    expect([0, 1, 4].map((failures) => loginDelaySeconds(failures))).toEqual([0, 0, 0]);
  });

  it('double the delay from 30 seconds up to 15 minutes', () => {
    expect([5, 6, 7, 8, 9, 10, 11, 5000].map((failures) => loginDelaySeconds(failures))).toEqual([
      30, 60, 120, 240, 480, 900, 900, 900,
    ]);
  });
});
