import { open, rename, stat, type FileHandle } from 'node:fs/promises';
import { systemErrorCode } from './error.ts';

const largestLog = 10 * 1024 * 1024;
const tailLength = 8 * 1024;

/** An open log and the byte offset where this run begins. */
export type ServerLog = { handle: FileHandle; path: string; start: number };

/** Opens the server log (mode 0600) for appending. A log larger than 10 MiB is first renamed to `.1`. */
export async function openLog(path: string): Promise<ServerLog> {
  try {
    if ((await stat(path)).size > largestLog) await rename(path, `${path}.1`);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const handle = await open(path, 'a', 0o600);
  return { handle, path, start: (await handle.stat()).size };
}

/**
 * The last lines (at most 10) that the server wrote since the byte offset `start`, or a message when the log cannot
 * be read.
 */
export async function lastLines(path: string, start: number): Promise<string[]> {
  return readTail(path, start).catch((error: unknown) => [
    `The log ${path} cannot be read: ${String(error)}`,
  ]);
}

async function readTail(path: string, start: number): Promise<string[]> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(start, size - tailLength);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(size - from, 0)), {
      position: from,
    });
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-10);
  } finally {
    await handle.close();
  }
}
