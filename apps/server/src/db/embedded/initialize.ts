import { chown, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '#platform/disk.ts';
import { runAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import { databaseNames } from './credentials.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { unfinishedCluster, type Place } from './place.ts';

/**
 * Builds a new cluster with checksums, UTF-8 and password sign-in, under a preliminary name (see `adoptCluster`).
 * Its text order is PostgreSQL's own `C.UTF-8`, which no update of the system's libraries can change under an index.
 */
export async function initializeCluster(
  place: Place,
  binaries: Binaries,
  superuserPassword: string,
  durable: boolean,
): Promise<void> {
  const unfinished = unfinishedCluster(place.home);
  const passwordFile = join(place.home, 'initial-password');
  await rm(passwordFile, { force: true });
  try {
    await writeFile(passwordFile, superuserPassword, { mode: 0o600, flag: 'wx' });
    if (place.account) await chown(passwordFile, place.account.uid, place.account.gid);
    const { code, output } = await runAs(place.account, binaries.initdb, [
      `--pgdata=${unfinished}`,
      `--username=${databaseNames.superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth-host=scram-sha-256',
      '--auth-local=reject',
      '--encoding=UTF8',
      '--no-locale',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
    if (code !== 0) {
      const reason = output.split('\n').filter((line) => /error|fatal/i.test(line));
      throw new EmbeddedDatabaseError(
        `The database could not be created in ${place.home}: ${reason.join(' ') || output}`,
      );
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Gives a cluster that was built its name, in one step: an interrupted attempt is never taken for a cluster. */
export async function adoptCluster(place: Place): Promise<void> {
  await rename(unfinishedCluster(place.home), place.cluster);
  await syncFolder(place.home);
}
