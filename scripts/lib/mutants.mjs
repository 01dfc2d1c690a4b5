import { readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, prepareCacheFolder, root } from './paths.mjs';
import { runTool } from './run.mjs';
import { readReport } from './suites.mjs';

/**
 * A small mistake: what it breaks, the file, a text that occurs there exactly once, its replacement, and the test files of which one
 * must fail. All paths start at the root.
 * @typedef {{ breaks: string, file: string, find: string, replace: string, tests: string[] }} Mutant
 */
/** @typedef {'noticed' | 'SURVIVED' | 'DID NOT RUN'} Verdict */

const folder = join(root, 'scripts', 'mutants');

/**
 * Reads the lists of mutants, by name.
 * @returns {Promise<{ list: string, mutants: Mutant[] }[]>}
 */
export async function readMutants() {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => ({
      list: name.replace('.json', ''),
      mutants: JSON.parse(await readFile(join(folder, name), 'utf8')),
    })),
  );
}

/**
 * The file's text with the mistake.
 * @param {string} text
 * @param {Pick<Mutant, 'breaks' | 'find' | 'replace'>} mutant
 */
export function mutated(text, { breaks, find, replace }) {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`“${breaks}”: its text must be in its file exactly once`);
  return `${before}${replace}${after}`;
}

/**
 * Puts a mistake into its file, runs its tests, and takes it out again, also when this process is stopped.
 * @param {Mutant} mutant
 * @returns {Promise<Verdict>}
 */
export async function tryMutant(mutant) {
  const path = join(root, mutant.file);
  const text = readFileSync(path, 'utf8');
  const restore = () => writeFileSync(path, text);
  process.once('exit', restore);
  try {
    writeFileSync(path, mutated(text, mutant));
    const { failed, code } = await runFiles(mutant.tests);
    if (failed > 0) return 'noticed';
    return code === 0 ? 'SURVIVED' : 'DID NOT RUN';
  } finally {
    restore();
    process.removeListener('exit', restore);
  }
}

/**
 * Runs test files until one fails.
 * @param {string[]} files
 */
export async function runFiles(files) {
  const report = join(cacheFolder, 'mutants.json');
  await prepareCacheFolder();
  await rm(report, { force: true });
  const code = await runTool(
    'vitest/vitest.mjs',
    [
      'run',
      ...[...new Set(files.map(projectOf))].flatMap((project) => ['--project', project]),
      '--bail=1',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    { stdio: 'ignore' },
  );
  return { code, ...readReport(await readFile(report, 'utf8').catch(() => '')) };
}

/** @param {string} file */
function projectOf(file) {
  if (file.startsWith('apps/web/')) return 'web';
  return file.startsWith('apps/server/') || file.startsWith('packages/demo/') ? 'server' : 'unit';
}
