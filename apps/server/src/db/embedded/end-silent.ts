import { readdir, readFile } from 'node:fs/promises';
import { runAs } from './account.ts';
import { commandLine, waitForEnd } from './process-info.ts';

/**
 * Stops an unresponsive server and its processes: an immediate shutdown, then a kill after `patienceMs`. The next
 * start recovers from the write-ahead log. Child processes are killed too, because they would block the next start.
 */
export async function stopUnresponsiveServer(pid: number, patienceMs: number): Promise<void> {
  const children = await childrenOf(pid);
  signal(pid, 'SIGQUIT');
  if (!(await waitForEnd(pid, patienceMs))) signal(pid, 'SIGKILL');
  for (const child of children) if (await isPostgres(child)) signal(child, 'SIGKILL');
  for (const process of [pid, ...children]) await waitForEnd(process, 5_000);
}

/** A new process has the name of its server, `/…/bin/postgres`, until it calls itself `postgres: checkpointer`. */
async function isPostgres(pid: number): Promise<boolean> {
  return /(^|[/\\])postgres(\.exe|:|$)/.test((await commandLine(pid))[0] ?? '');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already exited.
  }
}

/** Ids of the running child processes of a process. */
export async function childrenOf(pid: number): Promise<number[]> {
  if (process.platform !== 'linux') {
    const { output } = await runAs(undefined, '/bin/ps', ['-axo', 'pid=,ppid=']);
    const pairs = output.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
    return pairs.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
  }
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // "pid (name) state parent …"; the name can contain any characters.
    const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
    if (status !== '' && parent === pid) found.push(Number(name));
  }
  return found;
}
