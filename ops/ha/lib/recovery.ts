import { execFile } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@portal/server/db/embedded/port';
import { Client } from 'pg';
import type { Cluster, MemberName } from './cluster.ts';
import type { Load } from './load.ts';
import { end, eventually, start } from './processes.ts';
import { verifyAudit } from './portals.ts';
import type { Practice } from './practice.ts';
import { verifyDatabase } from './verify.ts';

const run = promisify(execFile);

/** What the recovery to a point in time took and found. */
export interface Recovery {
  readonly backupSeconds: number;
  readonly restoreSeconds: number;
  readonly replaySeconds: number;
  /** Acknowledged records that are not there. */
  readonly lost: readonly string[];
  readonly isAuditIntact: boolean;
}

export const recoveryText = ({ backupSeconds, restoreSeconds, replaySeconds }: Recovery) =>
  `first backup ${backupSeconds.toFixed(1)} s, restored in ${restoreSeconds.toFixed(1)} s, write-ahead log replayed in ${replaySeconds.toFixed(1)} s`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

/** Runs pgBackRest as the account of the servers, with the configuration of a member. */
const pgbackrest = (cluster: Cluster, member: MemberName, ...args: readonly string[]) =>
  run(
    '/usr/bin/pgbackrest',
    [`--config=${cluster.archiveConfig(member)}`, '--stanza=portal', '--log-level-console=warn', ...args],
    { ...cluster.account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } },
  );

/** Makes the first full backup and returns its seconds. The write-ahead log is archived from now on. */
export async function backUp(cluster: Cluster): Promise<number> {
  const leader = await eventually('a primary', 60, () => cluster.leader());
  await pgbackrest(cluster, leader, 'stanza-create');
  return timed(() => pgbackrest(cluster, leader, 'backup', '--type=full'));
}

/**
 * Deletes messages by mistake after the load has ended, recovers the moment before in a folder of its own, from the backup of before all
 * fail-overs, and compares what was recovered with everything that was acknowledged.
 */
export async function recover(
  cluster: Cluster,
  practice: Practice,
  load: Load,
  backupSeconds: number,
): Promise<Recovery> {
  const moment = await makeMistake(practice.ownerUrl);
  const leader = await eventually('a primary', 60, () => cluster.leader());
  // Waits until the write-ahead log up to now is archived.
  await pgbackrest(cluster, leader, 'check');
  const data = join(cluster.folder, 'recovered');
  const port = await freePort();
  await mkdir(data, { mode: 0o700 });
  if (cluster.account) await chown(data, cluster.account.uid, cluster.account.gid);
  const restoreSeconds = await timed(() =>
    pgbackrest(
      cluster,
      leader,
      `--pg1-path=${data}`,
      '--type=time',
      `--target=${moment}`,
      '--target-action=promote',
      'restore',
    ),
  );
  const server = start({
    command: '/usr/lib/postgresql/15/bin/postgres',
    args: ['-D', data, ...standalone(data, port)],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    logFile: join(cluster.folder, 'recovered.log'),
    account: cluster.account,
  });
  try {
    const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
    const ownerUrl = at(practice.ownerUrl);
    const replaySeconds = await timed(() => eventually('the recovery', 300, () => isPromoted(ownerUrl)));
    const { lost, duplicate } = await verifyDatabase(ownerUrl, load);
    const direct = at(practice.directUrl);
    const recovered = { ...practice, appUrl: direct, directUrl: direct, readUrl: direct, ownerUrl };
    const { code } = await verifyAudit(recovered, cluster.folder, 'verify-recovered');
    return {
      backupSeconds,
      restoreSeconds,
      replaySeconds,
      lost: [...lost, ...duplicate],
      isAuditIntact: code === 0,
    };
  } finally {
    await end(server, 'SIGKILL');
  }
}

/** Instead of what Patroni sets for a member of the cluster, which the recovered server is not. */
const standalone = (data: string, port: number): string[] =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    hba_file: join(data, 'pg_hba.conf'),
    ident_file: join(data, 'pg_ident.conf'),
    archive_mode: 'off',
    synchronous_standby_names: '',
    // At least those of the primary.
    max_connections: 200,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

async function isPromoted(url: string): Promise<true | undefined> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ done: boolean }>('select not pg_is_in_recovery() as done');
    return rows[0]?.done === true ? true : undefined;
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
}

/** Deletes all messages, and returns the moment before in the database's time. */
async function makeMistake(ownerUrl: string): Promise<string> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ moment: string }>('select clock_timestamp()::text as moment');
    await client.query('select pg_sleep(1)');
    await client.query('delete from phone_messages');
    return rows[0]?.moment ?? '';
  } finally {
    await client.end();
  }
}
