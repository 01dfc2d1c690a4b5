import { expect, it } from 'vitest';
import { createRefresher } from './refresher.ts';

it('schedules exactly one more run for calls during a run', async () => {
  const finish: (() => void)[] = [];
  const refresh = createRefresher(() => new Promise<void>((resolve) => finish.push(resolve)));
  const first = refresh();
  const second = refresh();
  const third = refresh();
  expect(finish).toHaveLength(1);
  finish[0]?.();
  await first;
  await Promise.resolve();
  expect(finish).toHaveLength(2);
  finish[1]?.();
  await Promise.all([second, third]);
  expect(finish).toHaveLength(2);
});

it('runs again after a failed run', async () => {
  let runs = 0;
  const refresh = createRefresher(async () => {
    runs += 1;
    if (runs === 1) throw new Error('first');
  });
  const first = refresh();
  const second = refresh();
  await expect(first).rejects.toThrow('first');
  await expect(second).resolves.toBeUndefined();
});
