import { isDeepStrictEqual } from 'node:util';
import type { Config } from '#platform/config.ts';
import { credentialsSchema } from '#db/embedded/credentials.ts';
import { openRestoredCluster, type RestoredCluster } from '#db/embedded/restored-cluster.ts';
import { FolderStore } from '#files/folder-store.ts';
import { filesFolder } from '#files/open-store.ts';
import { ArchiveError } from '#platform/tar.ts';
import { deriveKeys, keyFile, writeKeyFile } from '#security/keys.ts';
import { BackupError, forgedBackup } from './backup-error.ts';
import type { Unlock } from './encryption.ts';
import type { Manifest, Summary } from './manifest.ts';
import { assertKeyFits, findMasterKeys, fits, missingKey } from './master-key.ts';
import { readBackup } from './read-backup.ts';

/** A backup in a data folder of its own, not started yet. */
export interface Staged {
  readonly manifest: Manifest;
  readonly summary: Summary;
  /** In base64. */
  readonly masterKey: string;
}

/**
 * Unpacks a backup into an empty folder, which becomes a complete data folder. Checks the master key before anything else is
 * read, that it is the backup whose manifest (`expected`) the operator agreed to, every checksum, and the signature if the backup says that it has one. Throws `BackupError`.
 */
export async function stageBackup(
  path: string,
  folder: string,
  {
    config,
    unlock,
    expected,
    signal,
  }: { config: Config; unlock: Unlock; expected: Manifest; signal: AbortSignal },
): Promise<Staged> {
  const store = new FolderStore(filesFolder(folder));
  const known = await findMasterKeys(config);
  const found: Found = { masterKey: known.find((key) => fits(key, expected)) ?? known[0] };
  const read = await readBackup(path, {
    unlock,
    signal,
    to: {
      manifest: async (manifest) => {
        if (!isDeepStrictEqual(manifest, expected))
          throw new BackupError(`${path} was replaced while it was read. Nothing of it was used.`);
        assertRestorable(manifest, config, found.masterKey);
        found.manifest = manifest;
        if (manifest.database === 'embedded') found.cluster = await openRestoredCluster(folder);
        if (manifest.hasDocuments) await store.check();
      },
      masterKey: async (base64) => {
        if (found.masterKey !== undefined || found.manifest === undefined) return;
        assertKeyFits(base64, found.manifest);
        found.masterKey = base64;
        await writeKeyFile(keyFile(folder), Buffer.from(base64, 'base64'));
      },
      credentials: async (json) => void (found.credentials = json),
      clusterFile: async (entry) => {
        if (found.cluster === undefined) throw new ArchiveError('The backup should have no database');
        await found.cluster.write(entry);
      },
      document: (id, content) => store.put(id, content),
    },
  });
  if (found.masterKey === undefined) throw missingKey(config.dataDir);
  const signing = deriveKeys(Buffer.from(found.masterKey, 'base64')).signing;
  if (read.manifest.isSigned === true && !read.isSignedWith(signing)) throw forgedBackup(path);
  await found.cluster?.finish(parseCredentials(found.credentials));
  return { ...read, masterKey: found.masterKey };
}

interface Found {
  masterKey: string | undefined;
  manifest?: Manifest;
  credentials?: string;
  cluster?: RestoredCluster;
}

function assertRestorable(manifest: Manifest, config: Config, masterKey: string | undefined): void {
  if (manifest.database === 'embedded' && config.databaseUrl !== undefined)
    throw new BackupError(
      'This backup contains an embedded database, but DATABASE_URL is set. Unset it to restore the backup.',
    );
  if (masterKey !== undefined) assertKeyFits(masterKey, manifest);
  else if (!manifest.hasMasterKey) throw missingKey(config.dataDir);
}

function parseCredentials(json: string | undefined) {
  try {
    return credentialsSchema.parse(JSON.parse(json ?? ''));
  } catch (error) {
    throw new BackupError('The passwords of the database are missing from the backup. Use another backup.', {
      cause: error,
    });
  }
}
