import { dirname, join, resolve } from 'node:path';
import type { Config } from '#platform/config.ts';
import { filesFolder } from '#files/open-store.ts';
import { keyFile } from '#security/keys.ts';

/** What a backup must include and where it is stored, as pairs of name and place. Contains no secrets. */
export function placesOf(config: Config, clusterDir: string | undefined): [what: string, where: string][] {
  const dataDir = resolve(config.dataDir);
  return [
    ['data folder', dataDir],
    ...databasePlaces(config, dataDir, clusterDir),
    [
      'documents',
      config.s3 === undefined
        ? filesFolder(dataDir)
        : `the bucket ${config.s3.bucket} at ${config.s3.endpoint}`,
    ],
    ['master key', config.masterKey === undefined ? keyFile(dataDir) : 'the setting MASTER_KEY'],
  ];
}

function databasePlaces(
  { databaseUrl }: Config,
  dataDir: string,
  clusterDir: string | undefined,
): [string, string][] {
  if (databaseUrl !== undefined) {
    const { host, pathname } = new URL(databaseUrl);
    return [['database', `the server ${host}, database ${decodeURIComponent(pathname.slice(1))}`]];
  }
  const folder = join(dataDir, 'database');
  return [
    [
      'database',
      clusterDir === undefined ? 'could not be opened, see above' : formatClusterPlace(clusterDir, dataDir),
    ],
    ['its passwords', join(folder, 'credentials.json')],
    ['its log', join(folder, 'server.log')],
  ];
}

function formatClusterPlace(clusterDir: string, dataDir: string): string {
  return clusterDir.startsWith(`${dataDir}/`)
    ? clusterDir
    : `${clusterDir} (outside the data folder: back up ${dirname(clusterDir)} with it)`;
}
