// `npm run test:soak [-- filter …]`: runs the tests that take minutes (CONTRIBUTING.md), optionally only files whose
// path contains a filter.
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runJourneys } from './lib/journeys.mjs';
import { launch } from './lib/paths.mjs';
import { report, timed } from './lib/report.mjs';
import { runProjects } from './lib/suites.mjs';

await launch(async () => {
  const filters = process.argv.slice(2);
  await ensureInstalled();
  await ensureWebBuilt();
  return report([
    await timed('server', () => runProjects(['soak'], filters)),
    await timed('e2e', () => runJourneys(filters, { tag: 'soak' })),
  ]);
});
