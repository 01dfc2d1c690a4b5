import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { cacheFolder, prepareCacheFolder, root } from './paths.mjs';
import { runTool } from './run.mjs';

/**
 * What failed and what passed only on a retry, by name, each with the first line of its error.
 * @typedef {{ passed: number, failed: number, failures: string[], flaky: string[] }} Outcome
 */
/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult */
/** @typedef {{ name: string, status: string, message: string, assertionResults: TestResult[] }} FileResult */

/** A run with more flaky tests than this fails: one race is bad luck, four are a defect. */
const MAX_FLAKY = 3;

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
  const outcome = readReport(await readFile(report, 'utf8').catch(() => ''));
  if (code === 0 || outcome.failed > 0) return outcome;
  return { ...outcome, failed: 1, failures: ['An error outside of any test; see above'] };
}

/**
 * Reads vitest's JSON report; an empty text counts nothing. More than three flaky tests count as one failure.
 * @param {string} text
 * @returns {Outcome}
 */
export function readReport(text) {
  if (text === '') return { passed: 0, failed: 0, failures: [], flaky: [] };
  /** @type {{ numPassedTests: number, testResults: FileResult[] }} */
  const { numPassedTests, testResults } = JSON.parse(text);
  const failures = testResults.flatMap((file) => failuresOf(file));
  const flaky = testResults.flatMap((file) => flakyOf(file));
  if (flaky.length > MAX_FLAKY)
    failures.push(`${flaky.length} tests passed only on a retry; at most ${MAX_FLAKY} may`);
  return { passed: numPassedTests, failed: failures.length, failures, flaky };
}

/** @param {FileResult} file */
function failuresOf(file) {
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  if (file.status === 'failed' && failed.length === 0)
    return [`${relative(root, file.name)}: ${firstLine(file.message)}`];
  return failed.map((test) => describeTest(file, test));
}

/**
 * Tests that passed but keep the error of an earlier attempt.
 * @param {FileResult} file
 */
function flakyOf(file) {
  return file.assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map((test) => describeTest(file, test));
}

/**
 * @param {FileResult} file
 * @param {TestResult} test
 */
function describeTest({ name }, { fullName, failureMessages }) {
  return `${relative(root, name)}: ${fullName}\n    ${firstLine(failureMessages[0] ?? '')}`;
}

/** @param {string} text */
const firstLine = (text) => text.trim().split('\n', 1)[0] ?? '';
