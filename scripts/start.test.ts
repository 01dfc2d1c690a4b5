import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installedNode, root } from './lib/paths.mjs';

const lock = JSON.stringify({ packages: {} });

/** What a vite writes to the folder of `--outDir`. */
const FAKE_BUILD = `process.getBuiltinModule('node:fs').mkdirSync(process.argv[process.argv.indexOf('--outDir') + 1], { recursive: true });`;

let folder: string;

/** A repository where everything is installed, with `server` as its server. */
async function writeRepository(server: string): Promise<void> {
  await cp(import.meta.dirname, join(folder, 'scripts'), { recursive: true });
  const files = {
    'package.json': '{ "type": "module" }',
    'package-lock.json': lock,
    'tsconfig.json': '{}',
    'apps/web/vite.config.ts': '',
    'docs/guide/README.md': '',
    'apps/server/src/main.mjs': server,
    'packages/contract/package.json': '{}',
    'packages/domain/package.json': '{}',
    'node_modules/.portal-install': `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`,
    'node_modules/vite/bin/vite.js': `${FAKE_BUILD} console.log("built")`,
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const node = join(folder, relative(root, installedNode() ?? ''));
  await mkdir(join(node, '..'), { recursive: true });
  await symlink(process.execPath, node);
}

/** Puts an npm in the way that installs the package `wanted`, or waits until it is stopped. Returns the environment with it. */
async function fakeNpm(waits: boolean) {
  const lockOfTwo = JSON.stringify({
    packages: { '': {}, 'node_modules/wanted': {}, 'node_modules/other-system': { os: ['none'] } },
  });
  await writeFile(join(folder, 'package-lock.json'), lockOfTwo);
  const file = join(folder, 'bin', 'npm');
  await mkdir(join(folder, 'bin'), { recursive: true });
  const work = waits
    ? 'exec tail -f /dev/null'
    : 'mkdir -p node_modules/wanted\necho "{}" > node_modules/wanted/package.json';
  await writeFile(file, `#!/bin/sh\necho "npm $*" >&2\n${work}\n`, { mode: 0o755 });
  return { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-launcher-'));
});
afterEach(() => rm(folder, { recursive: true }));

const launch = (script: string, ...args: string[]) =>
  spawn(process.execPath, [join(folder, 'scripts', script), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });

describe('the launchers', () => {
  it('npm start runs the demo, builds the web app only when it changed, and passes arguments on', async () => {
    await writeRepository('console.log(process.argv.slice(2).join(" "))');
    const start = async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [
        join(folder, 'scripts', 'start.mjs'),
        '--port=1',
      ]);
      return stdout;
    };
    expect(await start()).toBe('built\ndemo --port=1\n');
    expect(await start()).toBe('demo --port=1\n');
    await writeFile(join(folder, 'apps', 'web', 'index.html'), 'changed');
    expect(await start()).toBe('built\ndemo --port=1\n');
  });

  it('the first start installs the packages, says how far it is, and starts', async () => {
    await writeRepository('console.log("started")');
    const env = await fakeNpm(false);
    const start = () =>
      promisify(execFile)(process.execPath, [join(folder, 'scripts', 'portal.mjs'), 'doctor'], { env });
    expect(await start()).toEqual({
      stdout: 'started\n',
      stderr:
        'Installing packages (about a minute, only once) …\nnpm ci --include=dev --no-audit --no-fund --loglevel=error\n1 of 1 packages\n',
    });
    expect(await start()).toEqual({ stdout: 'started\n', stderr: '' });
  });

  it('an installation that is stopped says so, and the next start installs again', async () => {
    await writeRepository('console.log("started")');
    const stopped = spawn(process.execPath, [join(folder, 'scripts', 'portal.mjs'), 'doctor'], {
      env: await fakeNpm(true),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const lines: string[] = [];
    for await (const line of createInterface({ input: stopped.stderr })) {
      lines.push(line);
      if (line.startsWith('npm ci')) stopped.kill('SIGTERM');
    }
    expect(lines.at(-1)).toBe('Stopped. The next start installs the packages again.');
    const env = await fakeNpm(false);
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [join(folder, 'scripts', 'portal.mjs'), 'doctor'],
      { env },
    );
    expect(stderr).toContain('npm ci');
  });

  it('without Node in the packages, the one that is there runs the portal', async () => {
    await writeRepository('console.log("started")');
    await rm(join(folder, relative(root, installedNode() ?? '')));
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      join(folder, 'scripts', 'portal.mjs'),
      'doctor',
    ]);
    expect(stdout).toBe('started\n');
    expect(stderr).toBe(
      `npm has installed no Node here; the portal runs on Node ${process.versions.node}.\n`,
    );
  });

  it('npm run dev runs a server that restarts after an edit, and the web app, until it is stopped', async () => {
    const vite = `
      if (process.argv.includes('build')) { ${FAKE_BUILD} console.log('built'); }
      else {
        console.log('served');
        setInterval(() => {}, 60_000);
      }`;
    await writeRepository(
      `console.log(process.argv[2], process.execArgv.includes('--inspect=0'), process.env.WATCH_REPORT_DEPENDENCIES)`,
    );
    await writeFile(join(folder, 'node_modules/vite/bin/vite.js'), vite);
    const dev = launch('dev.mjs', '--inspect=0');
    const lines = new Set<string>();
    for await (const line of createInterface({ input: dev.stdout })) {
      lines.add(line);
      if (lines.has('served') && lines.has('demo true 1')) dev.kill('SIGTERM');
    }
    await once(dev, 'exit');
    // The server may end before the signal, which its watcher reports.
    const own = [...lines].filter((line) => !line.startsWith('Completed running'));
    expect(own.toSorted()).toEqual(['built', 'demo true 1', 'served']);
  });

  it('the exit code is the server’s', async () => {
    await writeRepository('process.exitCode = Number(process.argv[3])');
    const [code] = await once(launch('portal.mjs', 'doctor', '7'), 'exit');
    expect(code).toBe(7);
  });

  it('a duplicate signal from the terminal and npm reaches the server once', async () => {
    await writeRepository(`
      let count = 0;
      process.on('SIGINT', () => { count += 1; console.log('interrupted'); });
      process.on('SIGUSR2', () => { console.log(count); process.exit(3); });
      setInterval(() => {}, 60_000);
      console.log(process.pid);`);
    // Prints a line for each signal after the launcher has handled it.
    const tells = `process.on('SIGINT', () => setImmediate(() => console.log('heard')))`;
    const launcher = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${tells}`, join(folder, 'scripts', 'portal.mjs'), 'doctor'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const lines = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]();
    const nextLine = async () => String((await lines.next()).value);
    const server = Number(await nextLine());
    launcher.kill('SIGINT');
    expect([await nextLine(), await nextLine()].toSorted()).toEqual(['heard', 'interrupted']);
    launcher.kill('SIGINT');
    expect(await nextLine()).toBe('heard');
    process.kill(server, 'SIGUSR2');
    const [code] = await once(launcher, 'exit');
    expect(await nextLine()).toBe('1');
    expect(code).toBe(3);
  });
});
