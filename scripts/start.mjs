// `npm start`: runs the portal with demo data, from a fresh clone with only Node 20 and npm.
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { launch } from './lib/paths.mjs';
import { runServer } from './lib/server.mjs';

await launch(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  return runServer(['demo', ...process.argv.slice(2)]);
});
