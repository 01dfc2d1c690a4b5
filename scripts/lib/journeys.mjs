import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './paths.mjs';
import { runTool } from './run.mjs';
import { firstLine, withExitCode } from './suites.mjs';

/** @typedef {import('./suites.mjs').Outcome} Outcome */
/** @typedef {{ status: 'expected' | 'unexpected' | 'flaky' | 'skipped', results: { error?: { message?: string } }[] }} Attempts */
/** @typedef {{ title: string, file: string, tests: Attempts[] }} Spec */
/** @typedef {{ title: string, file: string, specs?: Spec[], suites?: Suite[] }} Suite */

/** A run with more flaky journeys than this fails. */
const MAX_FLAKY = 3;
const report = join(cacheFolder, 'journeys', 'report.json');

/**
 * Runs the browser journeys. `filters` select files by parts of their names.
 * @param {string[]} filters
 * @param {{ tag?: 'soak' | 'perf' | 'browsers' | 'pictures', env?: Record<string, string>, args?: string[] }} [options] `tag`: runs
 * those with it, which `npm test` does not run; `env`: additional environment variables; `args`: of Playwright
 * @returns {Promise<Outcome>}
 */
export async function runJourneys(filters, { tag, env = {}, args = [] } = {}) {
  await rm(report, { force: true });
  const code = await runTool(
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', '--pass-with-no-tests', ...args, ...filters],
    { env: { ...process.env, ...(tag === undefined ? {} : { JOURNEYS_TAG: tag }), ...env } },
  );
  return withExitCode(code, readJourneys(await readFile(report, 'utf8').catch(() => '')));
}

/**
 * Parses Playwright’s JSON report. Empty text counts nothing. An error outside of any test counts as one failure, and so do
 * more than three flaky journeys.
 * @param {string} text
 * @returns {Outcome}
 */
export function readJourneys(text) {
  if (text === '') return { passed: 0, failed: 0, failures: [], flaky: [] };
  /** @type {{ suites: Suite[], errors: { message?: string }[] }} */
  const { suites, errors } = JSON.parse(text);
  const tests = suites.flatMap((suite) => testsOf(suite, []));
  const named = (/** @type {string} */ status) =>
    tests.filter((test) => test.status === status).map(({ name, error }) => `${name}\n    ${error}`);
  const flaky = named('flaky');
  const failures = [
    ...errors.map(({ message = '' }) => `e2e: ${firstLine(message)}`),
    ...named('unexpected'),
  ];
  if (flaky.length > MAX_FLAKY)
    failures.push(`${flaky.length} journeys passed only on a retry (maximum: ${MAX_FLAKY})`);
  const passed = tests.filter(({ status }) => status === 'expected' || status === 'flaky').length;
  return { passed, failed: failures.length, failures, flaky };
}

/**
 * @param {Suite} suite
 * @param {string[]} titles of the parent suites
 * @returns {{ name: string, status: string, error: string }[]}
 */
function testsOf({ title, file, specs = [], suites = [] }, titles) {
  // The outermost suite is the file.
  const path = title === file ? titles : [...titles, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      name: `e2e/journeys/${spec.file}: ${[...path, spec.title].join(' › ')}`,
      status,
      error: firstLine(results.find(({ error }) => error !== undefined)?.error?.message ?? ''),
    })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(suite, path))];
}
