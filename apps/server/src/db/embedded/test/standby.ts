import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseAccount } from '../account.ts';
import { commandLine } from '../process-info.ts';
import type { EmbeddedPostgres } from '../start.ts';
import { serverPid } from './processes.ts';

/**
 * Restarts a database as a standby on the same port, as after a fail-over. It accepts connections soon after; `pg_promote()` makes
 * it a primary. Returns a function that ends it.
 */
export async function restartAsStandby(database: EmbeddedPostgres): Promise<() => Promise<void>> {
  const { clusterDir, port } = database;
  const account = await databaseAccount(clusterDir);
  const [program = ''] = await commandLine(await serverPid(clusterDir));
  await database.stop();
  const signal = join(clusterDir, 'standby.signal');
  await writeFile(signal, '');
  if (account !== undefined) await chown(signal, account.uid, account.gid);
  const server = spawn(
    program,
    [
      '-D',
      clusterDir,
      '-c',
      `port=${port}`,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
    ],
    { ...account, cwd: '/', stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  return async () => {
    server.kill('SIGINT');
    await ended;
  };
}
