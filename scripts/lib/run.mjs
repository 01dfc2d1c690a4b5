import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { portalNode, root } from './paths.mjs';

/**
 * Runs a command and returns its exit code (128 + n after signal n, like a shell). On SIGINT or SIGTERM, it waits until the
 * command has cleaned up and then ends this process. With `stopped`, it prints that instead and ends the command at once.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {string} [stopped]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}, stopped) {
  return new Promise((resolve, reject) => {
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => {
      if (stopped !== undefined) {
        console.error(`\n${stopped}`);
        child.kill('SIGKILL');
      }
      // Ctrl-C in a terminal also reaches the command.
      else if (signal !== 'SIGINT') child.kill(signal);
      child.once('close', () => process.exit(exitCode(null, signal)));
    };
    // Before the command runs: a signal that comes at once would otherwise end this process and leave the command behind.
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
      resolve(exitCode(code, signal));
    });
  });
}

/**
 * Runs the script of an installed tool (a path in node_modules) with the installed Node.
 * @param {string} script
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function runTool(script, args, options = {}) {
  return run(portalNode(), [join(root, 'node_modules', script), ...args], options);
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}
