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

/** How a server ended, with the last lines of its log. */
export type ServerExit = { code: number | null; signal: NodeJS.Signals | null; log: string[] };

/** A running server. `exited` settles once, whoever ends it; `stop` ends it and waits. */
export type ServerProcess = { pid: number; exited: Promise<ServerExit>; stop(): Promise<void> };

/** What a server is started with; `settings` are PostgreSQL's, by name. */
export type ServerPlan = {
  place: Place;
  binaries: Binaries;
  port: number;
  settings: Record<string, string>;
  logPath: string;
};

/** Crash recovery replays at most about 1 GB of log; a server that needs longer than this is stuck. */
const longestStart = 5 * 60_000;

/**
 * Starts the server as a direct child, in a session of its own: Ctrl-C in a terminal must reach only the portal,
 * which ends its requests first. Returns at once; see `waitUntilReady`.
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
        stdio: ['ignore', 'ignore', log.handle.fd],
      },
    );
    await once(child, 'spawn');
    const { pid } = child;
    if (pid === undefined) throw new EmbeddedDatabaseError('PostgreSQL started without a process number.');

    // When the portal leaves by process.exit() the server still gets its clean shutdown.
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
        // Once it has ended its number may be anyone's.
        if (child.exitCode === null && child.signalCode === null) await endServer(pid);
        await exited;
      },
    };
  } finally {
    await log.handle.close();
  }
}

/**
 * Waits until the server accepts connections. It says so itself in its `postmaster.pid`; trying the port instead
 * could meet a stranger's server there. Throws `EmbeddedDatabaseError` with the end of the server's log when it
 * ends first.
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
