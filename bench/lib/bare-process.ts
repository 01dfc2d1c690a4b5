import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeArguments } from './node-arguments.ts';
import type { PortalProcess } from './portal-process.ts';
import type { Practice } from './practice.ts';

/** Starts the yardstick (`bare-server.ts`) for a practice in a separate process with the portal’s settings of Node.js. */
export async function startBare(practice: Practice): Promise<PortalProcess> {
  const path = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [...(await nodeArguments()), path], {
    env: { PATH: process.env['PATH'], DATABASE_URL: practice.ownerUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const port = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    ended.then(() => {
      throw new Error('The yardstick exited before it was ready');
    }),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
