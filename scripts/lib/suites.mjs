import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { cacheFolder, prepareCacheFolder, root } from './paths.mjs';
import { runTool } from './run.mjs';

/**
 * Counts, failures and flaky tests, each by name with the first line of its error.
 * @typedef {{ passed: number, failed: number, failures: string[], flaky: string[] }} Outcome
 */
/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult */
/** @typedef {{ name: string, status: string, message: string, assertionResults: TestResult[] }} FileResult */

/**
 * Runs vitest projects. `filters` select files by parts of their names. A file that does not load, an error outside of any
 * test and a suite without tests count as one failure each.
 * @param {string[]} projects
 * @param {string[]} filters
 * @param {Record<string, string>} [env] additional environment variables
 * @returns {Promise<Outcome>}
 */
export async function runProjects(projects, filters, env = {}) {
  const report = join(cacheFolder, `test-${projects.join('-')}.json`);
  await prepareCacheFolder();
  await rm(report, { force: true });
  const code = await runTool(
    'vitest/vitest.mjs',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...filters,
    ],
    { env: { ...process.env, ...env } },
  );
  return withExitCode(code, readReport(await readFile(report, 'utf8').catch(() => '')));
}

/**
 * The outcome of a check that counts as one test.
 * @param {boolean} passed
 * @returns {Outcome}
 */
export const once = (passed) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, failures: [], flaky: [] });

/**
 * Counts a run that failed without a failed test as one failure.
 * @param {number} code
 * @param {Outcome} outcome
 * @returns {Outcome}
 */
export function withExitCode(code, outcome) {
  if (code === 0 || outcome.failed > 0) return outcome;
  return { ...outcome, failed: 1, failures: ['An error outside of any test (see above)'] };
}

/**
 * Parses vitest’s JSON report. Empty text counts nothing.
 * @param {string} text
 * @returns {Outcome}
 */
export function readReport(text) {
  if (text === '') return { passed: 0, failed: 0, failures: [], flaky: [] };
  /** @type {{ numPassedTests: number, testResults: FileResult[] }} */
  const { numPassedTests, testResults } = JSON.parse(text);
  const failures = testResults.flatMap((file) => failuresOf(file));
  return { passed: numPassedTests, failed: failures.length, failures, flaky: [] };
}

/** @param {FileResult} file */
function failuresOf(file) {
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  if (file.status === 'failed' && failed.length === 0)
    return [`${relative(root, file.name)}: ${firstLine(file.message)}`];
  return failed.map((test) => describeTest(file, test));
}

/**
 * @param {FileResult} file
 * @param {TestResult} test
 */
function describeTest({ name }, { fullName, failureMessages }) {
  return `${relative(root, name)}: ${fullName}\n    ${firstLine(failureMessages[0] ?? '')}`;
}

/**
 * The first line of an error, without terminal colors.
 * @param {string} text
 */
export const firstLine = (text) => stripVTControlCharacters(text).trim().split('\n', 1)[0] ?? '';
