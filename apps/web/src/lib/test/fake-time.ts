import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Uses fake time in the surrounding tests. Time advances only in `findBy` and `waitFor` (50 ms per check) and in
 * `pass`. Every test starts at `now`.
 */
export function withFakeTime(now: string): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(now) });
    // Testing Library advances fake timers through this global.
    vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
  });
  afterEach(() => void vi.useRealTimers());
}

/** Advances time by some milliseconds. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
