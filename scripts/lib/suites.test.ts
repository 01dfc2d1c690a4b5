import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './paths.mjs';
import { readReport } from './suites.mjs';

interface Test {
  readonly status: 'passed' | 'failed';
  readonly fullName: string;
  readonly failureMessages: readonly string[];
}

const passed = (fullName: string): Test => ({ status: 'passed', fullName, failureMessages: [] });
const failed = (fullName: string): Test => ({
  status: 'failed',
  fullName,
  failureMessages: ['Error: too late\n    at somewhere'],
});
const flaky = (fullName: string): Test => ({ ...failed(fullName), status: 'passed' });

/** A report of one file as vitest writes it. */
const reportOf = (...tests: Test[]): string =>
  JSON.stringify({
    numPassedTests: tests.filter(({ status }) => status === 'passed').length,
    testResults: [
      {
        name: join(root, 'e2e/journeys/orders.test.ts'),
        status: tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
        message: '',
        assertionResults: tests,
      },
    ],
  });

describe('the report of a test run', () => {
  it('names a test that passed only on its retry, and the run still passes', () => {
    expect(readReport(reportOf(passed('lists orders'), flaky('prints an order')))).toEqual({
      passed: 2,
      failed: 0,
      failures: [],
      flaky: ['e2e/journeys/orders.test.ts: prints an order\n    Error: too late'],
    });
  });

  it('allows three flaky tests and fails on the fourth', () => {
    const names = ['one', 'two', 'three'];
    expect(readReport(reportOf(...names.map((name) => flaky(name)))).failed).toBe(0);
    const outcome = readReport(reportOf(...[...names, 'four'].map((name) => flaky(name))));
    expect(outcome.failed).toBe(1);
    expect(outcome.failures).toEqual(['4 tests passed only on a retry; at most 3 may']);
    expect(outcome.flaky).toHaveLength(4);
  });

  it('names what failed with the first line of its error', () => {
    const outcome = readReport(reportOf(passed('lists orders'), failed('cancels an order')));
    expect(outcome).toMatchObject({ passed: 1, failed: 1, flaky: [] });
    expect(outcome.failures).toEqual(['e2e/journeys/orders.test.ts: cancels an order\n    Error: too late']);
  });

  it('counts nothing when there is no report', () => {
    expect(readReport('')).toEqual({ passed: 0, failed: 0, failures: [], flaky: [] });
  });
});
