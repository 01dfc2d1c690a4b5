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
 * Makes node_modules what the lockfile says, with the Node that the portal runs on, and does nothing when it is
 * already. Runs on any Node from 20 on, with nothing installed. Throws `LauncherError` when it cannot.
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
  console.error('Installing the packages of package-lock.json (about a minute, once) …');
  const code = await run(
    'npm',
    // Building and testing need the development packages even where NODE_ENV says production.
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: environmentOfSystem(), stdio: ['ignore', 'ignore', 'inherit'] },
  ).catch((error) => {
    throw new LauncherError(`npm could not be run (${error.message}); it comes with Node.js.`);
  });
  if (code !== 0) {
    throw new LauncherError(
      `The packages could not be installed (npm ci ended with ${code}); run \`npm ci\` to see why.`,
    );
  }
  if (!(await runsNode24())) {
    throw new LauncherError(
      'Node 24, which the portal runs on, was not installed with the packages; npm must be allowed to run install scripts ' +
        '(`npm config get ignore-scripts` says false) on a platform that the npm package "node" has a build for.',
    );
  }
}

/**
 * The environment without our own node_modules/.bin, which `npm run` puts first: npm must not run on the very Node
 * that it is about to replace.
 */
function environmentOfSystem() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== join(modules, '.bin'));
  return { ...process.env, PATH: path.join(delimiter) };
}

/**
 * Whether npm itself was run here with this lockfile: its own record of node_modules has the same packages.
 * @param {string} lock
 */
async function isInstalledByHand(lock) {
  const record = await readOrEmpty(join(modules, '.package-lock.json'));
  if (record === '' || !(await runsNode24())) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { link, optional, integrity }]) =>
      !path.startsWith('node_modules/') || link || optional || installed[path]?.integrity === integrity,
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

/** @throws {LauncherError} when this account may not write into the repository's folder */
async function assertWritable() {
  try {
    await access(root, constants.W_OK);
  } catch {
    throw new LauncherError(
      `The folder ${root} cannot be written by this account, and packages must be installed there.`,
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
