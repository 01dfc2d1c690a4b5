import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Cache of the launchers. It can be deleted at any time. */
export const cacheFolder = join(root, '.cache');

export const installedNode = join(root, 'node_modules', '.bin', 'node');

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
