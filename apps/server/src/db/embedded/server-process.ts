import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { readIfPresent } from './files.ts';
import { lastLines, openLog } from './log-file.ts';
import type { Place } from './place.ts';
import { endServer } from './process-info.ts';

/** How a server exited, with the last lines of its log. */
export type ServerExit = { code: number | null; signal: NodeJS.Signals | null; log: string[] };

/** A running server. `exited` settles when it ends for any reason. `stop` ends it and waits. */
export type ServerProcess = { pid: number; exited: Promise<ServerExit>; stop(): Promise<void> };

/** Options for starting a server. `settings` are PostgreSQL settings by name. */
export type ServerPlan = {
  place: Place;
  binaries: Binaries;
  port: number;
  settings: Record<string, string>;
  logPath: string;
};

/** Crash recovery replays at most about 1 GB of log. A server that needs longer is stuck. */
const longestStart = 5 * 60_000;

/**
 * Starts the server as a direct child in a separate session: Ctrl-C in a terminal must only reach the portal, which
 * finishes its requests first. Returns at once; see `waitUntilReady`.
 */
export async function spawnServer(plan: ServerPlan): Promise<ServerProcess> {
  const { place, binaries, port, settings, logPath } = plan;
  const log = await openLog(logPath);
  try {
    const options = Object.entries({ ...settings, port: String(port) });
    const child = spawn(
      binaries.postgres,
      ['-D', place.cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...place.account,
        cwd: '/',
        env: childEnvironment,
        detached: true,
        windowsHide: true,
        stdio: ['ignore', 'ignore', log.handle.fd],
      },
    );
    await once(child, 'spawn');
    const { pid } = child;
    if (pid === undefined) throw new EmbeddedDatabaseError('PostgreSQL started without a process id.');

    // Shut down the server cleanly even when the portal exits with process.exit().
    const endWithUs = () => child.kill('SIGINT');
    process.once('exit', endWithUs);
    const ended = new Promise<Omit<ServerExit, 'log'>>((resolve) => {
      child.once('exit', (code, signal) => {
        process.removeListener('exit', endWithUs);
        resolve({ code, signal });
      });
    });
    const exited = (async () => ({ ...(await ended), log: await lastLines(log.path, log.start) }))();
    return {
      pid,
      exited,
      async stop() {
        // After the exit, its process id may belong to another process.
        if (child.exitCode === null && child.signalCode === null) await endServer(pid);
        await exited;
      },
    };
  } finally {
    await log.handle.close();
  }
}

/**
 * Waits until the server accepts connections. Reads this from `postmaster.pid`, because a server of another program
 * could answer on the port. Throws `EmbeddedDatabaseError` with the end of the server log when the server exits
 * first.
 */
export async function waitUntilReady(server: ServerProcess, cluster: string): Promise<void> {
  const deadline = performance.now() + longestStart;
  for (;;) {
    const [pid, , , , , , , status = ''] = (
      (await readIfPresent(join(cluster, 'postmaster.pid'))) ?? ''
    ).split('\n');
    if (pid === String(server.pid) && status.trim() === 'ready') return;
    if (performance.now() > deadline) {
      await server.stop();
      throw new EmbeddedDatabaseError('PostgreSQL did not start within 5 minutes.');
    }
    const exit = await Promise.race([server.exited, sleep(5)]);
    if (exit) throw new EmbeddedDatabaseError(`PostgreSQL did not start: ${exit.log.join('\n')}`);
  }
}
