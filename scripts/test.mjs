// `npm test [-- part … filter …]`: runs all checks and tests, or only some parts: static (or one of format, lint, spelling,
// unused, types, build), unit, server, web, e2e. Any other word filters test files by path. The last line has the total.
import { tmpdir } from 'node:os';
import { checks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runJourneys } from './lib/journeys.mjs';
import { memoryFolder } from './lib/memory.mjs';
import { launch, LauncherError } from './lib/paths.mjs';
import { report, timed } from './lib/report.mjs';
import { once, runProjects } from './lib/suites.mjs';
import { parseTestArgs } from './lib/words.mjs';

const suites = ['unit', 'server', 'web'];
const checkNames = Object.keys(checks);

await launch(async () => {
  process.env['TMPDIR'] ??= memoryFolder() ?? tmpdir();
  const { chosen, filters } = await parseTestArgs(process.argv.slice(2), [
    'static',
    ...checkNames,
    ...suites,
    'e2e',
  ]);
  /** @param {string[]} names */
  const isChosen = (...names) => chosen.length === 0 || names.some((name) => chosen.includes(name));
  const projects = suites.filter((name) => isChosen(name));
  // Web tests also check the build, so it runs first even if not requested.
  const needsBuild = isChosen('web', 'e2e');

  if (!(await isInstalled())) {
    return report([await timed('install', async () => once(false))]);
  }

  const wanted = Object.entries(checks).filter(
    ([name]) => isChosen('static', name) || (name === 'build' && needsBuild),
  );
  // Run in parallel: some checks use only one core.
  const results = await Promise.all(
    wanted.map(([name, check]) => timed(name, async () => once(await check()))),
  );
  if (projects.length > 0)
    results.push(await timed(projects.join(', '), () => runProjects(projects, filters)));
  // A failed build is counted as a failure; journeys would only repeat it.
  const isBuilt = results.every(({ name, failed }) => name !== 'build' || failed === 0);
  if (isChosen('e2e') && isBuilt) results.push(await timed('e2e', () => runJourneys(filters)));
  return report(results);
});

async function isInstalled() {
  try {
    await ensureInstalled();
    return true;
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    console.error(error.message);
    return false;
  }
}
