import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { systemErrorCode } from './error.ts';

/** Account of a child process; undefined means the account of this process. */
export type Account = { uid: number; gid: number } | undefined;

/** The environment of the database’s processes. It contains nothing from ours, above all no secrets. Windows has no network without its folder. */
export const childEnvironment = {
  ...(process.platform === 'win32'
    ? { SystemRoot: process.env['SystemRoot'], PATH: `${process.env['SystemRoot'] ?? ''}\\System32` }
    : { PATH: '/usr/bin:/bin' }),
  LC_ALL: 'C',
  TZ: 'UTC',
};

const nobody = { uid: 65534, gid: 65534 };

/**
 * The account that runs PostgreSQL, which refuses to run as root. A normal user runs it under their own account. For
 * root, the owner of an existing cluster runs it, and `nobody` runs a new one.
 */
export async function databaseAccount(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const { uid, gid } = await stat(cluster);
    if (uid !== 0) return { uid, gid };
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  return unprivilegedAccount();
}

async function unprivilegedAccount(): Promise<{ uid: number; gid: number }> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const match = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users);
  return match ? { uid: Number(match[1]), gid: Number(match[2]) } : nobody;
}

/** Output and exit code of a command. `code` is null when it could not run or was killed. */
export type CommandResult = { code: number | null; output: string };

/** Runs a command as the given account, from `/` and with `childEnvironment`. Never throws. */
export function runAs(account: Account, command: string, args: string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...account,
      cwd: '/',
      env: childEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => {
      resolve({ code: null, output: error.message });
    });
    child.once('close', (code) => {
      resolve({ code, output: output.trim() });
    });
  });
}

/**
 * Whether the account can use the folder. Tries it, because modes, access control lists and mount options of all
 * parent folders matter too.
 */
export async function canUseFolder(account: Account, folder: string): Promise<boolean> {
  const { code } = await runAs(account, '/bin/sh', [
    '-c',
    'test -r "$1" -a -w "$1" -a -x "$1"',
    'sh',
    folder,
  ]);
  return code === 0;
}
