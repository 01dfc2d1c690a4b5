// `npm run test:browsers`: runs one journey in Firefox and in WebKit, Safari’s engine (CONTRIBUTING.md).
import { ensureBrowsers } from './lib/browsers.mjs';
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runJourneys } from './lib/journeys.mjs';
import { launch } from './lib/paths.mjs';
import { report, timed } from './lib/report.mjs';

await launch(async () => {
  await ensureBrowsers();
  await ensureInstalled();
  await ensureWebBuilt();
  return report([await timed('browsers', () => runJourneys([], { tag: 'browsers' }))]);
});
