import { Client } from 'pg';
import { databaseNames, type Credentials } from './credentials.ts';

/**
 * Creates what is missing of the portal’s database and its two roles: one owns the database and runs migrations, the
 * other is used by the running portal and can only connect. Runs at every start, which also completes an interrupted
 * first start.
 */
export async function ensureRolesAndDatabase(superuserUrl: string, credentials: Credentials): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  // The next query reports a lost connection. Without a listener, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { owner, app, database } = databaseNames;
    const { rows } = await client.query<{ roles: string[]; found: boolean; guarded: boolean }>(
      `SELECT ARRAY(SELECT rolname::text FROM pg_roles WHERE rolname IN ($1, $2)) AS roles,
              EXISTS (SELECT FROM pg_database WHERE datname = $3) AS found,
              EXISTS (SELECT FROM pg_database WHERE datname = $3 AND datacl IS NOT NULL) AS guarded`,
      [owner, app, database],
    );
    const existing = rows[0] ?? { roles: [], found: false, guarded: false };
    for (const [role, password] of [
      [owner, credentials.owner],
      [app, credentials.app],
    ] as const) {
      if (existing.roles.includes(role)) continue;
      // CREATE ROLE takes no parameters. Both parts come from the portal and are escaped.
      await client.query(
        `CREATE ROLE ${client.escapeIdentifier(role)} LOGIN PASSWORD ${client.escapeLiteral(password)}`,
      );
    }
    if (!existing.found) await client.query(`CREATE DATABASE ${database} OWNER ${owner}`);
    if (!existing.guarded) {
      await client.query(
        `REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC; GRANT CONNECT ON DATABASE ${database} TO ${app}`,
      );
    }
  } finally {
    await client.end();
  }
}
