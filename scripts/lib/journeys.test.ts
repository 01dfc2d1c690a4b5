import { describe, expect, it } from 'vitest';
import { readJourneys } from './journeys.mjs';

type Status = 'expected' | 'unexpected' | 'flaky';

const FILE = 'orders.test.ts';
const ERROR = '\u001b[31mError: too late\u001b[39m\n    at somewhere';

const journey = (title: string, status: Status) => ({
  title,
  file: FILE,
  tests: [{ status, results: [status === 'expected' ? {} : { error: { message: ERROR } }, {}] }],
});

const flaky = (title: string) => journey(title, 'flaky');

/** A Playwright report of one file with one group. */
const reportOf = (...specs: ReturnType<typeof journey>[]): string =>
  JSON.stringify({
    errors: [],
    suites: [{ title: FILE, file: FILE, specs: [], suites: [{ title: 'orders', file: FILE, specs }] }],
  });

describe("Playwright's report", () => {
  it('lists a journey that passed only on its retry, and the run passes', () => {
    const outcome = readJourneys(reportOf(journey('lists them', 'expected'), journey('prints one', 'flaky')));
    expect(outcome).toEqual({
      passed: 2,
      failed: 0,
      failures: [],
      flaky: ['e2e/journeys/orders.test.ts: orders › prints one\n    Error: too late'],
    });
  });

  it('allows three flaky journeys and fails on the fourth', () => {
    const names = ['one', 'two', 'three'];
    expect(readJourneys(reportOf(...names.map(flaky))).failed).toBe(0);
    const outcome = readJourneys(reportOf(...[...names, 'four'].map(flaky)));
    expect(outcome.failures).toEqual(['4 journeys passed only on a retry (maximum: 3)']);
    expect(outcome.failed).toBe(1);
    expect(outcome.flaky).toHaveLength(4);
  });

  it('lists a failure with the first line of its error', () => {
    const outcome = readJourneys(
      reportOf(journey('lists them', 'expected'), journey('cancels one', 'unexpected')),
    );
    expect(outcome).toMatchObject({ passed: 1, failed: 1, flaky: [] });
    expect(outcome.failures).toEqual([
      'e2e/journeys/orders.test.ts: orders › cancels one\n    Error: too late',
    ]);
  });

  it('reports an error before any journey in one sentence', () => {
    const message = 'Error: Chromium from npm does not start here.\n    at findChromium';
    const { failed, failures } = readJourneys(JSON.stringify({ errors: [{ message }], suites: [] }));
    expect(failed).toBe(1);
    expect(failures).toEqual(['e2e: Error: Chromium from npm does not start here.']);
  });

  it('counts nothing when the report is empty', () => {
    expect(readJourneys('')).toEqual({ passed: 0, failed: 0, failures: [], flaky: [] });
  });
});
