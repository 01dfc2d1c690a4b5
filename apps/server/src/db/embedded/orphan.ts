import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readIfPresent } from './files.ts';
import { commandLine, endServer, isTaken, runningProcesses } from './process-info.ts';

/**
 * Makes way for a new server after an instance of ours died without stopping its own. The caller holds the data
 * folder's lock, so a server that still runs on the cluster is an orphan: it is stopped.
 *
 * A process number that belongs to something else by now, or to a server that has ended and that nobody has waited
 * for, is replaced by ours in `postmaster.pid`. PostgreSQL would refuse to start over the former two, and takes its own
 * parent's number for a leftover; unlike removing the file this keeps its check that no process of the old server still
 * uses the shared memory.
 */
export async function clearOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const content = await readIfPresent(pidFile);
  if (content === undefined) return;
  const pid = Number(/^[1-9]\d*/.exec(content)?.[0]);
  if (!Number.isSafeInteger(pid)) {
    // Left by a power cut; or an orphan has only just begun to write it.
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
