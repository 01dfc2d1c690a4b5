// `npm run mutants [-- word …]`: puts small mistakes into the code, one at a time, and checks that their tests notice. A word selects
// the mistakes of a list, or those whose file or description contains it. `npm run mutants -- generated [file …]`: the same with
// mistakes that StrykerJS makes in the rules, by default in all files that changed since its last run.
import { ensureInstalled } from './lib/install.mjs';
import { readMutants, runFiles, tryMutant } from './lib/mutants.mjs';
import { launch, LauncherError } from './lib/paths.mjs';
import { runStryker } from './lib/stryker.mjs';

await launch(async () => {
  await ensureInstalled();
  const words = process.argv.slice(2);
  if (words[0] === 'generated') return runStryker(words.slice(1));
  const chosen = (await readMutants())
    .flatMap(({ list, mutants }) => mutants.map((mutant) => ({ list, ...mutant })))
    .filter(({ list, file, breaks }) =>
      words.every((word) => list === word || file.includes(word) || breaks.includes(word)),
    );
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  if (tests.length === 0) throw new LauncherError('No mutant is chosen.');
  console.log(`${tests.length} test files without a mistake`);
  const { code, failures } = await runFiles(tests);
  if (code !== 0) throw new LauncherError(`The tests already fail: ${failures.join('; ')}`);
  let noticed = 0;
  for (const mutant of chosen) {
    const start = performance.now();
    const verdict = await tryMutant(mutant);
    if (verdict === 'noticed') noticed += 1;
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`${verdict.padEnd(11)} ${mutant.list}: ${mutant.breaks} (${mutant.file}, ${seconds} s)`);
  }
  console.log(`\n${noticed} of ${chosen.length} noticed`);
  return noticed === chosen.length ? 0 : 1;
});
