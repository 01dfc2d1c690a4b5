import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import { ensureChains } from '#audit/append.ts';
import { OperatorError } from '#platform/operator-error.ts';
import type { Keys, LoadKeys } from '#security/keys.ts';
import { isLockTimeout } from '#db/database-errors.ts';
import { createDb, createPool, type Db } from '#db/database.ts';
import { storeLoginLimits } from '#db/login-limits.ts';
import { OLDEST_POSTGRES, readServerVersion } from '#db/server-version.ts';
import { createRoot, isWithoutKey, openKeys, saveKeyFingerprint } from './master-key.ts';
import { forEveryServer } from './newer-servers.ts';
import { addMissingFeatures } from './older-servers.ts';
import { transact } from '#db/open-transaction.ts';
import { syncReferenceData } from './reference-data.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');
/** Advisory lock held while a process sets up the database. Other processes wait for it. */
export const SETUP_LOCK = 'medical-portal-setup';
/** A migration can build an index over years of data. */
const SETUP_PATIENCE_MS = 10 * 60_000;
const IDENTIFIER = /^[a-zA-Z_][a-zA-Z0-9_$-]{0,62}$/;

class SqlFiles implements MigrationProvider {
  async getMigrations(): Promise<Record<string, Migration>> {
    const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).toSorted();
    const entries = await Promise.all(
      files.map(async (file): Promise<[string, Migration]> => {
        const text = forEveryServer(await readFile(join(FOLDER, file), 'utf8'));
        return [file.replace('.sql', ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
      }),
    );
    return Object.fromEntries(entries);
  }
}

const migrator = (db: Db) =>
  new Migrator({
    db,
    provider: new SqlFiles(),
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  });

/** Names of the migrations of this version, in their order. */
export const knownMigrations = async (): Promise<string[]> =>
  Object.keys(await new SqlFiles().getMigrations()).toSorted();

/** Name of the last applied migration. Throws when the database was never set up. */
export async function lastMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations order by name desc limit 1`.execute(db);
  const [last] = rows;
  if (last === undefined) throw new OperatorError('The database is empty. Run: npm run portal -- migrate');
  return last.name;
}

/** Names of the migrations that are not applied yet. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const migrations = await migrator(db).getMigrations();
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

/** Whether migrations are pending for a database with accounts. A new database has nothing to lose. */
async function needsUpdate(db: Db): Promise<boolean> {
  if ((await pendingMigrations(db)).length === 0) return false;
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('public.users') is not null as found`.execute(db);
  if (rows[0]?.found !== true) return false;
  return (await sql`select from users limit 1`.execute(db)).rows.length > 0;
}

/** Names of applied migrations that this version does not know. */
export async function unknownMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    found: boolean;
  }>`select to_regclass('public.schema_migrations') is not null as found`.execute(db);
  if (rows[0]?.found !== true) return [];
  const applied = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  const known = new Set(await knownMigrations());
  return applied.rows.map(({ name }) => name).filter((name) => !known.has(name));
}

/** Throws `OperatorError` when the server or the database does not suit, or a newer version of the portal has set the database up. */
export async function assertSupportedDatabase(db: Db): Promise<void> {
  const { major } = await readServerVersion(db);
  if (major < OLDEST_POSTGRES)
    throw new OperatorError(
      `PostgreSQL ${OLDEST_POSTGRES} or later is required, but DATABASE_URL points to PostgreSQL ${major}.`,
    );
  await assertSuitable(db);
  const [unknown] = await unknownMigrations(db);
  if (unknown !== undefined)
    throw new OperatorError(
      `A newer version of the portal has set up this database (this version does not know ${unknown}). Install that version again, or restore the backup made before the update. Nothing was changed.`,
    );
}

/** Checks what migrations cannot change: the encoding, and extensions that somebody has installed outside of the searched schemas. */
async function assertSuitable(db: Db): Promise<void> {
  const { rows } = await sql<{ encoding: string; extension: string | null; schema: string | null }>`
    select current_setting('server_encoding') as encoding, extname as extension, nspname as schema
    from (values (1)) as one
    left join (pg_extension join pg_namespace on pg_namespace.oid = extnamespace)
      on extname in ('pg_trgm', 'btree_gist', 'fuzzystrmatch')
      and nspname <> 'public' and nspname <> all (current_schemas(true))`.execute(db);
  const [found] = rows;
  if (found !== undefined && found.encoding !== 'UTF8')
    throw new OperatorError(
      `The database has the encoding ${found.encoding}, but the portal needs UTF8. Create another one: create database NAME owner OWNER template template0 encoding 'UTF8' locale 'C.UTF-8'.`,
    );
  if (typeof found?.extension === 'string')
    throw new OperatorError(
      `The extension ${found.extension} is in the schema “${found.schema}”, where the portal does not find it. Run: alter extension ${found.extension} set schema public`,
    );
}

export interface MigrateOptions {
  readonly ownerUrl: string;
  /** The application’s login gets the limits that its connections through a pooler cannot ask for. */
  readonly isPooled?: boolean;
  /** The application’s login, straight to the server. */
  readonly directUrl?: string;
  /**
   * The role that the application uses. It gets access to rows but no ownership. It can only read and append to the
   * audit log.
   */
  readonly appRole: string;
  /** The login is the owner and switches to `appRole` with SET ROLE. The role is created and granted to it. */
  readonly actAsAppRole: boolean;
  readonly loadKeys: LoadKeys;
  readonly now: Date;
  /** A new database gets a random root key, so that its master key can be replaced. */
  readonly hasRoot?: boolean;
  /** Called before migrations change a database that is already in use. A failure prevents them. */
  readonly beforeUpdate?: (lastMigration: string) => Promise<void>;
}

