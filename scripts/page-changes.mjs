// `npm run bench:pages`: measures what changing pages costs in the browser (docs/performance.md).
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runJourneys } from './lib/journeys.mjs';
import { launch } from './lib/paths.mjs';
import { report, timed } from './lib/report.mjs';

await launch(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  return report([await timed('e2e', () => runJourneys([], { tag: 'perf' }))]);
});
