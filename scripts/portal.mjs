// `npm run portal -- <command> …`: runs a server command (serve, init, migrate, doctor …).
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { launch } from './lib/paths.mjs';
import { runServer } from './lib/server.mjs';

await launch(async () => {
  const [command, ...args] = process.argv.slice(2);
  await ensureInstalled();
  if (command === 'serve' || command === 'demo') await ensureWebBuilt();
  return runServer(command === undefined ? [] : [command, ...args]);
});
