import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { end, eventually, runs, start } from './processes.ts';
import type { Practice } from './practice.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A portal process, as in production: no demo data, no default account. */
export interface PortalProcess {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  readonly logFile: string;
  readonly isRunning: () => boolean;
  stop(): Promise<void>;
}

const settingsOf = ({ appUrl, directUrl, readUrl, ownerUrl, masterKey }: Practice, folder: string) => ({
  PATH: '/usr/bin:/bin',
  DATABASE_URL: appUrl,
  LISTEN_DATABASE_URL: directUrl,
  READ_DATABASE_URL: readUrl,
  MIGRATION_DATABASE_URL: ownerUrl,
  DATA_DIR: join(folder, 'portal-data'),
  MASTER_KEY: masterKey.toString('base64'),
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'info',
});

/** Starts a portal and waits until it serves. */
export async function startPortal(
  name: string,
  port: number,
  practice: Practice,
  folder: string,
): Promise<PortalProcess> {
  const logFile = join(folder, `${name}.log`);
  const child = await startCommand(
    ['serve'],
    { ...settingsOf(practice, folder), PORT: String(port) },
    logFile,
  );
  await eventually(`${name} to serve`, 120, async () => {
    if (!runs(child)) throw new Error(`${name} ended: see ${logFile}`);
    return (await readFile(logFile, 'utf8')).includes('Medical Portal is at') ? true : undefined;
  });
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    logFile,
    isRunning: () => runs(child),
    stop: () => end(child, 'SIGTERM'),
  };
}

/** Runs `verify-audit` and returns its exit code and output. */
export async function verifyAudit(
  practice: Practice,
  folder: string,
  name = 'verify-audit',
): Promise<{ readonly code: number | null; readonly output: string }> {
  const logFile = join(folder, `${name}.log`);
  const child = await startCommand(['verify-audit'], settingsOf(practice, folder), logFile);
  await eventually('verify-audit to end', 600, async () => (runs(child) ? undefined : true));
  return { code: child.exitCode, output: await readFile(logFile, 'utf8') };
}

async function startCommand(
  args: readonly string[],
  env: Record<string, string>,
  logFile: string,
): Promise<ChildProcess> {
  const nodeArgs: unknown = JSON.parse(await readFile(join(ROOT, 'scripts/lib/node-arguments.json'), 'utf8'));
  return start({
    command: process.execPath,
    args: [
      ...(Array.isArray(nodeArgs) ? nodeArgs.map(String) : []),
      join(ROOT, 'apps/server/src/main.mjs'),
      ...args,
    ],
    env,
    logFile,
  });
}
