import { createHash } from 'node:crypto';
import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, LauncherError, prepareCacheFolder, root } from './paths.mjs';
import { runTool } from './run.mjs';

const web = join(root, 'apps', 'web');
const stampFile = join(cacheFolder, 'web-build');

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
 * Builds the web app into apps/web/dist if its sources have changed since the last build. Throws `LauncherError` when
 * vite fails; vite has then printed the reason.
 */
export async function ensureWebBuilt() {
  const hash = await hashOfSources();
  const [built, index] = await Promise.all([
    readFile(stampFile, 'utf8').catch(() => ''),
    access(join(web, 'dist', 'index.html')).then(
      () => true,
      () => false,
    ),
  ]);
  if (built === hash && index) return;
  console.error('Building the web app …');
  await prepareCacheFolder();
  await rm(stampFile, { force: true });
  const code = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code !== 0)
    throw new LauncherError(`The web app could not be built (vite exited with code ${code}, see above).`);
  await writeFile(stampFile, hash);
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
