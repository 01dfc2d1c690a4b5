// `npm run test:soak [-- filter …]`: runs the tests that take minutes (CONTRIBUTING.md), optionally only files whose
// path contains a filter. Also runs all server tests on the PostgreSQL that Debian has installed on this machine, if any.
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findInstalledPostgres, withInstalledPostgres } from './lib/installed-postgres.mjs';
import { runJourneys } from './lib/journeys.mjs';
import { launch } from './lib/paths.mjs';
import { report, timed } from './lib/report.mjs';
import { runProjects } from './lib/suites.mjs';

await launch(async () => {
  const filters = process.argv.slice(2);
  await ensureInstalled();
  await ensureWebBuilt();
  const installed = await findInstalledPostgres();
  const results = [
    await timed('server', () => runProjects(['soak'], filters)),
    await timed('e2e', () => runJourneys(filters, { tag: 'soak' })),
  ];
  if (installed !== undefined)
    results.push(
      await timed(`server on ${installed}`, () =>
        withInstalledPostgres(installed, (url) =>
          runProjects(['server'], filters, { TEST_DATABASE_URL: url }),
        ),
      ),
    );
  const code = report(results);
  if (installed === undefined)
    console.log('The server tests did not run on another PostgreSQL: none from Debian is installed.');
  return code;
});
