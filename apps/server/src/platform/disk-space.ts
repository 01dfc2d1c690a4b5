import { statfs } from 'node:fs/promises';
import { systemErrorCode } from './disk.ts';

/** Bytes of a folder’s disk. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const asked = new Map<string, Promise<DiskSpace | undefined>>();

/**
 * The space on a folder’s disk that this account may use. Undefined when there is no such folder. Waits for a running
 * call: a network folder that does not respond then occupies one thread only.
 */
export function diskSpace(folder: string): Promise<DiskSpace | undefined> {
  const running = asked.get(folder);
  if (running !== undefined) return running;
  const asking = read(folder).finally(() => asked.delete(folder));
  asked.set(folder, asking);
  return asking;
}

async function read(folder: string): Promise<DiskSpace | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw error;
  }
}

const GB = 1_000_000_000;

/** Whether a disk is nearly full: less than 5 % free, but at least 1 GB and at most 10 GB. */
export const isNearlyFull = ({ freeBytes, totalBytes }: DiskSpace): boolean =>
  freeBytes < Math.min(10 * GB, Math.max(GB, totalBytes * 0.05));
