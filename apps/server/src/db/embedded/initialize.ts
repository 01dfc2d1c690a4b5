import { chown, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '#platform/disk.ts';
import { runAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import { writeConfiguration } from './configuration.ts';
import { databaseNames } from './credentials.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { unfinishedCluster, type Place } from './place.ts';

/**
 * Builds a new cluster with checksums, UTF-8 and password authentication under a temporary name (see `adoptCluster`).
 * It uses PostgreSQL’s built-in `C.UTF-8` collation, which updates of system libraries cannot change under an index.
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
    await writeConfiguration(unfinished, place.account);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Gives a finished cluster its final name in one step, so that an interrupted attempt is never used as a cluster. */
export async function adoptCluster(place: Place): Promise<void> {
  await rename(unfinishedCluster(place.home), place.cluster);
  await syncFolder(place.home);
}
