import { once } from 'node:events';
import { sql } from 'kysely';
import { Client } from 'pg';
import { createDb, createPool, type Db } from '#db/database.ts';
import { unprotectedConnections } from '#db/encryption.ts';
import { transact } from '#db/open-transaction.ts';
import { assertKeepsSessions, assertServesRequests, findPooler } from '#db/pooler.ts';
import { secondsBehind } from '#db/report-reads.ts';
import { PREPARED } from '#db/statement-marks.ts';
import type { DatabaseSettings } from '#platform/database-config.ts';
import { CommandError } from './command-error.ts';
import { explainError } from './explain-error.ts';

const CHANNEL = 'portal_doctor';
const PATIENCE_MS = 3_000;

/** Tries the ways to the database as the portal uses them, through a pooler if there is one. */
export async function checkConnections(
  config: DatabaseSettings,
  url: string,
): Promise<string | { readonly warning: string }> {
  const way = await describeWay(config, url);
  const isPooled = config.listenDatabaseUrl !== undefined;
  const db = createDb(createPool({ url, size: 2, isPooled, onError: () => undefined }));
  try {
    await tryWay(config, db, url);
    const found = `${way}; statements, a transaction and a notification were tried`;
    const standby = await tryStandby(config, db);
    const wrong = [...unprotectedConnections(config), ...(standby?.isAway === true ? [standby.text] : [])];
    if (wrong.length > 0) return { warning: `${found}. ${wrong.join(' ')}` };
    return standby === undefined ? found : `${found}; ${standby.text}`;
  } finally {
    await db.destroy();
  }
}

async function describeWay({ listenDatabaseUrl }: DatabaseSettings, url: string): Promise<string> {
  const pooler = await findPooler(url);
  if (pooler === undefined) return 'straight to the server';
  if (listenDatabaseUrl === undefined) await assertKeepsSessions(url);
  else await assertServesRequests(url);
  return `through ${(await poolerVersion(url)) ?? 'a connection pooler'} in ${pooler.mode} mode`;
}

/** PgBouncer has its version in an admin database, only for the users that its settings name. Undefined for anyone else. */
async function poolerVersion(url: string): Promise<string | undefined> {
  const adminUrl = Object.assign(new URL(url), { pathname: '/pgbouncer' }).href;
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>('show version');
    return rows[0]?.version;
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
}

/** Uses the application’s login like requests do, and listens like the live feed. */
async function tryWay({ listenDatabaseUrl }: DatabaseSettings, db: Db, url: string): Promise<void> {
  const listener = new Client({
    connectionString: listenDatabaseUrl ?? url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  listener.on('error', () => undefined);
  try {
    await listener.connect();
    await listener.query(`listen ${CHANNEL}`);
    const heard = once(listener, 'notification', { signal: AbortSignal.timeout(PATIENCE_MS) });
    await Promise.all([sendNotification(db), assertHeard(heard)]);
  } finally {
    await listener.end();
  }
}

interface StandbyFound {
  readonly isAway: boolean;
  readonly text: string;
}

/** Undefined if there is none. */
async function tryStandby(
  { readDatabaseUrl: url }: DatabaseSettings,
  primary: Db,
): Promise<StandbyFound | undefined> {
  if (url === undefined) return undefined;
  const standby = createDb(createPool({ url, size: 1, isStandby: true, onError: () => undefined }));
  try {
    const seconds = await secondsBehind(primary, standby);
    return { isAway: false, text: `the standby for exports and reports is ${seconds} s behind` };
  } catch (error) {
    const why = explainError(error) ?? String(error);
    return { isAway: true, text: `Exports and reports do not use READ_DATABASE_URL: ${why}` };
  } finally {
    await standby.destroy();
  }
}

const sendNotification = (db: Db) =>
  transact(db, async (tx) => {
    await sql`select pg_notify(${CHANNEL}, '') ${PREPARED}`.execute(tx);
  });

async function assertHeard(heard: Promise<unknown>): Promise<void> {
  try {
    await heard;
  } catch (error) {
    throw new CommandError(
      'a notification sent through DATABASE_URL did not arrive, so pages would not hear of changes. LISTEN_DATABASE_URL must lead to the same database, straight to the server.',
      { cause: error },
    );
  }
}
