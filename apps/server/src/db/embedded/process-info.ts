import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAs } from './account.ts';
import { systemErrorCode } from './error.ts';

/** Whether the system has a process with this number; a finished one that nobody has waited for counts as well. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

/** Whether a process with this number runs; a finished one that nobody has waited for does not count. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!isTaken(pid)) return false;
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // "pid (name) state …"; the name may hold anything, so the state is looked for after the last bracket.
  return status !== '' && status.charAt(status.lastIndexOf(')') + 2) !== 'Z';
}

/** The numbers of all processes that this account can see. */
export async function runningProcesses(): Promise<number[]> {
  const names =
    process.platform === 'linux'
      ? await readdir('/proc')
      : (await runAs(undefined, '/bin/ps', ['-ax', '-o', 'pid='])).output.split('\n');
  return names.map((name) => Number(name.trim())).filter((pid) => Number.isSafeInteger(pid) && pid > 0);
}

/** The command and its arguments of a running process; empty when it is gone. */
export async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text.split('\0').filter((word) => word !== '');
  }
  const { code, output } = await runAs(undefined, '/bin/ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
  return code === 0 ? output.split(' ') : [];
}

/** Waits until the process has ended, at most `milliseconds`; tells whether it has. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (await isAlive(pid)) {
    if (performance.now() >= end) return false;
    await sleep(10);
  }
  return true;
}

/**
 * Ends a PostgreSQL server: a fast clean shutdown, after 10 s without one an immediate shutdown (the next start
 * recovers from the write-ahead log), after 5 s more a kill.
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
