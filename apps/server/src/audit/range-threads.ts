import { Piscina } from 'piscina';
import type { ChainRange } from './read-range.ts';
import type { checkRange, ThreadData, ThreadDatabase } from './verify-thread.ts';

/** Number of threads, and of ranges to check at a time. */
export const THREADS = 2;

/** Opens worker threads that verify ranges of the log, so that the main thread can keep serving requests. */
export function openRangeThreads(
  key: Buffer,
  database: ThreadDatabase,
): Piscina<ChainRange, Awaited<ReturnType<typeof checkRange>>> {
  const workerData: ThreadData = { key: new Uint8Array(key), database };
  const threads = new Piscina({
    filename: new URL('./verify-thread.ts', import.meta.url).href,
    name: 'checkRange',
    minThreads: THREADS,
    maxThreads: THREADS,
    workerData,
    // Connections stay open between ranges, so the thread's event loop must run.
    atomics: 'disabled',
  });
  // Without a range to check, a thread that ends is replaced.
  threads.on('error', () => undefined);
  return threads;
}