export interface MigratedDatabase {
  /** Names of the applied migrations. */
  readonly applied: string[];
  readonly keys: Keys;
}

/**
 * Brings the database to this version, one process at a time: checks the master key, applies migrations (one
 * transaction each), updates reference data, audit chains and partitions, and grants privileges to the application’s
 * role. Throws the first failure; an `OperatorError` means that nothing was written.
 */
export async function migrate({
  ownerUrl,
  directUrl,
  isPooled = false,
  appRole,
  actAsAppRole,
  loadKeys,
  now,
  hasRoot = false,
  beforeUpdate,
}: MigrateOptions): Promise<MigratedDatabase> {
  const pool = createPool({ url: ownerUrl, size: 2, onError: () => undefined, unhurried: true });
  const db = createDb(pool);
  try {
    return await withSetupLock(db, async () => {
      await assertSupportedDatabase(db);
      const needsRoot = hasRoot && (await isWithoutKey(db));
      const masterKeys = await openKeys(db, loadKeys);
      if (await needsUpdate(db)) await beforeUpdate?.(await lastMigration(db));
      await addMissingFeatures(db);
      const { error, results } = await migrator(db).migrateToLatest();
      if (error !== undefined) throw error;
      const keys = await transact(db, async (tx) => {
        const found = needsRoot ? await createRoot(tx, masterKeys, now) : masterKeys;
        await saveKeyFingerprint(tx, found, now);
        await syncReferenceData(tx);
        await ensureChains(tx, found.audit);
        await ensureAuditPartitions(tx, now);
        await grantToApp(tx, appRole, actAsAppRole);
        return found;
      });
      if (isPooled && directUrl !== undefined) await storeLoginLimits(directUrl);
      const applied = (results ?? [])
        .filter(({ status }) => status === 'Success')
        .map(({ migrationName }) => migrationName);
      return { applied, keys };
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Runs `work` while no other process sets up the same database. The lock is released when its connection closes.
 * Throws `OperatorError` when another process holds the lock for too long.
 */
async function withSetupLock<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (holder) => {
    await sql`select set_config('lock_timeout', ${String(SETUP_PATIENCE_MS)}, false)`.execute(holder);
    try {
      await sql`select pg_advisory_lock(hashtext(${SETUP_LOCK}))`.execute(holder);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      throw new OperatorError(
        'Another process is still setting up this database. Wait for it or stop it, then start again.',
        { cause: error },
      );
    }
    return work();
  });
}

/** Creates the audit log partitions of this month and the next two. */
export async function ensureAuditPartitions(db: Db, now: Date): Promise<void> {
  for (const ahead of [0, 1, 2]) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
      .toISOString()
      .slice(0, 10);
    await sql`select audit_log_ensure_partition(${month}::date)`.execute(db);
  }
}

async function grantToApp(db: Db, appRole: string, actAsAppRole: boolean): Promise<void> {
  if (!IDENTIFIER.test(appRole)) throw new Error(`The database role "${appRole}" has an invalid name.`);
  const role = sql.id(appRole);
  if (actAsAppRole) {
    const exists = await sql`select 1 from pg_roles where rolname = ${appRole}`.execute(db);
    if (exists.rows.length === 0) await sql`create role ${role} nologin`.execute(db);
    // Another owner may have created and granted the role for another database on this server.
    // Before PostgreSQL 16, every member can switch to a role.
    const held = await sql`
      select 1 where pg_has_role(current_user, ${appRole},
        case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)`.execute(
      db,
    );
    if (held.rows.length === 0) await sql`grant ${role} to current_user`.execute(db);
  }
  await sql`grant usage on schema public to ${role}`.execute(db);
  await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(db);
  await sql`grant usage on all sequences in schema public to ${role}`.execute(db);
  await sql`grant execute on function audit_log_ensure_partition(date) to ${role}`.execute(db);
  await sql`revoke insert, update, delete on schema_migrations, schema_migrations_lock from ${role}`.execute(
    db,
  );
  const audit = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relname like 'audit\\_log%' and c.relkind in ('r', 'p')`.execute(
    db,
  );
  for (const { name } of audit.rows) {
    await sql`revoke update, delete, truncate on ${sql.id(name)} from ${role}`.execute(db);
    if (name !== 'audit_log') await sql`revoke insert, select on ${sql.id(name)} from ${role}`.execute(db);
  }
  await sql`revoke insert, delete, truncate on audit_chains from ${role}`.execute(db);
  await sql`revoke insert, update, delete, truncate on rights_version from ${role}`.execute(db);
  await sql`revoke insert, update, delete, truncate on master_key_fingerprint from ${role}`.execute(db);
  await sql`revoke update, delete, truncate on api_keys, api_key_permissions from ${role}`.execute(db);
  await sql`grant update (revoked_at, revoked_by, suspended_at, suspended_because, last_used_at, last_used_ip) on api_keys to ${role}`.execute(
    db,
  );
  await sql`revoke update, delete, truncate on audit_marks, permission_audit, timecard_corrections, dictation_addenda, signed_prints, practice_logos from ${role}`.execute(
    db,
  );
  await sql`revoke delete, truncate on co_signatures from ${role}`.execute(db);
  await sql`revoke insert, delete, truncate on practice_letterhead from ${role}`.execute(db);
  await sql`revoke update, delete, truncate on letterheads from ${role}`.execute(db);
  await sql`grant update (content) on letterheads to ${role}`.execute(db);
}
