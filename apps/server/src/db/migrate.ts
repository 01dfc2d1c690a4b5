import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import { ensureChains } from '../audit/append.ts';
import type { Keys } from '../security/keys.ts';
import { createDb, createPool, type Db } from './database.ts';
import { transact } from './open-transaction.ts';
import { syncReferenceData } from './reference-data.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
/** The role without ownership that the application acts as when it must log in as the owner. */
export const APP_ROLE = 'portal_app';
const IDENTIFIER = /^[a-zA-Z_][a-zA-Z0-9_$-]{0,62}$/;

class SqlFiles implements MigrationProvider {
  async getMigrations(): Promise<Record<string, Migration>> {
    const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).toSorted();
    const entries = await Promise.all(
      files.map(async (file): Promise<[string, Migration]> => {
        const text = await readFile(join(FOLDER, file), 'utf8');
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

/** Migrations that the database does not have yet, by name. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const migrations = await migrator(db).getMigrations();
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

export interface MigrateOptions {
  readonly ownerUrl: string;
  /** The role the application logs in as or acts as; it gets rows, never ownership, and of the audit log only reading and appending. */
  readonly appRole: string;
  /** The login is the owner and acts as `appRole` by SET ROLE: the role is made and lent to it. */
  readonly actAsAppRole: boolean;
  readonly keys: Keys;
  readonly now: Date;
}

/**
 * Brings the database to this version: migrations (one transaction each, one process at a time), reference data, audit chains and
 * partitions, and the application role's rights. Returns the names of what was applied. Throws the first failure.
 */
export async function migrate({
  ownerUrl,
  appRole,
  actAsAppRole,
  keys,
  now,
}: MigrateOptions): Promise<string[]> {
  const pool = createPool({ url: ownerUrl, size: 2, onError: () => undefined, unhurried: true });
  const db = createDb(pool);
  try {
    const { error, results } = await migrator(db).migrateToLatest();
    if (error !== undefined) throw error;
    await transact(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('medical-portal-setup'))`.execute(tx);
      await syncReferenceData(tx);
      await ensureChains(tx, keys.audit);
      await ensureAuditPartitions(tx, now);
      await grantToApp(tx, appRole, actAsAppRole);
    });
    return (results ?? [])
      .filter(({ status }) => status === 'Success')
      .map(({ migrationName }) => migrationName);
  } finally {
    await db.destroy();
  }
}

/** Makes the audit log's partitions of this month and the next two. */
export async function ensureAuditPartitions(db: Db, now: Date): Promise<void> {
  for (const ahead of [0, 1, 2]) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
      .toISOString()
      .slice(0, 10);
    await sql`select audit_log_ensure_partition(${month}::date)`.execute(db);
  }
}

async function grantToApp(db: Db, appRole: string, actAsAppRole: boolean): Promise<void> {
  if (!IDENTIFIER.test(appRole))
    throw new Error(`The database role "${appRole}" has a name this portal does not accept.`);
  const role = sql.id(appRole);
  if (actAsAppRole) {
    const exists = await sql`select 1 from pg_roles where rolname = ${appRole}`.execute(db);
    if (exists.rows.length === 0) await sql`create role ${role} nologin`.execute(db);
    // Another owner may have made the role for another database of the same server and lent it already.
    const held = await sql`select 1 where pg_has_role(current_user, ${appRole}, 'set')`.execute(db);
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
  await sql`revoke update, delete, truncate on audit_marks, permission_audit, timecard_corrections, dictation_addenda from ${role}`.execute(
    db,
  );
}
