import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readIfPresent } from './files.ts';
import { commandLine, endServer, isTaken, runningProcesses } from './process-info.ts';

/**
 * Clears the way for a new server after an instance exited without stopping its server. The caller holds the lock of
 * the data folder, so a server that still runs on the cluster is an orphan and is stopped.
 *
 * `postmaster.pid` may contain the id of an unrelated process or of a zombie server. PostgreSQL would refuse to start
 * in both cases, but it accepts the id of its own parent as stale. The id is therefore replaced with ours. Removing
 * the file instead would disable the check that no process of the old server still uses the shared memory.
 */
export async function clearOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const content = await readIfPresent(pidFile);
  if (content === undefined) return;
  const pid = Number(/^[1-9]\d*/.exec(content)?.[0]);
  if (!Number.isSafeInteger(pid)) {
    // Left by a power failure, or an orphan has just started to write it.
    for (const server of await serversOf(cluster)) await endServer(server);
    await rm(pidFile, { force: true });
    return;
  }
  if (await isServerOf(pid, cluster)) await endServer(pid);
  const left = await readIfPresent(pidFile);
  if (left !== undefined && isTaken(pid)) await writeFile(pidFile, left.replace(/^\d+/, String(process.pid)));
}

async function serversOf(cluster: string): Promise<number[]> {
  const found = [];
  for (const pid of await runningProcesses()) if (await isServerOf(pid, cluster)) found.push(pid);
  return found;
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const [command = '', ...args] = await commandLine(pid);
  return basename(command) === 'postgres' && args.includes(cluster);
}
