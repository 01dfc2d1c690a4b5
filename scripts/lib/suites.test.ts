import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './paths.mjs';
import { readReport, withExitCode } from './suites.mjs';

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

/** A vitest report of one file. */
const reportOf = (message: string, ...tests: Test[]): string =>
  JSON.stringify({
    numPassedTests: tests.filter(({ status }) => status === 'passed').length,
    testResults: [
      {
        name: join(root, 'packages/domain/src/age.test.ts'),
        status: message !== '' || tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
        message,
        assertionResults: tests,
      },
    ],
  });

describe("vitest's report", () => {
  it('lists a failure with the first line of its error', () => {
    const outcome = readReport(reportOf('', passed('counts years'), failed('counts days')));
    expect(outcome).toMatchObject({ passed: 1, failed: 1 });
    expect(outcome.failures).toEqual(['packages/domain/src/age.test.ts: counts days\n    Error: too late']);
  });

  it('counts a file that does not load as one failure', () => {
    const { failed: count, failures } = readReport(reportOf('Error: no such module\n at x'));
    expect(count).toBe(1);
    expect(failures).toEqual(['packages/domain/src/age.test.ts: Error: no such module']);
  });

  it('counts nothing when the report is empty', () => {
    expect(readReport('')).toEqual({ passed: 0, failed: 0, failures: [], flaky: [] });
  });
});

describe('a failed run', () => {
  it('counts as one failure when no test failed', () => {
    expect(withExitCode(1, readReport(reportOf('', passed('counts years'))))).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  it('counts the failed tests', () => {
    const outcome = readReport(reportOf('', failed('counts years'), failed('counts days')));
    expect(withExitCode(1, outcome)).toBe(outcome);
  });
});
