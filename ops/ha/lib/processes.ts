import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '@portal/server/db/embedded/end-silent';

/** The account of the servers: PostgreSQL refuses root. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

export async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const users = await readFile('/etc/passwd', 'utf8');
  const [, uid = '65534', gid = '65534'] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly account?: Account;
}

/** Starts a program in a session of its own: Ctrl-C reaches only the drill, which then ends everything by process id. */
export function start({ command, args, env, logFile, account }: Program): ChildProcess {
  const log = openSync(logFile, 'a');
  try {
    return spawn(command, args, { ...account, cwd: '/', env, detached: true, stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
  }
}

/** Whether a child of this process still runs. A frozen one does. */
export const runs = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

export async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!runs(child)) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

/** Sends a signal to a process of the drill that may have ended. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The server of a data folder and its processes, or none. */
export async function postgresProcesses(dataFolder: string): Promise<number[]> {
  const file = await readFile(`${dataFolder}/postmaster.pid`, 'utf8').catch(() => '');
  const pid = Number.parseInt(file, 10);
  if (!(pid > 0)) return [];
  // The file of a killed server stays, and its id may be another process by now.
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.includes(dataFolder) ? [pid, ...(await childrenOf(pid))] : [];
}

/** Resolves with the first value that is not undefined. Throws after the given seconds. */
export async function eventually<T>(
  what: string,
  seconds: number,
  find: () => Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`);
    await sleep(200);
  }
}
