import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/**
 * In the tests around it time passes only in `findBy` and `waitFor`, 50 milliseconds at each look, and in `pass`. Every test begins
 * at `now`.
 */
export function withFakeTime(now: string): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(now) });
    // What Testing Library lets faked time pass by.
    vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
  });
  afterEach(() => void vi.useRealTimers());
}

/** Lets milliseconds pass. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
