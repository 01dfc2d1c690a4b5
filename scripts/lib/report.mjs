/** @typedef {import('./suites.mjs').Outcome} Outcome */
/** @typedef {Outcome & { name: string, seconds: number }} Result */

/**
 * Runs a part, prints a heading and measures the time.
 * @param {string} name
 * @param {() => Promise<Outcome>} run
 * @returns {Promise<Result>}
 */
export async function timed(name, run) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const outcome = await run();
  return { name, ...outcome, seconds: (performance.now() - start) / 1000 };
}

/**
 * Prints failures, flaky tests, the time of each part, and the total in the last line.
 * @param {Result[]} results
 * @returns {number} the exit code
 */
export function report(results) {
  // Repeat failures at the end: the output above is long, and CI often keeps only the last lines.
  for (const { failures } of results) for (const failure of failures) console.log(`\nFailed: ${failure}`);
  for (const { flaky } of results)
    for (const test of flaky) console.log(`\nFlaky, passed on its retry: ${test}`);
  console.log('');
  for (const { name, passed, failed, seconds } of results)
    console.log(
      `${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`,
    );
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
