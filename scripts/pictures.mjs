// `npm run pictures`: takes pictures of all screens, and those of the documentation, in a demo practice whose clock is stopped.
// Words select screens by parts of their names: `npm run pictures -- orders`. `--check` leaves the documentation as it is and fails
// if a page scrolls sideways, a row is too high or actions are not in sight.
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runJourneys } from './lib/journeys.mjs';
import { cacheFolder, launch } from './lib/paths.mjs';
import { report, timed } from './lib/report.mjs';

/** A morning in the practice: 10:24 on a Thursday. */
const TIME = '2026-11-19T15:24:00Z';
const folder = join(cacheFolder, 'pictures');

const words = process.argv.slice(2).filter((word) => word !== '--check');
const isCheck = process.argv.includes('--check');

await launch(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  await rm(words.length === 0 ? folder : join(folder, 'problems'), { recursive: true, force: true });
  const env = { JOURNEYS_TIME: TIME, PICTURES: words.join(' '), ...(isCheck && { PICTURES_CHECK: 'true' }) };
  const outcomes = [];
  // The pictures that a test compares with the components.
  if (words.length === 0 || words.includes('design')) {
    const args = isCheck ? [] : ['--update-snapshots=all'];
    outcomes.push(await timed('design', () => runJourneys(['design.test'], { args })));
  }
  outcomes.push(await timed('pictures', () => runJourneys(['pictures.test'], { tag: 'pictures', env })));
  await writeOverview();
  const problems = await readProblems();
  for (const { picture, problem } of problems) console.log(`${picture.padEnd(56)}${problem}`);
  const code = report(outcomes);
  console.log(`${folder}/index.html shows them all. ${problems.length} problems.`);
  return isCheck && problems.length > 0 ? 1 : code;
});

/** What is wrong, by picture: its name and a sentence. */
async function readProblems() {
  const files = globSync('problems/*.json', { cwd: folder }).toSorted();
  const lines = await Promise.all(
    files.map(async (file) => {
      /** @type {string[]} */
      const problems = JSON.parse(await readFile(join(folder, file), 'utf8'));
      return problems.map((problem) => ({ picture: basename(file, '.json'), problem }));
    }),
  );
  return lines.flat();
}

/** Writes a page with all pictures, those of one screen side by side. */
async function writeOverview() {
  const names = globSync('*.png', { cwd: folder }).toSorted();
  const screens = Map.groupBy(names, (name) => name.replace(/-\d+-(?:light|dark)\.png$/, ''));
  const rows = [...screens].map(
    ([screen, pictures]) =>
      `<h2>${screen}</h2>${pictures.map((name) => `<a href="${name}"><img src="${name}" height="300" loading="lazy" alt="${name}"></a>`).join(' ')}`,
  );
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Pictures</title><body style="font-family: sans-serif">${rows.join('')}`,
  );
}
