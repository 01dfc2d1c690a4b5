import { describe, expect, it } from 'vitest';
import { Slots } from './slots.ts';

const turn = () => new Promise((resolve) => void setImmediate(resolve));

describe('slots', () => {
  it('run no more than the most at a time, in order, and refuse what is too many', async () => {
    const slots = new Slots(2, 3);
    const started: number[] = [];
    const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    const runs = ends.map(({ promise }, index) =>
      slots.run(async () => {
        started.push(index);
        await promise;
        return index;
      }),
    );
    await expect(slots.run(async () => 0)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(started).toEqual([0, 1]);
    ends[1]?.resolve();
    await turn();
    expect(started).toEqual([0, 1, 2]);
    for (const { resolve } of ends) resolve();
    expect(await Promise.all(runs)).toEqual([0, 1, 2, 3, 4]);
    expect(started).toEqual([0, 1, 2, 3, 4]);
    expect(slots.isIdle).toBe(true);
  });

  it('are free again after work that failed', async () => {
    const slots = new Slots(1, 1);
    const failing = slots.run(() => Promise.reject(new Error('no')));
    const waiting = slots.run(async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    expect(await waiting).toBe('yes');
    expect(slots.isIdle).toBe(true);
  });
});
