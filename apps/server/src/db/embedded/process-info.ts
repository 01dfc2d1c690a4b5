import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAs } from './account.ts';
import { systemErrorCode } from './error.ts';

/** Whether a process with this id exists. Zombies count. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

/** Whether a process with this id is running. Zombies do not count. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!isTaken(pid)) return false;
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // "pid (name) state …"; the name can contain any characters, so look for the state after the last parenthesis.
  return status !== '' && status.charAt(status.lastIndexOf(')') + 2) !== 'Z';
}

/** The ids of all processes that this account can see. */
export async function runningProcesses(): Promise<number[]> {
  const names =
    process.platform === 'linux'
      ? await readdir('/proc')
      : (await runAs(undefined, '/bin/ps', ['-ax', '-o', 'pid='])).output.split('\n');
  return names.map((name) => Number(name.trim())).filter((pid) => Number.isSafeInteger(pid) && pid > 0);
}

/** Command and arguments of a running process, or an empty list when it has ended. */
export async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text.split('\0').filter((word) => word !== '');
  }
  const { code, output } = await runAs(undefined, '/bin/ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
  return code === 0 ? output.split(' ') : [];
}

/** Waits at most `milliseconds` for the process to end. Returns whether it ended. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (await isAlive(pid)) {
    if (performance.now() >= end) return false;
    await sleep(10);
  }
  return true;
}

/**
 * Stops a PostgreSQL server: a fast shutdown, after 10 s an immediate shutdown (the next start recovers from the
 * write-ahead log), and after 5 more seconds a kill.
 */
export async function endServer(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (systemErrorCode(error) !== 'ESRCH') throw error;
    }
    if (await waitForEnd(pid, patience)) return;
  }
}
