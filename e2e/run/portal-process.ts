import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts');

export interface PortalProcess {
  readonly url: string;
  /** Ends it as a crash would, without a chance to finish anything. */
  kill(): Promise<void>;
  /** Starts it again, at the same address and with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the portal with the demo practice as a user would, on a free port and a data folder of its own. */
export async function startPortal(): Promise<PortalProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  // Lets the account that PostgreSQL runs as enter when the tests run as root, so that all lies in this folder.
  await chmod(dataDir, 0o711);
  let child = spawnPortal(dataDir, '0');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  try {
    const url = await addressOf(child);
    return {
      url,
      kill: () => end('SIGKILL'),
      restart: async () => {
        child = spawnPortal(dataDir, new URL(url).port);
        await addressOf(child);
      },
      stop: async () => {
        await end('SIGTERM');
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

const spawnPortal = (dataDir: string, port: string) =>
  spawn(process.execPath, [MAIN, 'demo'], {
    env: {
      ...process.env,
      PORT: port,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /Medical Portal is at http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The portal ended with ${code}: ${output}`)));
  });
}
