import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '#platform/config.ts';
import { credentialsSchema } from '#db/embedded/credentials.ts';
import { openRestoredCluster, type RestoredCluster } from '#db/embedded/restored-cluster.ts';
import { FolderStore } from '#files/folder-store.ts';
import { filesFolder } from '#files/open-store.ts';
import { ArchiveError } from '#platform/tar.ts';
import { keyFile } from '#security/keys.ts';
import { BackupError } from './backup-error.ts';
import type { Unlock } from './encryption.ts';
import type { Manifest, Summary } from './manifest.ts';
import { assertKeyFits, findMasterKey, missingKey } from './master-key.ts';
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
 * read, and every checksum. Throws `BackupError`.
 */
export async function stageBackup(
  path: string,
  folder: string,
  { config, unlock, signal }: { config: Config; unlock: Unlock; signal: AbortSignal },
): Promise<Staged> {
  const store = new FolderStore(filesFolder(folder));
  let masterKey = await findMasterKey(config);
  let manifest: Manifest | undefined;
  let credentials: string | undefined;
  let cluster: RestoredCluster | undefined;
  const read = await readBackup(path, {
    unlock,
    signal,
    to: {
      manifest: async (found) => {
        manifest = found;
        if (found.database === 'embedded' && config.databaseUrl !== undefined)
          throw new BackupError(
            'This backup contains an embedded database, but DATABASE_URL is set. Unset it to restore the backup.',
          );
        if (masterKey !== undefined) assertKeyFits(masterKey, found);
        else if (!found.hasMasterKey) throw missingKey(config.dataDir);
        if (found.database === 'embedded') cluster = await openRestoredCluster(folder);
        await store.check();
      },
      masterKey: async (found) => {
        if (masterKey !== undefined || manifest === undefined) return;
        assertKeyFits(found, manifest);
        masterKey = found;
        await mkdir(dirname(keyFile(folder)), { mode: 0o700 });
        await writeFile(keyFile(folder), `${found}\n`, { mode: 0o600, flag: 'wx', flush: true });
      },
      credentials: async (json) => void (credentials = json),
      clusterFile: async (entry) => {
        if (cluster === undefined) throw new ArchiveError('The backup should have no database');
        await cluster.write(entry);
      },
      document: (id, content) => store.put(id, content),
    },
  });
  if (masterKey === undefined) throw missingKey(config.dataDir);
  await cluster?.finish(parseCredentials(credentials));
  return { ...read, masterKey };
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
