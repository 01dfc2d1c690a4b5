import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type * as tasks from '#test/thread-tasks.ts';
import { createLogger } from './log.ts';
import { WorkerThreads } from './worker-threads.ts';

const FILE = new URL('../../test/thread-tasks.ts', import.meta.url).href;
const task = (name: keyof typeof tasks) => ({ file: FILE, name });

function openThreads(memoryMb?: number) {
  const logged: string[] = [];
  const log = createLogger('debug', { write: (line: string) => void logged.push(line) });
  const threads = new WorkerThreads(log, memoryMb);
  onTestFinished(() => threads.close());
  return { threads, logged };
}

/** Starts a task that blocks its thread until `end` is called, and waits until it runs. */
async function startBlocking(threads: WorkerThreads, signal?: AbortSignal) {
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const begun = Atomics.waitAsync(flags, 0, 0);
  const done = threads.run<typeof tasks.block>(task('block'), flags, signal);
  await begun.value;
  const end = () => {
    Atomics.store(flags, 1, 1);
    Atomics.notify(flags, 1);
  };
  return { done, end };
}

const threadOf = (threads: WorkerThreads) =>
  threads.run<typeof tasks.describeThread>(task('describeThread'), undefined);

describe('work in worker threads', () => {
  it('leaves the main thread free while it runs', async () => {
    const { threads } = openThreads();
    // It only ends because this thread can tell it to.
    const { done, end } = await startBlocking(threads);
    end();
    expect(await done).toBeUndefined();
  });

  it('sees no environment variables, which contain keys and passwords', async () => {
    expect((await threadOf(openThreads().threads)).env).toEqual({});
  });

  it('returns byte arrays of any length', async () => {
    const { threads } = openThreads();
    for (const length of [0, 3, 100_000]) {
      const result = await threads.run<typeof tasks.bytes>(task('bytes'), length);
      expect(result).toEqual(new Uint8Array(length).fill(7));
    }
  });

  it.each(['fail', 'exit', 'useAllMemory'] as const)(
    'throws an error without the input when it ends with %s, and then runs the next work',
    async (name) => {
      const { threads, logged } = openThreads(40);
      const failure = threads.run<typeof tasks.fail | typeof tasks.exit | typeof tasks.useAllMemory>(
        task(name),
        'Roe, Jane',
      );
      const waiting = threadOf(threads);
      const error: unknown = await failure.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).toContain('Work in a worker thread failed');
      expect(String(error)).not.toContain('Roe, Jane');
      expect((await waiting).threadId).toBeGreaterThan(0);
      expect(logged.join('')).not.toContain('Roe, Jane');
    },
  );

  it('ends when its client disconnects, and the work that waits for it runs', async () => {
    const { threads } = openThreads();
    const client = new AbortController();
    const { done } = await startBlocking(threads, client.signal);
    const never = Array.from({ length: 3 }, () =>
      threads.run<typeof tasks.block>(task('block'), new Int32Array(new SharedArrayBuffer(8)), client.signal),
    );
    const waiting = threadOf(threads);
    client.abort();
    for (const ended of [done, ...never])
      await expect(ended).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'The client disconnected.' });
    expect((await waiting).threadId).toBeGreaterThan(0);
  });

  it('is refused when too much is waiting', async () => {
    const { threads } = openThreads();
    const client = new AbortController();
    const { done } = await startBlocking(threads, client.signal);
    const many = await Promise.allSettled([
      done,
      ...Array.from({ length: 100 }, async (_, index) => {
        const flags = new Int32Array(new SharedArrayBuffer(8));
        const running = threads.run<typeof tasks.block>(task('block'), flags, client.signal);
        if (index === 99) client.abort();
        return running;
      }),
    ]);
    const codes = many.map((each) => (each.status === 'rejected' ? String(each.reason.code) : 'done'));
    expect(codes).toContain('BAD_REQUEST');
    expect(codes.filter((code) => code === 'UNAVAILABLE').length).toBeGreaterThanOrEqual(40);
    expect(new Set(codes).size).toBe(2);
  });

  it('keeps a thread for the next work, and ends it after five minutes without any', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { threads } = openThreads();
    const first = await threadOf(threads);
    vi.advanceTimersByTime(299_000);
    expect(await threadOf(threads)).toEqual(first);
    vi.advanceTimersByTime(300_000);
    expect((await threadOf(threads)).threadId).not.toBe(first.threadId);
  });

  it('ends when the portal closes', async () => {
    const { threads } = openThreads();
    const { done } = await startBlocking(threads);
    const [failed] = await Promise.allSettled([done, threads.close()]);
    expect(failed.status).toBe('rejected');
  });
});
