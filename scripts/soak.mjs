// `npm run test:soak [-- filter …]`: the tests that take minutes (CONTRIBUTING.md), or those chosen by parts of their files' names.
import { ensureInstalled } from './lib/install.mjs';
import { launch } from './lib/paths.mjs';
import { runProjects } from './lib/suites.mjs';

await launch(async () => {
  await ensureInstalled();
  const { passed, failed, failures } = await runProjects(['soak'], process.argv.slice(2));
  for (const failure of failures) console.log(`\nFailed: ${failure}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
