import { setTimeout as sleep } from 'node:timers/promises';
import { clearOrphan } from './orphan.ts';
import { spawnServer, type ServerExit, type ServerPlan, type ServerProcess } from './server-process.ts';

/** What is told when the server ends without having been asked to; a new start is tried after the pause. */
export type UnexpectedExit = ServerExit & { restartInMs: number };

const firstPause = 20;
const longestPause = 5_000;
/** A server that has run this long (ms) starts its next series of attempts with the shortest pause again. */
const steadyAfter = 10_000;

/**
 * Keeps a server running: whenever it ends by itself it is started again on the same port, with pauses that double
 * up to 5 s, until `stop` is called.
 */
export function keepRunning(
  first: ServerProcess,
  plan: ServerPlan,
  onUnexpectedExit: (info: UnexpectedExit) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let current: ServerProcess = first;

  const restart = async (): Promise<ServerExit> => {
    try {
      await clearOrphan(plan.place.cluster);
      current = await spawnServer(plan);
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
    while (!stopping.signal.aborted) {
      if (performance.now() - started > steadyAfter) pause = firstPause;
      onUnexpectedExit({ ...exit, restartInMs: pause });
      // Rejects only when stopped, which the loop's condition sees next.
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      pause = Math.min(pause * 2, longestPause);
      started = performance.now();
      exit = await restart();
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}
