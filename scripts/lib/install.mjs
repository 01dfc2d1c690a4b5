import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { installedNode, LauncherError, portalNode, root } from './paths.mjs';
import { run } from './run.mjs';

const modules = join(root, 'node_modules');
/** npm’s record of what it has installed. */
const recordFile = join(modules, '.package-lock.json');
const stampFile = join(modules, '.portal-install');

/**
 * Installs node_modules from the lockfile, including the portal’s Node version, unless it is up to date. Runs on any
 * Node from version 20 without dependencies. Throws `LauncherError` when it fails.
 */
export async function ensureInstalled() {
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8');
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
  if ((await readOrEmpty(stampFile)) !== stamp) {
    if (!(await isInstalledByHand(lock))) await install(lock);
    await writeFile(stampFile, stamp);
  }
  if (portalNode() !== installedNode())
    console.error(`npm has installed no Node here; the portal runs on Node ${process.versions.node}.`);
}

/** @param {string} lock */
async function install(lock) {
  await assertWritable();
  console.error('Installing packages (about a minute, only once) …');
  const progress = showProgress(packagesOf(lock));
  // Builds and tests need dev dependencies even with NODE_ENV=production.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // On Windows, npm is a script of the shell.
  const shell = process.platform === 'win32';
  const code = await run(
    shell ? `npm ${args.join(' ')}` : 'npm',
    shell ? [] : args,
    { env: environmentOfSystem(), stdio: ['ignore', 'ignore', 'inherit'], shell },
    // npm would first finish what it has begun, and then remove it.
    'Stopped. The next start installs the packages again.',
  )
    .catch((error) => {
      throw new LauncherError(`npm could not be run (${error.message}); it comes with Node.js.`);
    })
    .finally(() => progress.end());
  if (code !== 0) {
    throw new LauncherError(
      `The packages could not be installed (npm ci exited with code ${code}); run \`npm ci\` to see why.`,
    );
  }
}

/**
 * The folders that npm fills on this platform, relative to the root.
 * @param {string} lock
 */
function packagesOf(lock) {
  /** @type {[string, { os?: string | string[], cpu?: string | string[], libc?: string[] }][]} */
  const packages = Object.entries(JSON.parse(lock).packages);
  return packages
    .filter(
      ([path, { os, cpu, libc }]) =>
        path.startsWith('node_modules/') &&
        (os?.includes(process.platform) ?? true) &&
        (cpu?.includes(process.arch) ?? true) &&
        !libc?.includes('musl'),
    )
    .map(([path]) => path);
}

/**
 * Says how many packages are there: once a second in a terminal, else after each quarter.
 * @param {string[]} paths
 */
function showProgress(paths) {
  let quarters = 0;
  const show = (isDone = false) => {
    // npm first removes what an earlier installation has left, and writes this file last.
    if (!isDone && existsSync(recordFile)) return;
    const count = paths.filter((path) => existsSync(join(root, path, 'package.json'))).length;
    const text = `${count} of ${paths.length} packages`;
    const now = Math.floor((count / paths.length) * 4);
    if (process.stderr.isTTY) process.stderr.write(`\r${text}`);
    else if (now > quarters) console.error(text);
    quarters = now;
  };
  const timer = setInterval(() => show(), 1_000);
  return {
    end() {
      clearInterval(timer);
      show(true);
      if (process.stderr.isTTY) process.stderr.write('\n');
    },
  };
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
 * Whether someone ran npm here with this lockfile: npm’s record of node_modules has the same packages, and Node is one of them.
 * @param {string} lock
 */
async function isInstalledByHand(lock) {
  const record = await readOrEmpty(recordFile);
  const node = installedNode();
  if (record === '' || (node !== undefined && !existsSync(node))) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { optional, devOptional, integrity }]) =>
      !path.startsWith('node_modules/') ||
      optional ||
      devOptional ||
      (path in installed && installed[path].integrity === integrity),
  );
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
async function readOrEmpty(path) {
  return readFile(path, 'utf8').catch(() => '');
}
