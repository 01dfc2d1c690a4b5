import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#platform/log.ts';
import { copyTemplate, dropCopy } from '#test/harness.ts';
import { createDb, createPool, type Db } from './database.ts';
import { ReportReads } from './report-reads.ts';

const { appUrl, ownerUrl } = await copyTemplate();
afterAll(() => dropCopy({ appUrl, ownerUrl }));

function open(url: string): Db {
  const db = createDb(createPool({ url, size: 2, waitMs: 1_000, onError: () => undefined }));
  onTestFinished(() => db.destroy());
  return db;
}

/** The same server, whose connections with this URL say that it is a standby, with the position in a table. */
const standbyUrl = `${ownerUrl}?options=${encodeURIComponent('-c search_path=standby,pg_catalog,public')}`;

/** Moves the standby: to the newest change of the primary, or to one before it. */
async function moveStandby(position: 'newest' | 'old'): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`
    create schema if not exists standby;
    create table if not exists standby.positions (position pg_lsn);
    create or replace function standby.pg_is_in_recovery() returns boolean language sql as 'select true';
    create or replace function standby.pg_last_wal_replay_lsn() returns pg_lsn language sql as 'select position from standby.positions';
    create or replace function standby.pg_last_xact_replay_timestamp() returns timestamptz language sql as $$ select now() - interval '7 seconds' $$;
    delete from standby.positions;
    insert into standby.positions values (${position === 'newest' ? `'FFFFFFFF/0'` : `'0/1'`})`);
  await client.end();
}
beforeEach(() => moveStandby('newest'));

const lines: string[] = [];
const log = createLogger('warn', { write: (line: string) => void lines.push(line) });
const reportsOf = (standby: string | undefined) =>
  new ReportReads({
    primary: open(ownerUrl),
    standby: standby === undefined ? undefined : open(standby),
    poolSize: 16,
    log,
  });

async function serverOf(db: Db): Promise<string> {
  const { rows } = await sql<{ isStandby: boolean }>`select pg_is_in_recovery() as "isStandby"`.execute(db);
  return rows[0]?.isStandby === true ? 'standby' : 'primary';
}

it('without a standby, reports read from the primary', async () => {
  const reports = reportsOf(undefined);
  expect([await reports.run(serverOf), await reports.standbyState()]).toEqual(['primary', undefined]);
});

it('reports read from a standby that has everything that was saved before', async () => {
  const reports = reportsOf(standbyUrl);
  expect([await reports.run(serverOf), await reports.standbyState()]).toEqual([
    'standby',
    { behindSeconds: 0 },
  ]);
});

it('a report waits for a standby that is a little behind', async () => {
  await moveStandby('old');
  const reports = reportsOf(standbyUrl);
  const read = reports.run(serverOf);
  expect(await reports.standbyState()).toEqual({ behindSeconds: 7 });
  await moveStandby('newest');
  expect(await read).toBe('standby');
});

it('reports read from the primary while the standby is behind, without waiting again', async () => {
  await moveStandby('old');
  const reports = reportsOf(standbyUrl);
  expect(await reports.run(serverOf)).toBe('primary');
  expect(lines.splice(0).join('')).toContain('the standby is more than two seconds behind');
  await moveStandby('newest');
  expect(await reports.run(serverOf)).toBe('primary');
});

it('reports read from the primary while the standby is away, or no standby', async () => {
  const away = reportsOf(Object.assign(new URL(ownerUrl), { port: '1' }).href);
  expect([await away.run(serverOf), await away.standbyState()]).toEqual(['primary', { behindSeconds: null }]);
  expect(lines.splice(0).join('')).toContain('the standby is away');
  expect(await reportsOf(ownerUrl).run(serverOf)).toBe('primary');
});

it('a report that the standby ends is read from the primary', async () => {
  const server = await reportsOf(standbyUrl).run(async (db) => {
    const found = await serverOf(db);
    if (found === 'standby') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
    return found;
  });
  expect(server).toBe('primary');
  expect(lines.splice(0).join('')).toContain('the standby failed');
});

it('errors of a report are its own', async () => {
  const failing = reportsOf(standbyUrl).run(() => Promise.reject(new Error('too many notes')));
  await expect(failing).rejects.toThrow('too many notes');
});

it('an address for a standby that leads to a primary is refused', async () => {
  const db = createDb(createPool({ url: ownerUrl, size: 1, isStandby: true, onError: () => undefined }));
  onTestFinished(() => db.destroy());
  await expect(serverOf(db)).rejects.toThrow('READ_DATABASE_URL leads to a server that is not a standby.');
});
