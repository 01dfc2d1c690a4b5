import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LauncherError, root } from './paths.mjs';

/** @param {string[]} args */
async function git(...args) {
  const { stdout } = await promisify(execFile)('git', args, { cwd: root });
  return stdout.split('\n').filter((line) => line !== '');
}

/**
 * Files that differ from a commit, and new ones, relative to the root.
 * @param {string} since
 * @returns {Promise<string[]>}
 * @throws {LauncherError} when there is no such commit
 */
export async function changedFiles(since) {
  try {
    const changed = await git('diff', '--name-only', '--diff-filter=d', since, '--');
    return [...changed, ...(await git('ls-files', '--others', '--exclude-standard'))];
  } catch (error) {
    throw new LauncherError(`There is no commit ${since}.`, { cause: error });
  }
}

/**
 * The tests of changed files: a changed test itself, the tests in the folder of another file, and those of the feature folders that a
 * contract file is named after.
 * @param {string[]} files
 * @param {string[]} tests all test files
 * @returns {string[]}
 */
export function nearbyTests(files, tests) {
  const folders = files.filter((file) => !tests.includes(file)).map((file) => foldersOf(file));
  const isNear = (/** @type {string} */ test) =>
    folders.flat().includes(dirname(test)) && !test.startsWith('apps/server/test/');
  return tests.filter((test) => files.includes(test) || isNear(test));
}

/** @param {string} file */
function foldersOf(file) {
  const name = /^packages\/contract\/src\/([a-z-]+)\.ts$/.exec(file)?.[1];
  const features = ['server', 'web'].map((app) => join('apps', app, 'src/features', name ?? ''));
  return name === undefined ? [dirname(file)] : [dirname(file), ...features];
}

/**
 * The TypeScript projects that contain changed files or import them.
 * @param {string[]} files
 * @returns {string[]}
 */
export function projectsOf(files) {
  const code = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
  const below = (/** @type {string[]} */ ...folders) =>
    code.some((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
  const own = ['apps/web', 'e2e', 'scripts'];
  return [
    ...(code.some((file) => !own.some((folder) => file.startsWith(`${folder}/`))) ? ['.'] : []),
    ...(below('apps/web', 'packages') ? ['apps/web'] : []),
    ...(below('e2e', 'packages') ? ['e2e'] : []),
    ...(below('scripts') ? ['scripts'] : []),
  ];
}
