import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, constants, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { installedNode, LauncherError, root } from './paths.mjs';
import { run } from './run.mjs';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.portal-install');

/**
 * Installs node_modules from the lockfile, including the portal’s Node version, unless it is up to date. Runs on any
 * Node from version 20 without dependencies. Throws `LauncherError` when it fails.
 */
export async function ensureInstalled() {
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8');
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
  if ((await readOrEmpty(stampFile)) === stamp && (await isExecutable(installedNode))) return;
  if (!(await isInstalledByHand(lock))) await install();
  await writeFile(stampFile, stamp);
}

async function install() {
  await assertWritable();
  console.error('Installing packages (about a minute, only once) …');
  const code = await run(
    'npm',
    // Builds and tests need dev dependencies even with NODE_ENV=production.
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: environmentOfSystem(), stdio: ['ignore', 'ignore', 'inherit'] },
  ).catch((error) => {
    throw new LauncherError(`npm could not be run (${error.message}); it comes with Node.js.`);
  });
  if (code !== 0) {
    throw new LauncherError(
      `The packages could not be installed (npm ci exited with code ${code}); run \`npm ci\` to see why.`,
    );
  }
  if (!(await runsNode24())) {
    throw new LauncherError(
      'The portal requires Node 24, which was not installed with the packages. npm must be allowed to run install scripts ' +
        '(`npm config get ignore-scripts` must print false), and the npm package "node" must support this platform.',
    );
  }
}

/**
 * The environment without node_modules/.bin, which `npm run` puts first in PATH: npm must not run on the Node version
 * that it is about to replace.
 */
function environmentOfSystem() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== join(modules, '.bin'));
  return { ...process.env, PATH: path.join(delimiter) };
}

/**
 * Whether someone ran npm here with this lockfile: npm’s record of node_modules has the same packages.
 * @param {string} lock
 */
async function isInstalledByHand(lock) {
  const record = await readOrEmpty(join(modules, '.package-lock.json'));
  if (record === '' || !(await runsNode24())) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { optional, integrity }]) =>
      !path.startsWith('node_modules/') ||
      optional ||
      (path in installed && installed[path].integrity === integrity),
  );
}

async function runsNode24() {
  try {
    const { stdout } = await promisify(execFile)(installedNode, ['--version']);
    return Number(/^v(\d+)/.exec(stdout)?.[1]) >= 24;
  } catch {
    return false;
  }
}

/** @throws {LauncherError} when this account cannot write to the repository’s folder */
async function assertWritable() {
  try {
    await access(root, constants.W_OK);
  } catch {
    throw new LauncherError(
      `The folder ${root} is not writable by this account, but packages must be installed there.`,
    );
  }
}

/** @param {string} path */
async function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** @param {string} path */
async function readOrEmpty(path) {
  return readFile(path, 'utf8').catch(() => '');
}
