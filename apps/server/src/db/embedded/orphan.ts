import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readIfPresent } from './files.ts';
import { commandLine, endServer, runningProcesses } from './process-info.ts';

/**
 * Clears the way for a new server after an instance exited without stopping its server. The caller holds the lock of
 * the data folder, so a server that still runs on the cluster is an orphan and is stopped.
 *
 * The id in `postmaster.pid` may belong to an unrelated process or to a zombie server, and PostgreSQL would refuse to
 * start. It may also become the id of the new server, because ids repeat in a container: the old file would then look
 * like the new server’s. The id is therefore replaced with ours, which PostgreSQL accepts as stale because it is its
 * parent’s, and the word “ready” is removed. Removing the file instead would disable the check that no process of the
 * old server still uses the shared memory.
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
  if (left !== undefined) await writeFile(pidFile, staleWithId(left, process.pid));
}

/** Lines of `postmaster.pid` up to the shared memory; the one after them is the status. */
const LINES_BEFORE_STATUS = 7;

function staleWithId(content: string, pid: number): string {
  const [, ...lines] = content.split('\n', LINES_BEFORE_STATUS);
  return `${[pid, ...lines].join('\n')}\n`;
}

async function serversOf(cluster: string): Promise<number[]> {
  const found = [];
  for (const pid of await runningProcesses()) if (await isServerOf(pid, cluster)) found.push(pid);
  return found;
}

/** Whether the process is the server of the cluster. An id alone may belong to any other program. */
export async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const [command = '', ...args] = await commandLine(pid);
  return basename(command) === 'postgres' && args.includes(cluster);
}
