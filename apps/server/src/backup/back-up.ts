import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { recordCommand } from '#audit/record-command.ts';
import { createDb, createPool, type Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import { clusterCredentials } from '#db/embedded/restored-cluster.ts';
import { openStore } from '#files/open-store.ts';
import { openKeys } from '#db/migration/master-key.ts';
import { assertSupportedDatabase, lastMigration, pendingMigrations } from '#db/migration/migrate.ts';
import type { Config } from '#platform/config.ts';
import { whileAlive } from '#platform/signs-of-life.ts';
import { loadKeys } from '#security/keys.ts';
import { beginCommandBackup, finishBackup, saveHeartbeat } from './backup-store.ts';
import { fingerprintOf, FORMAT, type Manifest } from './manifest.ts';
import { findMasterKey } from './master-key.ts';
import { writeBackup, type BackupSource, type WriteOptions, type Written } from './write-backup.ts';

const PACKAGE = join(import.meta.dirname, '../../package.json');

/** Where the database of a backup is. The URLs contain passwords: never log them. */
export interface BackupAccess {
  readonly ownerUrl: string;
  /** Undefined for a database on another server. */
  readonly clusterDir?: string | undefined;
  readonly superuserUrl?: string | undefined;
}

export interface BackupOptions extends WriteOptions {
  readonly withKey: boolean;
  /** Without documents: a copy of the database beside them. */
  readonly withDocuments: boolean;
  /** Who makes it, for the audit log and System Status; undefined records nothing. */
  readonly by: 'backup command' | 'nightly backup' | undefined;
}

/** Writes an encrypted backup of a database and its documents. Throws `OperatorError`. */
export async function backUp(
  config: Config,
  access: BackupAccess,
  { file, ...options }: BackupOptions & { readonly file: string },
): Promise<Written & { readonly manifest: Manifest }> {
  const startedAt = new Date();
  const owner = createDb(
    createPool({ url: access.ownerUrl, size: 1, onError: () => undefined, unhurried: true }),
  );
  try {
    const source = await sourceOf(config, { access, owner, ...options });
    const row = await recordStart(owner, { ...source, by: options.by, file, startedAt });
    const write = () => writeBackup(file, source, options);
    const written = row === undefined ? await write() : await recorded(owner, row, write);
    return { ...written, manifest: source.manifest };
  } finally {
    await owner.destroy();
  }
}

async function recorded(owner: Db, row: string, write: () => Promise<Written>): Promise<Written> {
  try {
    const written = await whileAlive('backup', () => saveHeartbeat(owner, row, new Date()), {
      onFailure: () => undefined,
      run: write,
    });
    await finishBackup(owner, row, { now: new Date(), bytes: written.bytes });
    return written;
  } catch (error) {
    await finishBackup(owner, row, { now: new Date(), problem: messageOf(error) });
    throw error;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Records in the audit log that everything is about to be copied, and for the command a row, whose id is returned. Does nothing on the
 * database of a version that cannot.
 */
async function recordStart(
  owner: Db,
  {
    by,
    file,
    startedAt,
    manifest,
    auditKey,
  }: Pick<BackupOptions, 'by'> & { file: string; startedAt: Date; manifest: Manifest; auditKey: Buffer },
): Promise<string | undefined> {
  if (by === undefined || (await pendingMigrations(owner)).length > 0) return undefined;
  return transact(owner, async (tx) => {
    const row = by === 'backup command' ? await beginCommandBackup(tx, { startedAt, file }) : undefined;
    await recordCommand(tx, auditKey, {
      reason: by,
      action: 'Exported',
      entityType: 'System',
      newValues: { backup: basename(file), hasMasterKey: manifest.hasMasterKey },
      now: startedAt,
    });
    return row;
  });
}

async function sourceOf(
  config: Config,
  {
    access,
    owner,
    withKey,
    withDocuments,
  }: { access: BackupAccess; owner: Db } & Pick<BackupOptions, 'withKey' | 'withDocuments'>,
): Promise<BackupSource & { auditKey: Buffer }> {
  await assertSupportedDatabase(owner);
  const keys = await openKeys(owner, () => loadKeys(config.masterKey, config.dataDir, { mayCreate: false }));
  const { clusterDir, superuserUrl } = access;
  const credentials = await clusterCredentials(config.dataDir);
  const cluster =
    clusterDir === undefined || superuserUrl === undefined || credentials === undefined
      ? undefined
      : { clusterDir, superuserUrl, credentials };
  const manifest: Manifest = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    version: String(Object(JSON.parse(await readFile(PACKAGE, 'utf8'))).version),
    migration: await lastMigration(owner),
    database: cluster === undefined ? 'external' : 'embedded',
    hasDocuments: withDocuments,
    keyFingerprint: fingerprintOf(keys),
    hasMasterKey: withKey,
    isSigned: true,
  };
  const masterKey = withKey ? await findMasterKey(config) : undefined;
  return {
    manifest,
    auditKey: keys.audit,
    signing: keys.signing,
    masterKey,
    cluster,
    owner,
    store: await openStore(config),
  };
}
