import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '#platform/disk.ts';
import { childrenOf } from '../end-silent.ts';

/** The process id of a cluster’s server. */
export async function serverPid(clusterDir: string): Promise<number> {
  return Number((await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Sends a signal to a server and all its processes. */
export async function signalServer(clusterDir: string, signal: NodeJS.Signals): Promise<void> {
  const pid = await serverPid(clusterDir);
  const children = await childrenOf(pid);
  process.kill(pid, signal);
  for (const child of children) {
    try {
      process.kill(child, signal);
    } catch (error) {
      // It has ended in the meantime.
      if (systemErrorCode(error) !== 'ESRCH') throw error;
    }
  }
}
