import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);
/** Where Debian and Ubuntu install PostgreSQL. */
const FOLDER = '/usr/lib/postgresql';
const START_MS = 60_000;

/**
 * The folder with the programs of the oldest PostgreSQL on this machine that the portal supports.
 * @returns {Promise<string | undefined>}
 */
export async function findInstalledPostgres() {
  const majors = (await readdir(FOLDER).catch(() => [])).map(Number).filter((major) => major >= 15);
  return majors
    .toSorted((a, b) => a - b)
    .map((major) => join(FOLDER, String(major), 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')));
}

/**
 * Runs `work` with the URL of the superuser of a new, disposable server on a free port of 127.0.0.1, and removes the server.
 * @template T
 * @param {string} programs folder with `initdb` and `postgres`
 * @param {(superuserUrl: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withInstalledPostgres(programs, work) {
  const account = await unprivilegedAccount();
  const folder = await mkdtemp(join(tmpdir(), 'portal-postgres-'));
  const cluster = join(folder, 'cluster');
  const secret = randomBytes(24).toString('base64url');
  const passwordFile = join(folder, 'password');
  try {
    await chmod(folder, 0o711);
    await mkdir(cluster, { mode: 0o700 });
    await writeFile(passwordFile, secret, { mode: 0o600 });
    if (account) for (const path of [cluster, passwordFile]) await chown(path, account.uid, account.gid);
    const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8'];
    await execute(
      join(programs, 'initdb'),
      [`--pgdata=${cluster}`, `--pwfile=${passwordFile}`, '--no-sync', ...options],
      { ...account, cwd: '/' },
    );
    return await withServer({ programs, cluster, account }, (port) =>
      work(`postgres://postgres:${secret}@127.0.0.1:${port}/postgres`),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @template T
 * @param {{ programs: string, cluster: string, account: { uid: number, gid: number } | undefined }} place
 * @param {(port: number) => Promise<T>} work
 */
async function withServer({ programs, cluster, account }, work) {
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    jit: 'off',
  };
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In a separate session, because Ctrl-C must not end it before the tests.
    { ...account, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'ignore'] },
  );
  const exited = once(server, 'exit');
  const stop = () => server.kill('SIGINT');
  process.once('exit', stop);
  try {
    await ready(cluster, server);
    return await work(port);
  } finally {
    stop();
    await exited;
    process.removeListener('exit', stop);
  }
}

/**
 * @param {string} cluster
 * @param {import('node:child_process').ChildProcess} server
 */
async function ready(cluster, server) {
  const deadline = performance.now() + START_MS;
  for (;;) {
    const status = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[7];
    if (status?.trim() === 'ready') return;
    if (server.exitCode !== null) throw new Error(`PostgreSQL exited with code ${server.exitCode}.`);
    if (performance.now() > deadline) throw new Error('PostgreSQL did not start within a minute.');
    await sleep(50);
  }
}

/** PostgreSQL refuses to run as root. @returns {Promise<{ uid: number, gid: number } | undefined>} */
async function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
