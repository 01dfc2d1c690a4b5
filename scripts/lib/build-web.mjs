import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LauncherError, root } from './paths.mjs';
import { runTool } from './run.mjs';

const web = join(root, 'apps', 'web');
/** One folder per build, named after a hash of its sources. The file `current` has the name of the one that a server serves from its start. */
const builds = join(web, 'dist');

/** Builds that are kept whatever their age: the current one and the two before it. */
const KEPT = 3;
/** How long (ms) a build is kept after another one became current: for servers that run, and pages that are open. */
const KEPT_FOR = 24 * 60 * 60_000;

/** Everything the built web app depends on, relative to the root. */
const sources = [
  'apps/web',
  'docs/guide',
  'packages/contract',
  'packages/domain',
  'package-lock.json',
  'tsconfig.json',
];

/**
 * Builds the web app if its sources have changed since the last build. A running server keeps the build that it started with.
 * Throws `LauncherError` when vite fails; vite has then printed the reason.
 */
export async function ensureWebBuilt() {
  // A release has the built web app instead of its sources.
  if (!existsSync(join(web, 'vite.config.ts'))) return;
  const name = (await hashOfSources()).slice(0, 16);
  const before = await currentBuild();
  if (!existsSync(join(builds, name))) await build(name);
  if (before === name) return;
  const pointer = join(builds, `current.${process.pid}`);
  await writeFile(pointer, name);
  await rename(pointer, join(builds, 'current'));
  // The time of a folder is when it was last current.
  const now = new Date();
  if (before !== undefined) await utimes(join(builds, before), now, now).catch(() => undefined);
  await removeOldBuilds(name);
}

/** The name of the build that servers serve. */
export async function currentBuild() {
  return readFile(join(builds, 'current'), 'utf8').catch(() => undefined);
}

/**
 * Builds into a folder of its own, which gets its name when it is complete.
 * @param {string} name
 */
async function build(name) {
  console.error('Building the web app …');
  const unfinished = join(builds, `${name}.${process.pid}`);
  const code = await runTool(
    'vite/bin/vite.js',
    ['build', '--logLevel', 'warn', '--outDir', unfinished, '--emptyOutDir'],
    { cwd: web, env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (code !== 0)
    throw new LauncherError(`The web app could not be built (vite exited with code ${code}, see above).`);
  await rename(unfinished, join(builds, name)).catch(async (error) => {
    // Another build of the same sources was faster.
    if (!existsSync(join(builds, name))) throw error;
    await rm(unfinished, { recursive: true });
  });
}

/** @param {string} current */
async function removeOldBuilds(current) {
  const names = (await readdir(builds)).filter((name) => name !== 'current' && name !== current);
  const aged = await Promise.all(
    names.map(async (name) => ({ name, age: Date.now() - (await stat(join(builds, name))).mtimeMs })),
  );
  const old = aged
    .toSorted((a, b) => a.age - b.age)
    .slice(KEPT - 1)
    .filter(({ age }) => age > KEPT_FOR);
  for (const { name } of old) await rm(join(builds, name), { recursive: true, force: true });
}

async function hashOfSources() {
  const files = (await Promise.all(sources.map((path) => filesBelow(path)))).flat().toSorted();
  const hash = createHash('sha256');
  // One after the other: some systems allow a process only 1,024 open files.
  for (const file of files) hash.update(`${file}\0`).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

/**
 * @param {string} path a file or folder, relative to the root
 * @returns {Promise<string[]>}
 */
async function filesBelow(path) {
  let entries;
  try {
    entries = await readdir(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    throw error;
  }
  const nested = entries
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && !/\.test\.tsx?$/.test(name))
    .map(async (entry) =>
      entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    );
  return (await Promise.all(nested)).flat();
}
