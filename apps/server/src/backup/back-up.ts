import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDb, createPool, type Db } from '#db/database.ts';
import { clusterCredentials } from '#db/embedded/restored-cluster.ts';
import { openStore } from '#files/open-store.ts';
import { openKeys } from '#migration/master-key.ts';
import { assertSupportedDatabase, lastMigration } from '#migration/migrate.ts';
import type { Config } from '#platform/config.ts';
import { loadKeys } from '#security/keys.ts';
import { recordBackup } from './backup-store.ts';
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
  /** Record the backup for System Status. */
  readonly isRecorded: boolean;
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
    const written = await writeBackup(file, source, options);
    if (options.isRecorded)
      await recordBackup(owner, { startedAt, now: new Date(), file, bytes: written.bytes });
    return { ...written, manifest: source.manifest };
  } finally {
    await owner.destroy();
  }
}

async function sourceOf(
  config: Config,
  {
    access,
    owner,
    withKey,
    withDocuments,
  }: { access: BackupAccess; owner: Db } & Pick<BackupOptions, 'withKey' | 'withDocuments'>,
): Promise<BackupSource> {
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
  return { manifest, signing: keys.signing, masterKey, cluster, owner, store: await openStore(config) };
}
