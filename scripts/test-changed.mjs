// `npm run test:changed [-- commit]`: what differs from a commit (default: HEAD), for the daily loop: format, lint and spelling of the changed
// files, types of their projects and the tests next to them. `npm test` runs everything.
import { tmpdir } from 'node:os';
import { changedFiles, nearbyTests, projectsOf } from './lib/changed.mjs';
import { checks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { memoryFolder } from './lib/memory.mjs';
import { launch } from './lib/paths.mjs';
import { report, timed } from './lib/report.mjs';
import { once, runProjects } from './lib/suites.mjs';
import { testFiles } from './lib/words.mjs';

await launch(async () => {
  process.env['TMPDIR'] ??= memoryFolder() ?? tmpdir();
  await ensureInstalled();
  const files = await changedFiles(process.argv[2] ?? 'HEAD');
  if (files.length === 0) return report([]);
  const { format, lint, spelling, types } = checks;
  const tests = nearbyTests(files, await testFiles()).filter(
    (file) => !file.startsWith('e2e/') && !file.endsWith('.soak.test.ts'),
  );
  const results = await Promise.all([
    ...Object.entries({ format, lint, spelling }).map(([name, check]) =>
      timed(name, async () => once(await check(files))),
    ),
    timed('types', async () => once(await types(projectsOf(files)))),
    ...(tests.length === 0 ? [] : [timed('tests', () => runProjects(['unit', 'server', 'web'], tests))]),
  ]);
  return report(results);
});
