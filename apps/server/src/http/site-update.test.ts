import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registerErrorHandler } from './error-handler.ts';
import { registerSite } from './site.ts';

const SCRIPTS = join(import.meta.dirname, '../../../../scripts');
/** A vite whose page and only script are named after the text of the app. */
const VITE = `
  const { cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
  const out = process.argv[process.argv.indexOf('--outDir') + 1];
  const text = readFileSync('text', 'utf8');
  if (text === 'wrong') process.exit(1);
  mkdirSync(out + '/assets', { recursive: true });
  writeFileSync(out + '/index.html', 'page of ' + text);
  writeFileSync(out + '/assets/' + text + '.js', 'script of ' + text);`;
const DAY = 24 * 60 * 60;

let folder: string;
const running: FastifyInstance[] = [];
const dist = () => join(folder, 'apps/web/dist');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-update-'));
  await cp(SCRIPTS, join(folder, 'scripts'), { recursive: true });
  const files = {
    'package.json': '{}',
    'package-lock.json': '{}',
    'tsconfig.json': '{}',
    'apps/web/vite.config.ts': '',
    'docs/guide/README.md': '',
    'packages/contract/package.json': '{}',
    'packages/domain/package.json': '{}',
    'node_modules/vite/bin/vite.js': VITE,
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
});
afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
  await rm(folder, { recursive: true });
});

async function build(text: string): Promise<void> {
  await writeFile(join(folder, 'apps/web/text'), text);
  const module = pathToFileURL(join(folder, 'scripts/lib/build-web.mjs')).href;
  await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { ensureWebBuilt } from ${JSON.stringify(module)}; await ensureWebBuilt();`,
  ]);
}

async function start() {
  const app = Fastify();
  running.push(app);
  registerErrorHandler(app);
  await registerSite(app, { root: dist() });
  return async (url: string) => {
    const { statusCode, payload } = await app.inject(url);
    return statusCode === 200 ? payload : statusCode;
  };
}

it('a build takes nothing from a running server, and after its restart pages of before still get their scripts', async () => {
  await build('one');
  const before = await start();
  await build('two');
  expect(await before('/patients')).toBe('page of one');
  expect(await before('/assets/one.js')).toBe('script of one');
  const after = await start();
  expect(await after('/patients')).toBe('page of two');
  expect(await after('/assets/two.js')).toBe('script of two');
  expect(await after('/assets/one.js')).toBe('script of one');
  expect(await after('/assets/three.js')).toBe(404);
});

it('a build that fails changes nothing', async () => {
  await build('one');
  await expect(build('wrong')).rejects.toThrow('The web app could not be built');
  const get = await start();
  expect(await get('/')).toBe('page of one');
});

it('an earlier build becomes current again without another build', async () => {
  await build('one');
  await build('two');
  await writeFile(join(folder, 'node_modules/vite/bin/vite.js'), 'process.exit(1)');
  await build('one');
  expect(await (await start())('/')).toBe('page of one');
});

it('a build removes those that were current more than a day ago, except for the last two', async () => {
  const names: string[] = [];
  for (const text of ['one', 'two', 'three', 'four']) {
    await build(text);
    for (const name of await readdir(dist()))
      if (name !== 'current' && !names.includes(name)) names.push(name);
  }
  // All of the day are kept.
  expect(names).toHaveLength(4);
  const old = Date.now() / 1000 - DAY - 60;
  for (const name of names) await utimes(join(dist(), name), old, old);
  await build('five');
  const kept = await readdir(dist());
  // "four" was current until now; of the others, which are equally old, one is left.
  expect(kept).toContain(names[3]);
  expect(kept.filter((name) => names.includes(name))).toHaveLength(2);
});
