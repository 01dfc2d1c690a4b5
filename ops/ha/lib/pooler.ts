import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@portal/server/db/embedded/port';
import type { Cluster } from './cluster.ts';
import { end, start } from './processes.ts';
import { copyTemplate } from './templates.ts';

/** PgBouncer of this machine. Debian 12 has 1.18, which is too old. */
const PGBOUNCER = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer';
/** From this version on, it keeps prepared statements in transaction mode. */
const OLDEST = 21;

/** Starts PgBouncer for a login and returns its port. */
export type StartPooler = (login: { readonly user: string; readonly password: string }) => Promise<number>;

/** Its version, such as 1.25.2, or what is wrong with it. */
export async function findPooler(): Promise<{ readonly version: string; readonly problem?: string }> {
  const advice = `Name a PgBouncer from 1.${OLDEST} on: PGBOUNCER=/path/to/pgbouncer ops/ha/drill.sh`;
  if (!existsSync(PGBOUNCER)) return { version: '', problem: `There is no ${PGBOUNCER}. ${advice}` };
  const { stdout } = await promisify(execFile)(PGBOUNCER, ['--version']);
  const [, version = '', minor = '0'] = /^PgBouncer (1\.(\d+)\.\d+)/.exec(stdout) ?? [];
  if (Number(minor) >= OLDEST) return { version };
  const problem = `${PGBOUNCER} is version ${version}, which loses prepared statements in transaction mode. ${advice}`;
  return { version, problem };
}

/** `onStart` gets a function that ends it. */
export const poolerOf =
  (cluster: Cluster, onStart: (stop: () => Promise<void>) => void): StartPooler =>
  async ({ user, password }) => {
    const port = await freePort();
    const [config, users] = [join(cluster.folder, 'pgbouncer.ini'), join(cluster.folder, 'userlist.txt')];
    await writeFile(users, `"${user}" "${password}"\n`);
    await copyTemplate('pgbouncer.ini', config, {
      'port=5000': `port=${cluster.databasePort}`,
      'listen_port = 6432': `listen_port = ${port}`,
      '/etc/pgbouncer/userlist.txt': users,
    });
    const pooler = start({
      command: PGBOUNCER,
      args: [config],
      env: { PATH: '/usr/bin:/bin' },
      logFile: join(cluster.folder, 'pgbouncer.log'),
      account: cluster.account,
    });
    onStart(() => end(pooler, 'SIGKILL'));
    return port;
  };
