import { randomBytes, randomUUID } from 'node:crypto';
import { access, constants, mkdtemp, rm, stat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { readBackupState } from '#features/backups/index.ts';
import { AuditProbe } from '#audit/audit-probe.ts';
import { systemStatus } from '#features/system/index.ts';
import { createLogger } from '#platform/log.ts';
import { otherClocks } from '#db/other-clocks.ts';
import { findMasterKeys } from '#backup/master-key.ts';
import { formatBytes } from '#platform/sizes.ts';
import type { Config, Settings } from '#platform/config.ts';
import { SharedClock, systemClock } from '#platform/clock.ts';
import { clockState, compareClock, databaseTime } from '#db/clock-watch.ts';
import type { Db } from '#db/database.ts';
import type { DatabaseAccess } from '#db/open-database.ts';
import { foreignFolderError } from '#db/embedded/owner.ts';
import { newerMinor, readServerVersion } from '#db/server-version.ts';
import { openKeys } from '#db/migration/master-key.ts';
import { pendingMigrations, assertSupportedDatabase } from '#db/migration/migrate.ts';
import { isPresent, systemErrorCode } from '#platform/disk.ts';
import { StoreUnavailableError, type BlobStore } from '#files/blob-store.ts';
import type { FileProblems } from '#files/file-storage.ts';
import { verifyFiles } from '#files/verify-files.ts';
import { FolderStore } from '#files/folder-store.ts';
import { filesFolder } from '#files/open-store.ts';
import { countBadFiles } from '#files/pending-files.ts';
import { findBadFiles } from '#files/sample.ts';
import { keyFile, loadKeys } from '#security/keys.ts';
import { checkIssuer, requireEmergencyAccount } from '#features/session/index.ts';
import { CommandError } from './command-error.ts';
import { checkConnections } from './doctor-connections.ts';
import { checkPages } from './doctor-database.ts';
import { checkSignatures } from './doctor-signatures.ts';

/** Something works but should be changed. The exit code stays 0. */
export interface Warning {
  readonly warning: string;
}

/** Something to know, which nobody needs to change today. */
export interface Notice {
  readonly notice: string;
}

/** A named check. `run` returns what it found, or throws an error that says what is wrong and what to do. */
export type Check = readonly [name: string, run: () => Promise<string | Warning | Notice>];

/** Maximum number of bad files listed. */
const NAMED = 20;

export function folderChecks(config: Config): readonly Check[] {
  return [['data folder', () => checkFolder(config)]];
}

export interface Opened {
  readonly config: Config;
  /** The settings with the stored practice. */
  readonly settings: () => Promise<Settings>;
  readonly store: BlobStore;
  /** Connected as the application’s role. */
  readonly db: Db;
  /** Connected as the owner of the tables. */
  readonly owner: Db;
  /** Compare the files of all documents instead of looking for a sample. */
  readonly compareAll: boolean;
  /** Compare all signed dictations with their hashes instead of the newest ones. */
  readonly compareSignatures: boolean;
  /** Read the whole database instead of telling what the last check found. */
  readonly readAll: boolean;
  readonly access: DatabaseAccess;
}

/** The other checks need these to pass. */
export function databaseChecks({ config, owner }: Opened): readonly Check[] {
  const { databaseUrl } = config;
  return [
    ['database', () => checkServer(config, owner)],
    ...(databaseUrl === undefined
      ? []
      : [['connections', () => checkConnections(config, databaseUrl)] as const]),
    ['keys', () => checkKeys(config, owner)],
    ['migrations', () => checkMigrations(owner)],
  ];
}

export function contentChecks(opened: Opened): readonly Check[] {
  const { config, settings, store, db, owner, compareAll, compareSignatures } = opened;
  const { sso } = config;
  return [
    ['practice', () => describePractice(settings)],
    ['clock', () => checkClock(config, db)],
    ['audit log', () => checkAppendOnly(db)],
    ['file store', () => checkStore(config, { db, store })],
    ['disk space', () => checkDisks(config, db)],
    ['nightly backup', () => checkBackups(config, db)],
    ['database pages', () => checkPages(opened)],
    ...(sso === undefined
      ? []
      : [
          ['password sign-in', () => requireEmergencyAccount(db, config)] as const,
          ['single sign-on', () => checkIssuer(sso, systemClock)] as const,
        ]),
    ['signed dictations', () => checkSignatures(db, compareSignatures, reportProgress('dictations'))],
    ['documents', () => (compareAll ? compareDocuments(config, { db, owner, store }) : findSome(db, store))],
    // The last one: the others store what they found.
    ['system status', () => checkStatus(opened)],
  ];
}

/** Throws the error of the system unless the path is a folder that this account can write to. */
async function accessFolder(path: string): Promise<void> {
  await (await opendir(path)).close();
  await access(path, constants.W_OK);
}

async function checkFolder({ dataDir, databaseUrl, masterKey, s3 }: Config): Promise<string> {
  try {
    await accessFolder(dataDir);
    return `${dataDir} is writable`;
  } catch (error) {
    if (systemErrorCode(error) === 'EACCES') throw await foreignFolderError(dataDir, error);
    if (systemErrorCode(error) === 'ENOTDIR')
      throw new CommandError(`${dataDir} is not a folder. Correct DATA_DIR.`, { cause: error });
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    if (databaseUrl !== undefined && masterKey !== undefined && s3 !== undefined) return 'not needed';
    throw new CommandError(
      `${dataDir} does not exist. Check DATA_DIR; the portal creates the folder when it first starts.`,
      { cause: error },
    );
  }
}

async function checkServer({ databaseUrl }: Config, owner: Db): Promise<string | Warning | Notice> {
  await assertSupportedDatabase(owner);
  const version = await readServerVersion(owner);
  const found = `PostgreSQL ${version.major}.${version.minor} is responding`;
  const newer = newerMinor(version);
  if (newer === undefined) return found;
  return databaseUrl === undefined
    ? {
        notice: `${found}. ${newer} has fixes that it lacks, which need somebody who can run SQL on the server. It is updated with the portal; what the fixes are and how to move to a server that you update: “The embedded database” in docs/operations/databases.md.`,
      }
    : { warning: `${found}, but ${newer} has fixes that it lacks. Update the server.` };
}

async function checkKeys(config: Config, owner: Db): Promise<string> {
  await databaseKeys(config, owner);
  const kept = (await findMasterKeys(config)).length - 1;
  const besides = kept > 0 ? `; earlier keys kept for backups: ${kept}` : '';
  if (config.masterKey !== undefined) return `MASTER_KEY is the master key of this database${besides}`;
  const path = keyFile(config.dataDir);
  if (((await stat(path)).mode & 0o077) !== 0)
    throw new CommandError(`Other accounts can access the master key ${path}. Run: chmod 600 ${path}`);
  return `${path} is the master key of this database${besides}`;
}

const databaseKeys = (config: Config, owner: Db) =>
  openKeys(owner, () => loadKeys(config.masterKey, config.dataDir, { mayCreate: false }));

async function checkMigrations(owner: Db): Promise<string> {
  const pending = await pendingMigrations(owner);
  if (pending.length > 0)
    throw new CommandError(`not applied yet: ${pending.join(', ')}. Run: npm run portal -- migrate`);
  return 'the database is up to date';
}

async function describePractice(settings: () => Promise<Settings>): Promise<string> {
  const { name, timeZone } = (await settings()).practice;
  return `${name}, ${timeZone}`;
}

/** A clock that follows the database’s, as in a running portal. */
function followingClock() {
  const clock = new SharedClock(systemClock);
  return { clock, databaseTime: (from: Db) => clock.read(() => databaseTime(from)) };
}

async function checkClock(config: Config, db: Db): Promise<string> {
  const others = await otherClocks({ config, db });
  const problem = await compareClock(db, systemClock.now(), others);
  const difference = await clockState({ db, ...followingClock() });
  if (problem !== null || difference !== null) throw new CommandError(problem ?? difference ?? '');
  return `agrees with that of ${others.map(({ name }) => name).join(' and ')}, and with when the portal last ran`;
}

/** Reads the privileges instead of trying a change. A partition can be addressed directly, so each one is checked. */
async function checkAppendOnly(db: Db): Promise<string> {
  const { rows } = await sql<{ may: boolean }>`
    select bool_or(has_table_privilege(relid, 'update, delete, truncate')) as may from pg_partition_tree('audit_log')`.execute(
    db,
  );
  if (rows[0]?.may !== false)
    throw new CommandError(
      'the application’s database role can change audit entries. Run: npm run portal -- migrate',
    );
  return 'append-only for the application’s role';
}

/** Writes, reads and removes a test file. Does not create a missing folder. */
async function checkStore(config: Config, { db, store }: { db: Db; store: BlobStore }): Promise<string> {
  if (config.s3 === undefined && !(await isPresent(filesFolder(config.dataDir)))) {
    if (!(await hasDocuments(db)))
      return 'no documents are stored yet; the folder is created with the first one';
    throw new CommandError(
      `${filesFolder(config.dataDir)} is missing, along with the files of all documents. Restore it from the backup.`,
    );
  }
  await store.check();
  if (config.s3 !== undefined) {
    await tryStore(store);
    return `files can be written to, read from and removed from the bucket ${config.s3.bucket}`;
  }
  // Use a temporary folder: a run as root would otherwise leave folders that the portal cannot write.
  const own = await mkdtemp(join(filesFolder(config.dataDir), '.doctor-'));
  try {
    await tryStore(new FolderStore(own));
  } finally {
    await rm(own, { recursive: true });
  }
  return 'files can be written to, read from and removed from the data folder';
}

async function tryStore(store: BlobStore): Promise<void> {
  const id = randomUUID();
  const sent = randomBytes(1000);
  const found: Uint8Array[] = [];
  try {
    await store.put(id, Readable.from([sent], { objectMode: true }));
    for await (const chunk of store.read(id)) found.push(chunk);
  } finally {
    await store.remove(id);
  }
  if (!Buffer.concat(found).equals(sent))
    throw new CommandError('the file read back differs from the file written');
}

const stateNow = (config: Config, db: Db) => readBackupState({ config, db, clock: systemClock });

async function checkDisks(config: Config, db: Db): Promise<string> {
  const { disks } = await stateNow(config, db);
  const described = disks.map(({ use, freeBytes }) => `${formatBytes(freeBytes)} free for ${use}`).join(', ');
  if (disks.some(({ isLow }) => isLow))
    throw new CommandError(`too little space: ${described}. Free some space, or use a larger disk.`);
  return described === '' ? 'not needed' : described;
}

/** Also whether the folder can be written, which System Status only knows after the next night. */
async function checkBackups(config: Config, db: Db): Promise<string | Warning> {
  const { nightly } = config.backup;
  const { last, isOverdue, isRunning, failure, aheadCount } = await stateNow(config, db);
  const made =
    last === undefined
      ? 'no backup has been made yet'
      : `the last good backup is of ${last.at.toISOString()} (${formatBytes(last.bytes)})`;
  if (nightly === undefined) return `not set (BACKUP_DIR); ${made}`;
  try {
    await accessFolder(nightly.folder);
  } catch (error) {
    throw new CommandError(
      `${nightly.folder} is no folder that this account can write to. Create it, or correct BACKUP_DIR.`,
      {
        cause: error,
      },
    );
  }
  if (isOverdue)
    throw new CommandError(
      failure === undefined
        ? `overdue: ${made}. It runs while the portal runs.`
        : `overdue: ${made}. The last one failed: ${failure.problem}`,
    );
  if (aheadCount > 0)
    return {
      warning: `${made}. ${aheadCount === 1 ? '1 backup has a date' : `${aheadCount} backups have dates`} in the future, because the clock was wrong when it was made`,
    };
  return isRunning ? `running; ${made}` : made;
}

async function findFileProblems(db: Db, store: BlobStore): Promise<FileProblems> {
  const known = await countBadFiles(db);
  try {
    const bad = await findBadFiles(db, store);
    const count = (wanted: string) => bad.filter(({ problem }) => problem === wanted).length;
    return {
      missing: Math.max(known.missing, count('missing')),
      damaged: Math.max(known.damaged, count('damaged')),
      isUnavailable: false,
    };
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    return { ...known, isUnavailable: true };
  }
}

/** What the dashboard shows, except for the live connection, which each process of the portal has. Leaves nothing behind. */
async function checkStatus({ config, settings, store, db, owner }: Opened): Promise<string> {
  const keys = await databaseKeys(config, owner);
  const log = createLogger('silent');
  const { status, reasons } = await systemStatus({
    config: await settings(),
    db,
    keys,
    ...followingClock(),
    log,
    auditProbe: new AuditProbe(db, keys.audit, systemClock),
    notifier: { connected: true },
    // The store has checks of its own, which create no folder.
    files: { findProblems: () => findFileProblems(db, store) },
  });
  if (status !== 'Healthy') throw new CommandError(`${status}. ${reasons.map(({ text }) => text).join(' ')}`);
  return status;
}

async function hasDocuments(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('purged_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function findSome(db: Db, store: BlobStore): Promise<string> {
  const bad = await findBadFiles(db, store);
  if (bad.length > 0)
    throw new CommandError(
      `document files are missing or damaged: ${bad.map(({ id, problem }) => `${id} (${problem})`).join(', ')}. Restore the files from the backup, then run: npm run portal -- doctor --files`,
    );
  return 'a sample of files was checked and none is missing (to check all: doctor --files)';
}

async function compareDocuments(
  config: Config,
  { db, owner, store }: { db: Db; owner: Db; store: BlobStore },
): Promise<string> {
  const keys = await databaseKeys(config, owner);
  const { compared, bad } = await verifyFiles({
    db,
    keys,
    store,
    now: new Date(),
    onProgress: reportProgress('documents'),
  });
  if (bad.length === 0) return `all ${compared} files match what was stored`;
  const named = bad.slice(0, NAMED).map(({ id, problem }) => `${id} (${problem})`);
  const more = bad.length > NAMED ? ` and ${bad.length - NAMED} more` : '';
  throw new CommandError(
    `${bad.length} of ${compared} files are missing or damaged: ${named.join(', ')}${more}. Restore them from the backup under the same ids, then run this command again. Until then, these documents show an error.`,
  );
}

/** Shows progress on a terminal. */
const reportProgress = (what: string) => (compared: number) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${compared} ${what} compared\u001b[K\r`);
};
