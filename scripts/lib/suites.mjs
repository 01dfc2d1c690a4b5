import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, prepareCacheFolder } from './paths.mjs';
import { runTool } from './run.mjs';

/**
 * Runs vitest projects to their end; files can be chosen by parts of their names. What cannot be counted as a test (a file
 * that does not load, an error outside of any test, a suite without tests) counts as one failure each.
 * @param {string[]} projects
 * @param {string[]} filters
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runProjects(projects, filters) {
  const report = join(cacheFolder, `test-${projects.join('-')}.json`);
  await prepareCacheFolder();
  await rm(report, { force: true });
  const code = await runTool('vitest/vitest.mjs', [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ]);
  const counted = await count(report);
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

/** @param {string} report */
async function count(report) {
  const text = await readFile(report, 'utf8').catch(() => '');
  if (text === '') return { passed: 0, failed: 0 };
  /** @type {{ numPassedTests: number, numFailedTests: number, testResults: FileResult[] }} */
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(text);
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length };
}

/** @typedef {{ status: string, assertionResults: { status: string }[] }} FileResult */
