import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { systemErrorCode } from './disk.ts';
import { LogOutput } from './log-output.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-log-'));
  return () => rm(folder, { recursive: true, force: true });
});

function descriptor(path: string, flags: string | number): number {
  const fd = openSync(path, flags);
  onTestFinished(() => closeSync(fd));
  return fd;
}

/** What can be read from a pipe without waiting. */
function available(fd: number): string {
  const part = Buffer.alloc(65_536);
  let read = '';
  try {
    for (let bytes = readSync(fd, part); bytes > 0; bytes = readSync(fd, part))
      read += part.toString('utf8', 0, bytes);
  } catch (error) {
    if (systemErrorCode(error) !== 'EAGAIN') throw error;
  }
  return read;
}

const line = (number: number) => `{"line":${number}}\n`;

it('writes all lines in order, soon after they arrive', async () => {
  const path = join(folder, 'log');
  const output = new LogOutput(descriptor(path, 'w'), () => undefined);
  const lines = Array.from({ length: 5_000 }, (_, index) => line(index));
  for (const each of lines) output.write(each);
  await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toBe(lines.join('')), { timeout: 60_000 });
});

it('writes what waits when it is flushed', () => {
  const path = join(folder, 'log');
  const output = new LogOutput(descriptor(path, 'w'), () => undefined);
  output.write(line(1));
  output.flushSync();
  expect(readFileSync(path, 'utf8')).toBe(line(1));
});

it('a full disk neither throws nor blocks, also when the process ends', () => {
  // Never closed: what waits is tried until the process ends, and a connection could get the number of a closed file.
  const output = new LogOutput(openSync('/dev/full', 'w'), () => undefined);
  for (let index = 0; index < 100_000; index += 1) output.write(line(index));
  expect(() => output.flushSync()).not.toThrow();
});

it('drops lines while a reader has stopped, and says how many when it goes on', async () => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = descriptor(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = descriptor(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const recovered = vi.fn<(dropped: number) => void>();
  const output = new LogOutput(writer, recovered);
  const written = 200_000;
  for (let index = 0; index < written; index += 1) output.write(line(index));
  output.flushSync();
  expect(recovered).not.toHaveBeenCalled();

  let read = '';
  await vi.waitFor(
    () => {
      read += available(reader);
      const dropped = recovered.mock.calls.reduce((sum, [lines]) => sum + lines, 0);
      expect(read.split('\n').length - 1 + dropped).toBe(written);
    },
    { timeout: 60_000, interval: 10 },
  );
  const lines = read.split('\n').slice(0, -1);
  expect(lines).toEqual(lines.map((_, index) => line(index).trim()));
  expect(recovered).toHaveBeenCalledOnce();
});
