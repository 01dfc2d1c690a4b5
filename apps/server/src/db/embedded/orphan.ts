import { basename, join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { readIfPresent } from './files.ts';
import { commandLine, endServer, isAlive } from './process-info.ts';

/**
 * Makes way for a new server after an instance of ours died without stopping its own. The caller holds the data
 * folder's lock, so a server that still runs on the cluster is an orphan: it is stopped.
 *
 * A process number that meanwhile belongs to something else is replaced by ours in `postmaster.pid`. PostgreSQL would
 * refuse to start over the former, and takes its own parent's number for a leftover; unlike removing the file this
 * keeps its check that no process of the old server still uses the shared memory.
 */
export async function clearOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const content = await readIfPresent(pidFile);
  const pid = Number(/^\d+/.exec(content ?? '')?.[0]);
  if (content === undefined || !Number.isSafeInteger(pid) || !(await isAlive(pid))) return;
  if (await isServerOf(pid, cluster)) await endServer(pid);
  else await writeFile(pidFile, content.replace(/^\d+/, String(process.pid)));
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const [command = '', ...args] = await commandLine(pid);
  return basename(command) === 'postgres' && args.includes(cluster);
}
