import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { currentBuild, ensureWebBuilt } from './build-web.mjs';
import { licensesCsv, licensesOf, notices, WORKER_PACKAGES } from './licenses.mjs';
import { LauncherError, root } from './paths.mjs';
import { isInRelease, releaseLock, releaseManifest, withVersion } from './release-files.mjs';
import { componentsOf } from './sbom.mjs';

/** @typedef {import('./release-files.mjs').LockedPackages} LockedPackages */
/** @typedef {{ name: string, version: string, identifier?: string, text?: string }} Bundled */

const DIST = 'apps/web/dist';

/**
 * @param {string} command
 * @param {string[]} args
 */
async function output(command, ...args) {
  const { stdout } = await promisify(execFile)(command, args, { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  return stdout;
}

const git = (/** @type {string[]} */ ...args) => output('git', ...args);
const textOf = (/** @type {string} */ path) => readFile(join(root, path), 'utf8');

/** A release is made of what is committed. @throws {LauncherError} when something is not */
export async function assertCommitted() {
  if ((await git('status', '--porcelain')) !== '')
    throw new LauncherError('Some files are not committed; a release contains only what is.');
}

/**
 * Sets the version of all packages, commits it if it is new, and tags the commit.
 * @param {string} version
 */
export async function tagVersion(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new LauncherError(`${version} is not a version such as 1.2.3.`);
  const changelog = await textOf('CHANGELOG.md').catch(() => '');
  if (!changelog.split('\n').some((line) => line.replaceAll(/[[\]]/g, '').startsWith(`## ${version}`)))
    throw new LauncherError(`CHANGELOG.md has no section ${version}.`);
  if ((await git('tag', '--list', `v${version}`)) !== '')
    throw new LauncherError(`The tag v${version} already exists.`);
  const manifests = (await git('ls-files', '-z', '*package.json', 'package-lock.json'))
    .split('\0')
    .filter(Boolean);
  for (const path of manifests) await writeFile(join(root, path), withVersion(await textOf(path), version));
  if ((await git('status', '--porcelain')) !== '')
    await git('commit', '--quiet', '--message', `release: ${version}`, '--', ...manifests);
  await git('tag', '--annotate', '--message', `Medical Portal ${version}`, `v${version}`);
}

/**
 * Writes the files of a release, the same bytes for the same commit. Returns the lines of its checksums.
 * @param {string} out
 * @param {string} [before] archive of the release before
 */
export async function writeRelease(out, before) {
  await ensureWebBuilt();
  const { version } = JSON.parse(await textOf('package.json'));
  const name = `medical-portal-${version}`;
  const seconds = (await git('log', '-1', '--format=%ct')).trim();
  const folder = await mkdtemp(join(tmpdir(), 'portal-release-'));
  try {
    const { lock, shipped, bundled } = await stage(join(folder, name));
    if (before !== undefined) await addBuildBefore(join(folder, name), resolve(before));
    await mkdir(out, { recursive: true });
    await pack(folder, name, seconds, join(out, `${name}.tgz`));
    const licenses = licensesOf(lock, shipped, bundled);
    await writeFile(join(out, 'licenses.csv'), licensesCsv(licenses));
    const listed = await output('npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only');
    const release = { keys: new Set([...shipped, ...bundled]), licenses, seconds, version };
    const sbom = componentsOf(JSON.parse(listed), release);
    await writeFile(join(out, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const lines = [];
  for (const file of [`${name}.tgz`, 'licenses.csv', 'sbom.cdx.json'])
    lines.push(
      `${createHash('sha256')
        .update(await readFile(join(out, file)))
        .digest('hex')}  ${file}`,
    );
  await writeFile(join(out, 'SHA256SUMS'), `${lines.join('\n')}\n`);
  return lines;
}

/**
 * Puts the files of a release into a folder. Returns all packages of the lockfile, and the names and versions of those that the
 * server needs and that the web app's build contains.
 * @param {string} folder
 */
async function stage(folder) {
  for (const path of (await git('ls-files', '-z')).split('\0').filter((each) => isInRelease(each))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    if (path.endsWith('package.json'))
      await writeFile(join(folder, path), releaseManifest(await textOf(path)));
    else await cp(join(root, path), join(folder, path));
  }
  await writeFile(join(folder, 'package.json'), releaseManifest(await textOf('package.json')));
  const lockText = await textOf('package-lock.json');
  const shippedLock = releaseLock(lockText);
  await writeFile(join(folder, 'package-lock.json'), shippedLock);

  const build = (await currentBuild()) ?? '';
  const [from, to] = [join(root, DIST), join(folder, DIST)];
  await mkdir(to, { recursive: true });
  await writeFile(join(to, 'current'), build);
  await cp(join(from, build), join(to, build), { recursive: true });
  await rm(join(to, build, '.vite'), { recursive: true });
  /** @type {Bundled[]} */
  const listed = JSON.parse(await readFile(join(from, build, '.vite', 'licenses.json'), 'utf8'));
  /** @type {LockedPackages} */
  const lock = JSON.parse(lockText).packages;
  const bundled = [...listed, ...(await workerPackages(lock))];
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES.md'), notices(bundled));
  return {
    lock,
    shipped: keysOf(JSON.parse(shippedLock).packages),
    bundled: new Set(bundled.map((each) => `${each.name}@${each.version}`)),
  };
}

const nameOf = (/** @type {string} */ path) =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** @param {LockedPackages} packages */
const keysOf = (packages) =>
  new Set(Object.entries(packages).map(([path, { name, version }]) => `${name ?? nameOf(path)}@${version}`));

/**
 * The packages in the web app's workers, with their licenses.
 * @param {LockedPackages} lock
 * @returns {Promise<Bundled[]>}
 */
async function workerPackages(lock) {
  return Promise.all(
    WORKER_PACKAGES.map(async (path) => {
      const { version = '', license } = lock[path] ?? {};
      const text = await textOf(`${path}/LICENSE`);
      return { name: nameOf(path), version, ...(license === undefined ? {} : { identifier: license }), text };
    }),
  );
}

/**
 * Adds the web app of the release before: pages that are open during the update load the rest of their files from the new one.
 * @param {string} folder
 * @param {string} archive
 */
async function addBuildBefore(folder, archive) {
  const name = (await output('tar', '-tzf', archive)).split('/', 1)[0] ?? '';
  const build = await output('tar', '-xzOf', archive, `${name}/${DIST}/current`);
  await output('tar', '-xzf', archive, '-C', folder, '--strip-components=1', `${name}/${DIST}/${build}`);
}

/**
 * Packs a folder the same way each time: sorted, with the time of the commit, and without users.
 * @param {string} folder
 * @param {string} name
 * @param {string} seconds
 * @param {string} file
 */
async function pack(folder, name, seconds, file) {
  const tar = join(folder, 'release.tar');
  await output(
    'tar',
    '--create',
    `--file=${tar}`,
    `--directory=${folder}`,
    '--format=ustar',
    '--sort=name',
    `--mtime=@${seconds}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    name,
  );
  await pipeline(createReadStream(tar), createGzip({ level: 9 }), createWriteStream(`${file}.partial`));
  await rename(`${file}.partial`, file);
}
