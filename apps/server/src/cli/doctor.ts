import { dirname, join, resolve } from 'node:path';
import type { Config } from '#platform/config.ts';
import { filesFolder, openStore } from '#files/open-store.ts';
import { keyFile } from '#security/keys.ts';
import type { Definition } from './definition.ts';
import { contentChecks, databaseChecks, folderChecks, type Check, type Opened } from './doctor-checks.ts';
import { explainError } from './explain-error.ts';
import { withDatabase } from './with-database.ts';

/** What a backup must include and where it is stored, as pairs of name and place. Contains no secrets. */
function placesOf(config: Config, clusterDir: string | undefined): [what: string, where: string][] {
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

export const doctorCommand: Definition = (command, run) =>
  command
    .option('--files', 'also read the file of every document')
    .option('--signatures', 'also compare every signed dictation with its signature')
    .option('--database', 'also read the whole database')
    .action(({ files, signatures, database }) =>
      run((config) =>
        doctor(config, {
          compareAll: files === true,
          compareSignatures: signatures === true,
          readAll: database === true,
        }),
      ),
    );

/**
 * Checks everything the portal needs, says how to fix each problem and lists where the data is stored. Changes
 * nothing and can run next to a running portal. `--files` also reads the file of every document, `--signatures` every signed
 * dictation, `--database` the whole database. Returns exit code 1 when a check fails.
 */
async function doctor(
  config: Config,
  wanted: Pick<Opened, 'compareAll' | 'compareSignatures' | 'readAll'>,
): Promise<number> {
  const store = await openStore(config);
  let failed = await report(folderChecks(config));
  let clusterDir: string | undefined;
  try {
    failed += await withDatabase(config, (opened) => {
      ({ clusterDir } = opened.access);
      return checkDatabase({ ...opened, config, settings: opened.readSettings, store, ...wanted });
    });
  } catch (error) {
    failed += 1;
    console.log(`FAILED  database: ${sentence(error)}`);
  }
  console.log('\nLocations:');
  for (const [what, where] of placesOf(config, clusterDir)) console.log(`  ${what.padEnd(20)}${where}`);
  return failed === 0 ? 0 : 1;
}

async function checkDatabase(opened: Opened): Promise<number> {
  const failed = await report(databaseChecks(opened));
  if (failed === 0) return report(contentChecks(opened));
  const left = contentChecks(opened).map(([name]) => name);
  console.log(`not checked because of the failures above: ${left.join(', ')}`);
  return failed;
}

async function report(checks: readonly Check[]): Promise<number> {
  let failed = 0;
  for (const [name, run] of checks) {
    try {
      const found = await run();
      console.log(line(name, found));
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}: ${sentence(error)}`);
    }
  }
  return failed;
}

function line(name: string, found: Awaited<ReturnType<Check[1]>>): string {
  if (typeof found === 'string') return `ok      ${name}: ${found}`;
  return 'notice' in found ? `NOTICE  ${name}: ${found.notice}` : `WARNING ${name}: ${found.warning}`;
}

const sentence = (error: unknown) =>
  explainError(error) ?? (error instanceof Error ? error.message : String(error));
