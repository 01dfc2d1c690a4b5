import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fingerprintOf, FORMAT, type Manifest, type Summary } from '#backup/manifest.ts';
import { findMasterKey } from '#backup/master-key.ts';
import { writeBackup, type BackupSource } from '#backup/write-backup.ts';
import { createDb, createPool, type Db } from '#db/database.ts';
import { clusterCredentials } from '#db/embedded/restored-cluster.ts';
import { openExistingDatabase, type DatabaseAccess } from '#db/open-database.ts';
import { openStore } from '#files/open-store.ts';
import { openKeys } from '#migration/master-key.ts';
import { assertSupportedDatabase, lastMigration } from '#migration/migrate.ts';
import type { Config } from '#platform/config.ts';
import { keyFile, loadKeys } from '#security/keys.ts';
import { newLock } from './backup-secret.ts';
import { describeContents, formatBytes, reportBytes } from './backup-report.ts';
import { CommandError } from './command-error.ts';
import { abortOnSignal } from './signals.ts';
import { verifyBackup } from './restore.ts';

const PACKAGE = join(import.meta.dirname, '../../package.json');

/**
 * Writes an encrypted backup of the database and the documents, also while the portal runs. `--verify` instead
 * restores a backup in a temporary folder, checks it and keeps nothing.
 */
export async function backup(config: Config, args: readonly string[]): Promise<number> {
  const { file, recipients, identity, withKey, verify } = parse(args);
  if (verify) return verifyBackup(config, file, identity);
  const lock = await newLock(config, recipients);
  const signal = abortOnSignal();
  const access = await openExistingDatabase(config);
  const owner = createDb(
    createPool({ url: access.ownerUrl, size: 1, onError: () => undefined, unhurried: true }),
  );
  try {
    const source = await sourceOf(config, { access, owner, withKey });
    const options = { lock, signal, onProgress: reportBytes };
    report(config, source, { file, ...(await writeBackup(file, source, options)) });
    return 0;
  } finally {
    await owner.destroy();
    await access.close();
  }
}

async function sourceOf(
  config: Config,
  { access, owner, withKey }: { access: DatabaseAccess; owner: Db; withKey: boolean },
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
    keyFingerprint: fingerprintOf(keys),
    hasMasterKey: withKey,
  };
  const masterKey = withKey ? await findMasterKey(config) : undefined;
  return { manifest, masterKey, cluster, owner, store: await openStore(config) };
}

function report(
  config: Config,
  { manifest }: BackupSource,
  { file, summary, bytes }: { file: string; summary: Summary; bytes: number },
): void {
  console.log(`Backup written to ${resolve(file)} (${formatBytes(bytes)}): ${describeContents(summary)}.`);
  if (summary.missingDocuments > 0)
    console.error(
      `The files of ${summary.missingDocuments} documents are missing, also from this backup. Run: npm run portal -- doctor --files`,
    );
  if (manifest.database === 'external')
    console.log(
      'It contains the documents but not the database, which is on another server. Back that up with pg_basebackup.',
    );
  if (!manifest.hasMasterKey) {
    const where = config.masterKey === undefined ? resolve(keyFile(config.dataDir)) : 'MASTER_KEY';
    console.log(`It does not contain the master key (${where}). Keep a copy of the key in another place.`);
  }
}

const USAGE =
  'Usage: npm run portal -- backup FILE [--recipient age1…] [--with-key], or: npm run portal -- backup --verify FILE [--identity FILE]';

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        recipient: { type: 'string', multiple: true },
        identity: { type: 'string' },
        'with-key': { type: 'boolean' },
        verify: { type: 'boolean' },
      },
    });
    const [file, ...others] = positionals;
    const { recipient: recipients, identity, 'with-key': withKey = false, verify = false } = values;
    const isMixed = verify ? withKey || recipients !== undefined : identity !== undefined;
    if (file === undefined || others.length > 0 || isMixed) throw new CommandError(USAGE);
    return { file, recipients, identity, withKey, verify };
  } catch (error) {
    throw new CommandError(USAGE, { cause: error });
  }
}
