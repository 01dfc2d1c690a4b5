import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, portalNode, root } from './paths.mjs';
import { exitCode } from './run.mjs';

/**
 * Arguments of Node for commands that keep running. A quarter of its default for new objects, and a collection when the
 * others have doubled, save a third of the memory under load and cost 5% of the CPU time (docs/performance.md). With
 * `--expose-gc`, the portal frees memory that only its start needed.
 *
 * @type {string[]}
 */
const nodeArguments = JSON.parse(readFileSync(join(import.meta.dirname, 'node-arguments.json'), 'utf8'));

const isWindows = process.platform === 'win32';

/** A signal that repeats within this time (ms) is a duplicate. */
const echo = 1_000;

/**
 * Runs a server command and returns its exit code. Passes on SIGINT, SIGTERM and SIGHUP once each: Ctrl-C reaches this
 * process twice, from the terminal and from npm, so the server runs in a separate process group and only gets its
 * signals from here.
 * @param {string[]} args
 * @param {string[]} more arguments of Node
 * @returns {Promise<number>}
 */
export function runServer(args, more = []) {
  return new Promise((resolve, reject) => {
    const nodeArgs = [...(args[0] === 'serve' || args[0] === 'demo' ? nodeArguments : []), ...more];
    let last = -Infinity;
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      // There, they reach the server too, and sending one ends a process at once.
      if (isWindows) return;
      if (performance.now() - last < echo) return;
      last = performance.now();
      // A closed terminal triggers a clean shutdown.
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    };
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    // Before the server runs: see run.mjs.
    for (const signal of signals) process.on(signal, passOn);
    const child = spawn(
      portalNode(),
      [...nodeArgs, join(root, 'apps', 'server', 'src', 'main.mjs'), ...args],
      {
        cwd: root,
        stdio: 'inherit',
        detached: !isWindows,
        // Node’s compile cache makes starts a third faster.
        env: { NODE_COMPILE_CACHE: join(cacheFolder, 'node'), ...process.env },
      },
    );
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of signals) process.removeListener(name, passOn);
      resolve(exitCode(code, signal));
    });
  });
}
