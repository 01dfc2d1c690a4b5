import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackgroundWork } from './background-work.ts';
import { CLAIMED, isAlive, whileAlive } from './signs-of-life.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('background work', () => {
  it('is aborted and waited for, also when it fails, and none begins afterwards', async () => {
    const work = new BackgroundWork();
    const { promise, resolve } = Promise.withResolvers<string>();
    const result = work.start(() => promise);
    const failing = work.start(async (closing) => {
      await new Promise((ended) => closing.addEventListener('abort', ended));
      throw new Error('stopped');
    });
    const closed = vi.fn<() => void>();
    const closing = work.close().then(closed);
    await expect(failing).rejects.toThrow('stopped');
    expect(closed).not.toHaveBeenCalled();
    resolve('done');
    expect(await result).toBe('done');
    await closing;
    expect(() => work.start(async () => undefined)).toThrow('The portal is closing');
  });

  it('is repeated after its delay, or at once when it is woken, also while it goes on, until the end', async () => {
    const work = new BackgroundWork();
    let runs = 0;
    let held = Promise.resolve();
    const wake = work.repeat(async () => {
      runs += 1;
      await held;
      return 1_000;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toBe(3);
    wake();
    wake();
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toBe(4);
    await work.close();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs).toBe(4);
  });
});

describe('work that one process does at a time', () => {
  it('gives signs of life, one at a time and also after one failed, until it ends', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const onFailure = vi.fn<(error: unknown) => void>();
    let saved = 0;
    const save = async () => {
      saved += 1;
      if (saved === 1) throw new Error('no database');
      await new Promise((ended) => setTimeout(ended, 12_000));
    };
    const result = whileAlive('patientImport', save, { onFailure, run: () => promise });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(onFailure.mock.calls).toEqual([[new Error('no database')]]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(saved).toBe(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(saved).toBe(3);
    resolve('done');
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await result).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has died when it was silent for long, or gave a sign of life in the future', () => {
    const now = new Date('2026-11-27T12:00:00Z');
    for (const work of ['auditCheck', 'backup', 'patientImport', 'codeFile'] as const) {
      const { everyMs, silentMs } = CLAIMED[work];
      const alive = (ago: number) => isAlive(work, new Date(now.getTime() - ago), now);
      // Several signs may be lost.
      expect(silentMs / everyMs).toBeGreaterThanOrEqual(4);
      expect([alive(0), alive(silentMs - 1), alive(silentMs), alive(-400 * 86_400_000)]).toEqual([
        true,
        true,
        false,
        false,
      ]);
    }
  });
});
