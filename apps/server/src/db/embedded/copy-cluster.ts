import { randomBytes } from 'node:crypto';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { systemErrorCode } from '#platform/disk.ts';
import { textEntry, type ArchiveEntry } from '#platform/tar.ts';
import { isClusterFile } from './cluster-files.ts';
import { EmbeddedDatabaseError } from './error.ts';

/** Folders whose content belongs to the running server (PostgreSQL: “Making a Base Backup Using the Low Level API”). */
const EMPTY_FOLDERS = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
/** Added at the end. */
const LABEL = 'backup_label';
const CONTROL_FILE = 'global/pg_control';
const SEGMENT = /^[0-9A-F]{24}$/;
const READ_BYTES = 256 * 1024;

interface ClusterSource {
  readonly clusterDir: string;
  /** The superuser’s connection. It contains a password: never log it. */
  readonly superuserUrl: string;
  /** Runs after the files were copied. The copy contains everything that was committed before it ends. */
  readonly beforeEnd: () => Promise<void>;
}

/**
 * Copies the files of a running cluster with PostgreSQL’s low-level backup API. The copy contains every transaction
 * that was committed before the last entries. Files change while they are copied; the write-ahead log between start
 * and end of the backup, which a temporary replication slot holds back, repairs them when the copy first starts.
 */
export async function* copyCluster({
  clusterDir,
  superuserUrl,
  beforeEnd,
}: ClusterSource): AsyncGenerator<ArchiveEntry> {
  const client = new Client({ connectionString: superuserUrl, application_name: 'medical-portal-backup' });
  // The next query reports a lost connection. Without a listener, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Slot and backup end with the connection, so an interrupted backup leaves nothing on the server.
    const label = `portal_backup_${randomBytes(4).toString('hex')}`;
    await ask(client, 'select pg_create_physical_replication_slot($1, true, true)', [label]);
    const { first } = await ask(client, 'select pg_walfile_name(pg_backup_start($1, true)) as first', [
      label,
    ]);
    yield* folderEntries(clusterDir);
    yield* fileEntry(clusterDir, CONTROL_FILE);
    await beforeEnd();
    const { last, label_file, map_file } = await ask(
      client,
      `select pg_walfile_name(lsn - 1::numeric) as last, labelfile as label_file, spcmapfile as map_file
       from pg_backup_stop(false)`,
    );
    if (map_file !== '')
      throw new EmbeddedDatabaseError('The database has tablespaces, which a backup cannot contain.');
    yield* walEntries(clusterDir, first ?? '', last ?? '');
    yield textEntry(LABEL, label_file ?? '');
  } finally {
    await client.end();
  }
}

async function ask(
  client: Client,
  text: string,
  values: readonly string[] = [],
): Promise<Partial<Record<string, string>>> {
  try {
    const { rows } = await client.query<Record<string, string>>(text, [...values]);
    return rows[0] ?? {};
  } catch (error) {
    // A connection error has no SQLSTATE, and a server that shuts down sends one of class 57.
    const state = systemErrorCode(error) ?? '57';
    if (/^[0-9A-Z]{5}$/.test(state) && !state.startsWith('57')) throw error;
    throw new EmbeddedDatabaseError(
      'The database was shut down during the backup. Nothing was kept; run the backup again.',
      { cause: error },
    );
  }
}

async function* folderEntries(root: string, folder = ''): AsyncGenerator<ArchiveEntry> {
  for (const entry of await readdirIfPresent(join(root, folder))) {
    const name = `${folder}${entry.name}`;
    if (name === LABEL || name === CONTROL_FILE) continue;
    if (entry.isFile() && isClusterFile(name)) yield* fileEntry(root, name);
    if (!entry.isDirectory() || !isClusterFile(`${name}/`)) continue;
    yield textEntry(`${name}/`, '');
    if (!EMPTY_FOLDERS.has(name)) yield* folderEntries(root, `${name}/`);
  }
}

async function* walEntries(root: string, first: string, last: string): AsyncGenerator<ArchiveEntry> {
  const segments = (await readdirIfPresent(join(root, 'pg_wal')))
    .map(({ name }) => name)
    .filter((name) => SEGMENT.test(name) && name >= first && name <= last)
    .toSorted();
  if (segments[0] !== first || segments.at(-1) !== last)
    throw new EmbeddedDatabaseError('A part of the write-ahead log is missing. Run the backup again.');
  for (const segment of segments) yield* fileEntry(root, `pg_wal/${segment}`);
}

/** A file as long as it is now. Nothing if it is gone: PostgreSQL can remove files during the copy. */
async function* fileEntry(root: string, name: string): AsyncGenerator<ArchiveEntry> {
  const file = await orIfMissing(open(join(root, name), 'r'), undefined);
  if (file === undefined) return;
  try {
    const { size } = await file.stat();
    yield { name, size, content: exactly(file, size) };
  } finally {
    await file.close();
  }
}

/** Ignores what was appended since, and fills what was cut off with zeros: the write-ahead log contains both changes. */
async function* exactly(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size;) {
    const wanted = Math.min(READ_BYTES, size - at);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
    yield bytesRead === 0 ? Buffer.alloc(wanted) : buffer.subarray(0, bytesRead);
    at += bytesRead === 0 ? wanted : bytesRead;
  }
}

const readdirIfPresent = (folder: string) => orIfMissing(readdir(folder, { withFileTypes: true }), []);

async function orIfMissing<T, U>(found: Promise<T>, fallback: U): Promise<T | U> {
  try {
    return await found;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return fallback;
    throw error;
  }
}
