import { Client } from 'pg';
import { LIMITS } from './database.ts';

/**
 * Gives the login of this URL the limits that connections through a pooler cannot ask for, in this database only. A login may change its
 * own settings. Connections that are open keep theirs, so those that idle are ended: a pooler and the portal open others.
 */
export async function storeLoginLimits(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // The next query reports a lost connection. Without a listener, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; ms: string; database: string }>(
      `select name, ms, current_database() as database from json_each_text($1) as wanted (name, ms)
       where extract(epoch from current_setting(name)::interval) * 1000 <> ms::int`,
      [LIMITS],
    );
    for (const { name, ms, database } of rows)
      await client.query(
        `alter role current_user in database ${client.escapeIdentifier(database)} set ${client.escapeIdentifier(name)} = ${client.escapeLiteral(ms)}`,
      );
    if (rows.length > 0)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where usename = current_user and datname = current_database() and state = 'idle' and pid <> pg_backend_pid()`,
      );
  } finally {
    await client.end();
  }
}
