import { expect, it } from 'vitest';
import { SharedClock } from './clock.ts';

/** A computer's clock, which a test sets, in seconds. */
class HandClock {
  seconds = 1_000;
  now(): Date {
    return new Date(this.seconds * 1000);
  }
}

it('shows the shared time, and runs with the computer’s clock until the next reading', async () => {
  const local = new HandClock();
  const clock = new SharedClock(local);
  const seconds = () => clock.now().getTime() / 1000;
  expect(seconds()).toBe(1_000);
  expect(await clock.read(async () => new Date(1_300_000))).toEqual(new Date(1_300_000));
  expect([seconds(), clock.aheadMs]).toEqual([1_300, 300_000]);
  local.seconds += 10;
  expect(seconds()).toBe(1_310);
  // The computer's clock is corrected.
  local.seconds += 300;
  await clock.read(async () => new Date(1_311_000));
  expect([seconds(), clock.aheadMs]).toEqual([1_311, 1_000]);
});

it('a slow answer changes the difference only as far as it proves', async () => {
  const local = new HandClock();
  const clock = new SharedClock(local);
  const slow = (time: number) => async () => {
    local.seconds += 20;
    return new Date(time * 1000);
  };
  // Asked at 1000 and answered at 1020: no difference is possible.
  await clock.read(slow(1_015));
  expect(clock.aheadMs).toBe(0);
  // Asked at 1020 and answered at 1040: 60 to 80 seconds.
  await clock.read(slow(1_100));
  expect(clock.aheadMs).toBe(60_000);
});
