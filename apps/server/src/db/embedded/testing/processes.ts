import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childrenOf } from '../end-silent.ts';

/** The process id of a cluster’s server. */
export async function serverPid(clusterDir: string): Promise<number> {
  return Number((await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Sends a signal to a server and all its processes. */
export async function signalServer(clusterDir: string, signal: NodeJS.Signals): Promise<void> {
  const pid = await serverPid(clusterDir);
  for (const each of [pid, ...(await childrenOf(pid))]) process.kill(each, signal);
}
