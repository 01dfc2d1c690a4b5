import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What the launchers remember between runs; may be deleted at any time. */
export const cacheFolder = join(root, '.cache');

export const installedNode = join(root, 'node_modules', '.bin', 'node');

/** A reason, in one sentence for the person at the terminal, why a launcher cannot go on. */
export class LauncherError extends Error {
  /** @override */
  name = 'LauncherError';
}

/** Makes the cache folder when it is missing. @throws {LauncherError} when this account may not */
export async function prepareCacheFolder() {
  try {
    await mkdir(cacheFolder, { recursive: true });
  } catch (error) {
    throw new LauncherError(`The folder ${root} cannot be written by this account.`, { cause: error });
  }
}

/**
 * Runs a launcher; ends the process with its exit code, or with 1 after printing a `LauncherError`'s sentence.
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
