import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { LauncherError, root } from './paths.mjs';

const folders = ['packages', 'apps', 'scripts', 'bench', 'e2e/journeys'];

/**
 * Separates the arguments of a test command into part names and path filters.
 * @param {string[]} words
 * @param {string[]} parts
 * @returns {Promise<{ chosen: string[], filters: string[] }>}
 * @throws {LauncherError} for a word that is neither
 */
export async function parseTestArgs(words, parts) {
  const filters = words.filter((word) => !parts.includes(word));
  const files = filters.length === 0 ? [] : await testFiles();
  const unknown = filters.find((filter) => !files.some((file) => file.includes(filter)));
  if (unknown !== undefined)
    throw new LauncherError(
      `"${unknown}" is not a part, and no test file path contains it. The parts are ${parts.join(', ')}; ` +
        'any other word filters test files by path.',
    );
  return { chosen: words.filter((word) => parts.includes(word)), filters };
}

/** All test files, relative to the root. */
export async function testFiles() {
  const found = await Promise.all(folders.map((folder) => filesBelow(join(root, folder))));
  return found.flat().filter((file) => /\.test\.tsx?$/.test(file));
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} paths relative to the root
 */
async function filesBelow(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = entries
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist')
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [relative(root, path)];
    });
  return (await Promise.all(nested)).flat();
}
