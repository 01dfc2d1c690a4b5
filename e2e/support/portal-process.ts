import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MAIN = join(import.meta.dirname, '../../apps/server/src/main.mjs');

export interface PortalProcess {
  readonly url: string;
  /** Kills the portal, like a crash. */
  kill(): Promise<void>;
  /** Starts it again at the same address with the same data. */
  restart(): Promise<void>;
  /** Stops it and deletes its data folder. */
  stop(): Promise<void>;
}

/** Creates a data folder with the demo practice for copies, and returns its path. */
export async function prepareData(): Promise<string> {
  const dataDir = await newFolder();
  const child = spawnPortal(dataDir, '0');
  try {
    await addressOf(child);
    await end(child, 'SIGTERM');
    return dataDir;
  } catch (error) {
    await end(child, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Starts a portal with a copy of the prepared data: on a free port, or with these settings. */
export async function startPortal(
  prepared: string,
  settings: Readonly<Record<string, string>> & { readonly PORT?: string } = {},
): Promise<PortalProcess> {
  const dataDir = await newFolder();
  // Keep the file owners: as root, PostgreSQL runs under another account.
  await promisify(execFile)('cp', ['-Rp', `${prepared}/.`, dataDir]);
  let child = spawnPortal(dataDir, settings.PORT ?? '0', 'demo', settings);
  try {
    const url = await addressOf(child);
    return {
      url,
      kill: () => end(child, 'SIGKILL'),
      restart: async () => {
        child = spawnPortal(dataDir, new URL(url).port, 'demo', settings);
        await addressOf(child);
      },
      stop: async () => {
        await end(child, 'SIGTERM');
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await end(child, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** A portal that `init` has set up, and the sign-in that it printed. */
export interface SetUpPortal {
  readonly url: string;
  readonly userName: string;
  readonly password: string;
  /** Stops it and deletes its data folder. */
  stop(): Promise<void>;
}

/** Runs `init` on an empty data folder, then serves it on a free port. */
export async function setUpPortal(flags: readonly string[]): Promise<SetUpPortal> {
  const dataDir = await newFolder();
  const options = { env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' } };
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'init', ...flags], options);
  const child = spawnPortal(dataDir, '0', 'serve');
  const url = await addressOf(child);
  const printed = (label: string) => new RegExp(`${label}: +(\\S+)`).exec(stdout)?.[1] ?? '';
  return {
    url,
    userName: printed('User name'),
    password: printed('Temporary password'),
    stop: async () => {
      await end(child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Pictures are taken while the clock of the portal is stopped. */
function stoppedClock(): string[] {
  const time = process.env['JOURNEYS_TIME'];
  return time === undefined ? [] : ['--at', time];
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  // Lets PostgreSQL’s account enter the folder.
  await chmod(folder, 0o711);
  return folder;
}

const spawnPortal = (
  dataDir: string,
  port: string,
  command: 'demo' | 'serve' = 'demo',
  settings: Readonly<Record<string, string>> = {},
) =>
  spawn(process.execPath, [MAIN, command, ...(command === 'demo' ? stoppedClock() : [])], {
    env: {
      ...process.env,
      ...settings,
      PORT: port,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /Medical Portal is at http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The portal exited with code ${code}: ${output}`)));
  });
}
