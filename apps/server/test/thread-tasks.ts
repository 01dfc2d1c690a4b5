import { threadId } from 'node:worker_threads';

// Functions that tests run in worker threads.

/** Returns the thread's id and its environment variables. */
export const describeThread = async (): Promise<{ threadId: number; env: object }> => ({
  threadId,
  env: { ...process.env },
});

/** Reports that it started, and blocks its thread until the other side sets the second number. */
export async function block(flags: Int32Array): Promise<void> {
  Atomics.store(flags, 0, 1);
  Atomics.notify(flags, 0);
  Atomics.wait(flags, 1, 0);
}

/** Throws an error that quotes its input. */
export async function fail(input: string): Promise<never> {
  throw new RangeError(`cannot draw ${input}`);
}

interface Link {
  readonly before: Link | undefined;
}

/** Allocates memory in small pieces until the thread has none left. One large piece would end the process. */
export async function useAllMemory(): Promise<never> {
  let last: Link | undefined;
  for (;;) last = { before: last };
}

/** Ends its thread. */
export async function exit(): Promise<never> {
  process.exit(1);
}

/** Returns a byte array of this length. */
export const bytes = async (length: number): Promise<Uint8Array> => Buffer.alloc(length, 7);
