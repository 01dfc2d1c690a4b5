import { setTimeout as sleep } from 'node:timers/promises';
import { acceptsConnections } from './accepting.ts';
import { stopUnresponsiveServer } from './end-silent.ts';
import { clearOrphan } from './orphan.ts';
import { spawnServer, type ServerExit, type ServerPlan, type ServerProcess } from './server-process.ts';

/** How the server exited, and the pause before the restart in ms. */
export type UnexpectedExit = ServerExit & { restartInMs: number };

/** How to detect that a running server does not work. Times are in milliseconds. */
export interface Watch {
  readonly url: string;
  readonly every: number;
  /** A server that accepts no connections for this long is restarted, unless it answers on the portal’s own ones. */
  readonly limit: number;
  /** When the server last answered on a connection that the portal already had, such as a commit (`performance.now()`). */
  readonly answeredAt: () => number;
  readonly onSilent: () => void;
}

/** A busy machine can be slow to start the process of a connection, and to let this process see that it is there. */
const fewestFailures = 3;
/** A server that still answers on connections that it has gets this long to accept another one (ms). */
const longestRefusal = 5 * 60_000;
/** Crash recovery replays at most about 1 GB of log, so a server that just started gets this long (ms). */
const longestRecovery = 5 * 60_000;
const firstPause = 20;
const longestPause = 5_000;
/** After a server has run this long (ms), the next restart begins with the shortest pause again. */
const steadyAfter = 10_000;

/**
 * Keeps a server running until `stop` is called. A server that exits or stops accepting connections is restarted on
 * the same port, with pauses that double up to 5 s.
 */
export function keepRunning(
  first: ServerProcess,
  plan: ServerPlan,
  onUnexpectedExit: (info: UnexpectedExit) => void,
  watch: Watch,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let current: ServerProcess = first;
  let isRunning = true;
  let hasAccepted = true;

  const restart = async (): Promise<ServerExit> => {
    try {
      await clearOrphan(plan.place.cluster);
      current = await spawnServer(plan);
      isRunning = true;
      hasAccepted = false;
    } catch (error) {
      return { code: null, signal: null, log: [error instanceof Error ? error.message : String(error)] };
    }
    if (stopping.signal.aborted) await current.stop();
    return current.exited;
  };

  const watching = (async () => {
    let pause = firstPause;
    let started = performance.now();
    let exit = await current.exited;
    isRunning = false;
    while (!stopping.signal.aborted) {
      if (performance.now() - started > steadyAfter) pause = firstPause;
      onUnexpectedExit({ ...exit, restartInMs: pause });
      // Rejects only after `stop`, which the next line checks.
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      pause = Math.min(pause * 2, longestPause);
      started = performance.now();
      exit = await restart();
      isRunning = false;
    }
  })();

  /** How long the server may accept no connections, after a try that began at `at`. */
  const limitAfter = (at: number): number => {
    if (!hasAccepted) return Math.max(watch.limit, longestRecovery);
    return watch.answeredAt() >= at ? Math.max(watch.limit, longestRefusal) : watch.limit;
  };

  const probing = (async () => {
    let closedSince: number | undefined;
    let failures = 0;
    for (;;) {
      await sleep(watch.every, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      const server = current;
      const at = performance.now();
      const isOpen = isRunning && (await acceptsConnections(watch.url, watch.limit / 4));
      if (isOpen && server === current) hasAccepted = true;
      if (isOpen || !isRunning || server !== current) {
        closedSince = undefined;
        failures = 0;
        continue;
      }
      closedSince ??= at;
      failures += 1;
      if (failures < fewestFailures || performance.now() - closedSince < limitAfter(at)) continue;
      closedSince = undefined;
      failures = 0;
      watch.onSilent();
      await stopUnresponsiveServer(server.pid, watch.limit / 4);
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await probing;
      await current.stop();
      await watching;
    },
  };
}
