import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Client } from 'pg';
import { z } from 'zod';
import { findRunningDatabase } from './attach.ts';
import { clearOrphan } from './orphan.ts';
import { isAlive, isTaken } from './process-info.ts';
import type { UnexpectedExit } from './supervise.ts';
import { query, Workplace } from './test/folders.ts';
import { soon } from '#test/soon.ts';

const workplace = new Workplace();
afterEach(() => workplace.cleanUp());

async function serverPid(clusterDir: string): Promise<number> {
  return Number((await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

describe('the database recovers', () => {
  it('a killed server is restarted on its port with all commits', async () => {
    const exits: UnexpectedExit[] = [];
    const database = await workplace.start(join(await workplace.folder(), 'data'), {
      onUnexpectedExit: (info) => exits.push(info),
    });
    await query(database.ownerUrl, "CREATE TABLE office AS SELECT 'Main' AS name");
    for (let round = 1; round <= 2; round += 1) {
      process.kill(await serverPid(database.clusterDir), 'SIGKILL');
      await vi.waitFor(() => expect(exits.length).toBeGreaterThanOrEqual(round), { timeout: 60_000 });
      const rows = await vi.waitFor(() => query(database.ownerUrl, 'SELECT name FROM office'), {
        timeout: 60_000,
        interval: 20,
      });
      expect(rows).toEqual([{ name: 'Main' }]);
    }
    expect(exits[0]).toMatchObject({ code: null, signal: 'SIGKILL', restartInMs: 20 });
  });

  it('a server that was shut down is also restarted, and stop ends it permanently', async () => {
    const database = await workplace.start(join(await workplace.folder(), 'data'));
    const first = await serverPid(database.clusterDir);
    process.kill(first, 'SIGINT');
    await vi.waitFor(async () => expect(await serverPid(database.clusterDir)).not.toBe(first), {
      timeout: 60_000,
    });
    const second = await serverPid(database.clusterDir);
    await database.stop();
    expect(await isAlive(second)).toBe(false);
    await expect(query(database.appUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('stop during a restart leaves no server behind', async () => {
    const database = await workplace.start(join(await workplace.folder(), 'data'));
    process.kill(await serverPid(database.clusterDir), 'SIGKILL');
    await database.stop();
    await expect(query(database.appUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('after kill -9 of the portal, the next start stops the orphan and has every acknowledged commit', async () => {
    const dataDir = join(await workplace.folder(), 'data');
    const outsideFolder = await workplace.folder();
    const program = join(import.meta.dirname, 'test', 'commit-forever.ts');
    const portal = spawn(process.execPath, [program, dataDir, outsideFolder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(portal, 'exit');
    let acknowledged = 0;
    for await (const line of createInterface({ input: portal.stdout })) {
      acknowledged = Number(line) || acknowledged;
      if (acknowledged >= 200) portal.kill('SIGKILL');
    }
    await exited;

    const database = await workplace.start(dataDir, { outsideFolder, durable: true });
    // Every number up to the last acknowledged one must exist. One more may have been committed just before its
    // response was lost.
    expect(acknowledged).toBeGreaterThanOrEqual(200);
    const rows = await query(
      database.ownerUrl,
      `SELECT count(*) >= ${acknowledged} AS all_there, count(*) = max(number) AS no_gap,
              max(number) - ${acknowledged} IN (0, 1) AS no_other FROM committed`,
    );
    expect(rows).toEqual([{ all_there: true, no_gap: true, no_other: true }]);
  });

  it('a stale process id that belongs to another program does not block the start or end that program', async () => {
    const dataDir = join(await workplace.folder(), 'data');
    const first = await workplace.start(dataDir);
    await first.stop();
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    await once(other, 'spawn');
    workplace.atEnd(async () => {
      other.kill();
      await once(other, 'exit');
    });
    await writeFile(
      join(first.clusterDir, 'postmaster.pid'),
      `${other.pid}\n${first.clusterDir}\n1700000000\n5432\n\n127.0.0.1\n        0         0\nready   \n`,
    );
    const second = await workplace.start(dataDir);
    expect(await query(second.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await isAlive(other.pid ?? 0)).toBe(true);
  });

  it('the file of a killed server never looks like that of the next one, whose process id may be the same', async () => {
    const dataDir = join(await workplace.folder(), 'data');
    const first = await workplace.start(dataDir);
    const { clusterDir } = first;
    const pidFile = join(clusterDir, 'postmaster.pid');
    const ofRunning = await readFile(pidFile, 'utf8');
    await first.stop();
    await writeFile(pidFile, ofRunning);
    await clearOrphan(clusterDir);
    const [pid, ...others] = (await readFile(pidFile, 'utf8')).split('\n');
    expect(pid).toBe(String(process.pid));
    expect(others.join('\n')).toBe(ofRunning.split('\n').slice(1, 7).join('\n') + '\n');
    const next = await workplace.start(dataDir);
    expect(await query(next.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('a command does not take another program for the server of a killed portal', async () => {
    const dataDir = join(await workplace.folder(), 'data');
    const first = await workplace.start(dataDir);
    const { clusterDir, appUrl } = first;
    const pidFile = join(clusterDir, 'postmaster.pid');
    const ofRunning = await readFile(pidFile, 'utf8');
    expect(await findRunningDatabase(dataDir)).toMatchObject({ appUrl });
    await first.stop();
    await writeFile(pidFile, ofRunning.replace(/^\d+/, String(process.pid)));
    expect(await findRunningDatabase(dataDir)).toBeUndefined();
  });

  it('a zombie server does not block the start', async () => {
    const dataDir = join(await workplace.folder(), 'data');
    const first = await workplace.start(dataDir);
    await first.stop();
    // The shell replaces itself with another program, which never waits for its child, so the child stays a zombie.
    // The child must outlive the shell, which might wait for it.
    // PostgreSQL only checks processes of its own account.
    const { uid, gid } = await stat(first.clusterDir);
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
      uid,
      gid,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    workplace.atEnd(async () => {
      parent.kill();
      await once(parent, 'exit');
    });
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const ended = Number(line);
    await vi.waitFor(async () => expect(await isAlive(ended)).toBe(false), soon);
    expect(isTaken(ended)).toBe(true);
    await writeFile(
      join(first.clusterDir, 'postmaster.pid'),
      `${ended}\n${first.clusterDir}\n1700000000\n5432\n\n127.0.0.1\n        0         0\nready   \n`,
    );
    const second = await workplace.start(dataDir);
    expect(await query(second.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it.each([
    ['empty', ''],
    ['unreadable', '\0\0\0\0'],
  ])('an %s postmaster.pid left by a power failure does not block the start', async (_what, content) => {
    const dataDir = join(await workplace.folder(), 'data');
    const first = await workplace.start(dataDir);
    await first.stop();
    await writeFile(join(first.clusterDir, 'postmaster.pid'), content);
    const second = await workplace.start(dataDir);
    expect(await query(second.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('an orphan with an empty postmaster.pid is stopped before the next server starts', async () => {
    const { dataDir, outsideFolder, cluster, kill } = await portalProcess();
    const orphan = await serverPid(cluster);
    await kill();
    await writeFile(join(cluster, 'postmaster.pid'), '');
    const next = await workplace.start(dataDir, { outsideFolder });
    expect(await isAlive(orphan)).toBe(false);
    expect(await query(next.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('waits for connections that outlive their killed server', async () => {
    const { dataDir, outsideFolder, cluster, kill } = await portalProcess();
    const { superuser } = z
      .object({ superuser: z.string() })
      .parse(JSON.parse(await readFile(join(dataDir, 'database', 'credentials.json'), 'utf8')));
    const [, , , port] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    const client = new Client({
      connectionString: `postgres://postgres:${superuser}@127.0.0.1:${port}/postgres`,
    });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const connection = rows[0]?.pid ?? 0;
    process.kill(connection, 'SIGSTOP');
    workplace.atEnd(async () => void (isTaken(connection) && process.kill(connection, 'SIGKILL')));
    const server = await serverPid(cluster);
    await kill();
    process.kill(server, 'SIGKILL');

    const starting = workplace.start(dataDir, { outsideFolder });
    await vi.waitFor(
      async () =>
        expect(await readFile(join(dataDir, 'database', 'server.log'), 'utf8')).toContain(
          'pre-existing shared memory block',
        ),
      { timeout: 60_000 },
    );
    process.kill(connection, 'SIGCONT');
    expect(await query((await starting).appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

/** A portal with a running database in a separate process. */
async function portalProcess() {
  const dataDir = join(await workplace.folder(), 'data');
  const outsideFolder = await workplace.folder();
  const program = join(import.meta.dirname, 'test', 'commit-forever.ts');
  const portal = spawn(process.execPath, [program, dataDir, outsideFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(portal, 'exit');
  await once(createInterface({ input: portal.stdout }), 'line');
  const kill = async () => {
    portal.kill('SIGKILL');
    await exited;
  };
  workplace.atEnd(kill);
  return { dataDir, outsideFolder, cluster: join(dataDir, 'database', 'cluster'), kill };
}
