// `npm test [-- part … filter …]`: every check and test, or the parts named. A part is static (or one of format, lint,
// types, build), unit, server, web or e2e; any other word chooses test files by name. The last line counts all.
import { checks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { launch, LauncherError } from './lib/paths.mjs';
import { runProjects } from './lib/suites.mjs';

/** @typedef {import('./lib/suites.mjs').Outcome} Outcome */
/** @typedef {{ name: string, run: () => Promise<Outcome> }} Step */

const suites = ['unit', 'server', 'web'];

/**
 * @param {boolean} passed
 * @returns {Outcome}
 */
const one = (passed) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, failures: [], flaky: [] });

/**
 * @param {string[]} words
 * @returns {Step[]}
 */
function planSteps(words) {
  const checkNames = Object.keys(checks);
  const parts = ['static', ...checkNames, ...suites, 'e2e'];
  const filters = words.filter((word) => !parts.includes(word));
  const chosen = words.filter((word) => parts.includes(word));
  /** @param {...string} names */
  const isChosen = (...names) => chosen.length === 0 || names.some((name) => chosen.includes(name));

  const projects = suites.filter((name) => isChosen(name));
  // Tests of the web app look at what was built as well, so its build goes before them even when not asked for.
  const needsBuild = isChosen('web', 'e2e');
  let built = true;
  /** @type {Step[]} */
  const steps = [];
  for (const [name, check] of Object.entries(checks)) {
    if (!isChosen('static', name) && !(name === 'build' && needsBuild)) continue;
    steps.push({
      name,
      async run() {
        const passed = await check();
        if (name === 'build') built = passed;
        return one(passed);
      },
    });
  }
  if (projects.length > 0)
    steps.push({ name: projects.join(', '), run: () => runProjects(projects, filters) });
  if (isChosen('e2e')) {
    steps.push({
      name: 'e2e',
      async run() {
        if (built) return runProjects(['e2e'], filters);
        console.error('Not run: there is no web app to try.');
        return one(false);
      },
    });
  }
  return steps;
}

async function tryInstall() {
  try {
    await ensureInstalled();
    return true;
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    console.error(error.message);
    return false;
  }
}

await launch(async () => {
  const steps = planSteps(process.argv.slice(2));
  /** @type {(Outcome & { name: string, seconds: number })[]} */
  const results = [];
  const isInstalled = await tryInstall();
  for (const { name, run } of steps) {
    const start = performance.now();
    console.log(`\n── ${name}`);
    const outcome = isInstalled ? await run() : one(false);
    results.push({ name, ...outcome, seconds: (performance.now() - start) / 1000 });
  }

  // What failed once more at the end: the lines above are many, and of a remote run often only the last are kept.
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
});
