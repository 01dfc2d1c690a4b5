import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts');

export interface PortalProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the portal with the demo practice as a user would, on a free port and a data folder of its own. */
export async function startPortal(env: Record<string, string> = {}): Promise<PortalProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  // Lets the account that PostgreSQL runs as enter when the tests run as root, so that all lies in this folder.
  await chmod(dataDir, 0o711);
  const child = spawn(process.execPath, [MAIN, 'demo'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const url = await addressOf(child);
    return {
      url,
      stop: async () => {
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'exit');
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

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
