// `npm run build`: builds the web app if its sources have changed.
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { launch } from './lib/paths.mjs';

await launch(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  return 0;
});
