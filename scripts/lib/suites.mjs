import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { cacheFolder, prepareCacheFolder, root } from './paths.mjs';
import { runTool } from './run.mjs';

/** @typedef {{ passed: number, failed: number, failures: string[] }} Outcome what failed by name, each with its first line */
/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult */
/** @typedef {{ name: string, status: string, message: string, assertionResults: TestResult[] }} FileResult */

/**
 * Runs vitest projects to their end; files can be chosen by parts of their names. What cannot be counted as a test (a file
 * that does not load, an error outside of any test, a suite without tests) counts as one failure each.
 * @param {string[]} projects
 * @param {string[]} filters
 * @returns {Promise<Outcome>}
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
  if (code === 0 || counted.failed > 0) return counted;
  return { ...counted, failed: 1, failures: ['An error outside of any test; see above'] };
}

/**
 * @param {string} report
 * @returns {Promise<Outcome>}
 */
async function count(report) {
  const text = await readFile(report, 'utf8').catch(() => '');
  if (text === '') return { passed: 0, failed: 0, failures: [] };
  /** @type {{ numPassedTests: number, testResults: FileResult[] }} */
  const { numPassedTests, testResults } = JSON.parse(text);
  const failures = testResults.flatMap((file) => failuresOf(file));
  return { passed: numPassedTests, failed: failures.length, failures };
}

/** @param {FileResult} file */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${file}: ${fullName}\n    ${firstLine(failureMessages[0] ?? '')}`,
  );
}

/** @param {string} text */
const firstLine = (text) => text.trim().split('\n', 1)[0] ?? '';
