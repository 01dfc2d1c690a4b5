import { expect, it } from 'vitest';
import { ACTIVITY_EVENTS } from './activity-event.ts';
import { MAX_ATTEMPTS, retryDelay } from './webhook.ts';

const seconds = (attempts: number, random = 0, retryAfter?: number) => {
  const delay = retryDelay(attempts, { random, retryAfter });
  return delay === undefined ? undefined : delay / 1000;
};

it('tries again after 5 s, 30 s, 2 min, 10 min, 1 h, 4 h, 12 h and 24 h, then no more', () => {
  const delays = Array.from({ length: MAX_ATTEMPTS }, (_, index) => seconds(index + 1));
  expect(delays).toEqual([5, 30, 120, 600, 3600, 14_400, 43_200, 86_400, undefined]);
});

it('adds up to a fifth', () => expect(seconds(1, 1)).toBe(6));

it('waits as long as the receiver asks, up to a day, but not less than planned', () => {
  expect(seconds(1, 0, 60_000)).toBe(60);
  expect(seconds(1, 0, 1000)).toBe(5);
  expect(seconds(1, 0, 10 ** 12)).toBe(86_400);
  expect(seconds(MAX_ATTEMPTS, 0, 60_000)).toBeUndefined();
});

it('names each event once, as noun and verb', () => {
  expect(new Set(ACTIVITY_EVENTS).size).toBe(ACTIVITY_EVENTS.length);
  for (const event of ACTIVITY_EVENTS) expect(event).toMatch(/^[a-z]+(?:_[a-z]+)*\.[a-z]+(?:_[a-z]+)*$/);
});
