import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { cacheFolder, installedNode, root } from './paths.mjs';
import { exitCode } from './run.mjs';

/** Within this time (ms) a signal that comes again is the same one on another way. */
const echo = 1_000;

/**
 * Runs a command of the server and returns its exit code. SIGINT, SIGTERM and SIGHUP are passed on, each once: Ctrl-C
 * reaches this process twice, from the terminal and from npm, so the server is kept out of the terminal's group
 * and gets its signals from here alone.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runServer(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(installedNode, [join(root, 'apps', 'server', 'src', 'main.ts'), ...args], {
      cwd: root,
      stdio: 'inherit',
      detached: true,
      // Compiled code is kept between starts, which takes a third off them.
      env: { NODE_COMPILE_CACHE: join(cacheFolder, 'node'), ...process.env },
    });
    let last = -Infinity;
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      if (performance.now() - last < echo) return;
      last = performance.now();
      // A closed terminal is a reason to end in good order, as if asked to.
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    };
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    for (const signal of signals) process.on(signal, passOn);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of signals) process.removeListener(name, passOn);
      resolve(exitCode(code, signal));
    });
  });
}
