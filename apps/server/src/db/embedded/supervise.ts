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
export class RunningServer {
  readonly #plan: ServerPlan;
  readonly #onUnexpectedExit: (info: UnexpectedExit) => void;
  readonly #watch: Watch;
  readonly #stopping = new AbortController();
  readonly #restarting: Promise<void>;
  readonly #probing: Promise<void>;
  #current: ServerProcess;
  #isRunning = true;
  #hasAccepted = true;

  constructor(
    first: ServerProcess,
    plan: ServerPlan,
    onUnexpectedExit: (info: UnexpectedExit) => void,
    watch: Watch,
  ) {
    this.#current = first;
    this.#plan = plan;
    this.#onUnexpectedExit = onUnexpectedExit;
    this.#watch = watch;
    this.#restarting = this.#restartAfterExits();
    this.#probing = this.#endSilentServers();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#probing;
    await this.#current.stop();
    await this.#restarting;
  }

  async #restartAfterExits(): Promise<void> {
    let pause = firstPause;
    let started = performance.now();
    let exit = await this.#current.exited;
    this.#isRunning = false;
    while (!this.#stopping.signal.aborted) {
      if (performance.now() - started > steadyAfter) pause = firstPause;
      this.#onUnexpectedExit({ ...exit, restartInMs: pause });
      await this.#pause(pause);
      if (this.#stopping.signal.aborted) return;
      pause = Math.min(pause * 2, longestPause);
      started = performance.now();
      exit = await this.#restart();
      this.#isRunning = false;
    }
  }

  /** Ends early when the server must stop. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    // Rejects only when it is aborted, which callers check.
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  }

  async #restart(): Promise<ServerExit> {
    try {
      await clearOrphan(this.#plan.place.cluster);
      this.#current = await spawnServer(this.#plan);
      this.#isRunning = true;
      this.#hasAccepted = false;
    } catch (error) {
      return { code: null, signal: null, log: [error instanceof Error ? error.message : String(error)] };
    }
    if (this.#stopping.signal.aborted) await this.#current.stop();
    return this.#current.exited;
  }

  /** Ends servers that run but accept no connections, so that they are restarted. */
  async #endSilentServers(): Promise<void> {
    const { url, every, limit, onSilent } = this.#watch;
    let closedSince: number | undefined;
    let failures = 0;
    for (;;) {
      await this.#pause(every);
      if (this.#stopping.signal.aborted) return;
      const server = this.#current;
      const at = performance.now();
      const isOpen = this.#isRunning && (await acceptsConnections(url, limit / 4));
      if (isOpen && server === this.#current) this.#hasAccepted = true;
      if (isOpen || !this.#isRunning || server !== this.#current) {
        closedSince = undefined;
        failures = 0;
        continue;
      }
      closedSince ??= at;
      failures += 1;
      if (failures < fewestFailures || performance.now() - closedSince < this.#limitAfter(at)) continue;
      closedSince = undefined;
      failures = 0;
      onSilent();
      await stopUnresponsiveServer(server.pid, limit / 4);
    }
  }

  /** How long the server may accept no connections, after a try that began at `at`. */
  #limitAfter(at: number): number {
    const { limit, answeredAt } = this.#watch;
    if (!this.#hasAccepted) return Math.max(limit, longestRecovery);
    return answeredAt() >= at ? Math.max(limit, longestRefusal) : limit;
  }
}
