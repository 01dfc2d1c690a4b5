// `npm run dev`: the demo practice for work on the code. The server restarts after an edit, and the browser shows an edited screen at once.
// `npm run dev -- --inspect` lets a debugger attach to the server.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { launch, portalNode, root } from './lib/paths.mjs';
import { runServer } from './lib/server.mjs';

/** What the server is made of. */
const folders = ['apps/server/src', 'packages'];

await launch(async () => {
  await ensureInstalled();
  // The server also serves what Vite does not, such as the fonts of the PDF viewer.
  await ensureWebBuilt();
  const web = spawn(
    portalNode(),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--clearScreen', 'false'],
    { cwd: join(root, 'apps', 'web'), stdio: 'inherit' },
  );
  // One does not run without the other: if Vite ends, this ends as with Ctrl-C.
  web.once('close', () => process.kill(process.pid, 'SIGTERM'));
  const code = await runServer(
    ['demo'],
    [
      ...folders.map((folder) => `--watch-path=${folder}`),
      '--watch-preserve-output',
      ...process.argv.slice(2),
    ],
  );
  web.removeAllListeners('close').kill();
  return code;
});
