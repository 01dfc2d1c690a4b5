import { randomBytes, randomUUID } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { openStore } from '../files/open-store.ts';
import { loadKeys } from '../security/keys.ts';
import { withDatabase } from './with-database.ts';

type Check = readonly [name: string, run: () => Promise<string>];

/** Checks what the portal needs and says what to do about each thing that is wrong. Exit code 1 when anything is. */
export async function doctor(config: Config): Promise<number> {
  let failed = await report([
    ['data folder', () => checkFolder(config.dataDir)],
    ['keys', () => checkKeys(config)],
    ['file store', () => checkFiles(config)],
  ]);
  failed += await withDatabase(config, ({ db, owner }) =>
    report([
      ['database', () => checkServer(owner)],
      ['migrations', () => checkMigrations(owner)],
      ['audit log', () => checkAppendOnly(db)],
    ]),
  );
  return failed === 0 ? 0 : 1;
}

async function report(checks: readonly Check[]): Promise<number> {
  let failed = 0;
  for (const [name, run] of checks) {
    try {
      console.log(`ok      ${name}: ${await run()}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failed;
}

async function checkFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await access(folder, constants.W_OK);
  return `${folder} can be written`;
}

/** Tries it with a file of its own. */
async function checkFiles(config: Config): Promise<string> {
  const store = await openStore(config);
  await store.check();
  const id = randomUUID();
  const sent = randomBytes(1000);
  const found: Uint8Array[] = [];
  try {
    await store.put(id, Readable.from([sent], { objectMode: true }));
    for await (const chunk of store.read(id)) found.push(chunk);
  } finally {
    await store.remove(id);
  }
  if (!Buffer.concat(found).equals(sent)) throw new Error('what was written does not come back');
  const where = config.s3 === undefined ? 'the data folder' : `the bucket ${config.s3.bucket}`;
  return `files can be written to, read from and removed from ${where}`;
}

async function checkServer(db: Db): Promise<string> {
  const { rows } = await sql<{
    version: number;
  }>`select current_setting('server_version_num')::int as version`.execute(db);
  const version = rows[0]?.version ?? 0;
  if (version < 180_000) throw new Error('PostgreSQL 18 or later is needed');
  return `PostgreSQL ${Math.floor(version / 10_000)} answers`;
}

async function checkMigrations(db: Db): Promise<string> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new Error(`not applied yet: ${pending.join(', ')}. Run: npm run portal -- migrate`);
  return 'the database is up to date';
}

/** Asks for the right instead of trying: nothing is changed. Partitions can be named by themselves, so each counts. */
async function checkAppendOnly(db: Db): Promise<string> {
  const { rows } = await sql<{ may: boolean }>`
    select bool_or(has_table_privilege(relid, 'update, delete, truncate')) as may from pg_partition_tree('audit_log')`.execute(
    db,
  );
  if (rows[0]?.may !== false)
    throw new Error(
      'the application’s database role can change audit entries. Run: npm run portal -- migrate',
    );
  return 'append-only for the application’s role';
}

async function checkKeys(config: Config): Promise<string> {
  await loadKeys(config.masterKey, config.dataDir);
  return config.masterKey === undefined
    ? 'the master key is in the data folder'
    : 'the master key comes from MASTER_KEY';
}
