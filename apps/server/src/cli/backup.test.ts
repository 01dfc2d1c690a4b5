import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makePatient } from '#test/factories.ts';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import { settingsOf } from '#test/process.ts';
import { pdfFile } from '#test/sample-files.ts';
import { decrypt, encrypt } from '#backup/encryption.ts';
import { readBackup, readManifest } from '#backup/read-backup.ts';
import { readConfig } from '#platform/config.ts';
import { readTar, textEntry, writeTar, type ArchiveEntry } from '#platform/tar.ts';
import { findUnlock } from './backup-secret.ts';
import { Child, run, type Ended } from './test/child.ts';
import { withDatabase } from './with-database.ts';
import { makePortalFolder } from './test/portal-folder.ts';

const execute = promisify(execFile);
const MAIN = join(import.meta.dirname, '../main.mjs');
const { PATH = '', HOME = '' } = process.env;
const ENVIRONMENT = { PATH, HOME, LOG_LEVEL: 'error' };
const BACKUP_PASSPHRASE = 'Copper-Lantern-Meadow-7';

let folder: string;
let DATA_DIR: string;
let desk: DocumentDesk;
let recipient: string;
let identity: string;
let identityFile: string;
/** A backup of the desk without the key, encrypted with the public key. */
let file: string;

beforeAll(async () => {
  folder = await makePortalFolder();
  DATA_DIR = join(folder, 'data');
  const env = { DATA_DIR, DATABASE_URL: '', MIGRATION_DATABASE_URL: '', MASTER_KEY: '' };
  desk = await openDocumentDesk({ env, database: { appUrl: '', ownerUrl: '' } });
  await desk.upload();
  await desk.upload(pdfFile('second.pdf'));
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  identityFile = join(folder, 'identity.txt');
  await writeFile(identityFile, `# test\n${identity}\n`);
  file = join(folder, 'whole.age');
  await execute(process.execPath, [MAIN, 'backup', file, '--recipient', recipient], {
    env: { ...ENVIRONMENT, DATA_DIR },
  });
});
afterAll(async () => {
  await desk.portal.close();
  await rm(folder, { recursive: true, force: true });
});

/** A new data folder, by default with the master key of the desk. */
async function target({ withKey = true } = {}): Promise<string> {
  const path = await mkdtemp(join(folder, 'target-'));
  await chmod(path, 0o711);
  if (withKey) await cp(join(DATA_DIR, 'keys'), join(path, 'keys'), { recursive: true });
  return path;
}

const restore = (from: string, to: string, settings: Record<string, string> = {}) =>
  run(['restore', from, '--identity', identityFile], { DATA_DIR: to, ...settings });

/** The single line of an operator error, or the whole output when the command printed anything else. */
async function refusal(ended: Promise<Ended>): Promise<string> {
  const { code, out, err } = await ended;
  const line = /^(.+)\n$/.exec(err)?.[1];
  return code === 1 && out === '' && line !== undefined ? line : JSON.stringify({ code, out, err });
}

/** Everything a practice can see in a data folder: rows by table, and documents by id. */
async function contentsOf(dataDir: string) {
  const rows = await withDatabase(readConfig({ DATA_DIR: dataDir }), async ({ owner }) => {
    const counted = await sql<Record<string, number>>`
      select (select count(*) from patients)::int as patients, (select count(*) from users)::int as users,
        (select count(*) from documents)::int as documents, (select count(*) from audit_log)::int as audit_log`.execute(
      owner,
    );
    return counted.rows[0] ?? {};
  });
  const files: Record<string, string> = {};
  for (const entry of await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) files[entry.name] = await readFile(join(entry.parentPath, entry.name), 'base64');
  return { rows, files };
}

async function saveSomething(count: number): Promise<void> {
  await makePatient(desk.portal, { lastName: `Busy${count}` });
  await desk.upload(pdfFile(`busy-${count}.pdf`));
}

/** The begin of a backup with another manifest, which is read before the rest. */
async function rewritten(name: string, change: (text: string) => string): Promise<string> {
  const entries = async function* (): AsyncGenerator<ArchiveEntry> {
    for await (const entry of readTar(await decrypt(file, { identities: [identity] }))) {
      yield textEntry(entry.name, change((await buffer(entry.content)).toString()));
      return;
    }
  };
  const path = join(folder, name);
  await writeFile(path, await encrypt(writeTar(entries()), { recipients: [recipient] }));
  return path;
}

const damaged = (path: string) =>
  `${path} is damaged: it was cut off or changed after the backup. Use another backup.`;

/** Runs a command with a limit for the size of files, which acts like a full disk and needs no disk of its own. */
const limited = (args: readonly string[], settings: Record<string, string>) =>
  execute('sh', ['-c', 'ulimit -f 8000; exec "$@"', 'sh', process.execPath, MAIN, ...args], {
    env: { ...ENVIRONMENT, ...settings },
  });

async function drain(content: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of content) bytes += chunk.length;
  return bytes;
}

/** Reads a whole backup without keeping anything. */
const readAll = (path: string) =>
  readBackup(path, {
    unlock: { identities: [identity] },
    signal: new AbortController().signal,
    to: {
      manifest: async () => undefined,
      masterKey: async () => undefined,
      credentials: async () => undefined,
      clusterFile: async ({ content }) => void (await drain(content)),
      document: async (_id, content) => void (await drain(content)),
    },
  });

/** The first steps of a restore: what decrypts the file, and its manifest. */
const begin = async (path: string, settings: Record<string, string> = {}, identities?: string) =>
  readManifest(path, await findUnlock(readConfig(settings), path, identities));

/** Changes a byte of a file. Returns a function that changes it back. */
async function flipByte(path: string, at: number): Promise<() => Promise<unknown>> {
  const handle = await open(path, 'r+');
  try {
    const { buffer: byte } = await handle.read(Buffer.alloc(1), 0, 1, at);
    await handle.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
  } finally {
    await handle.close();
  }
  return () => flipByte(path, at);
}

describe('backup and restore', () => {
  it('restores the same rows, documents and key, and the audit log is intact', async () => {
    const to = join(folder, 'restored');
    await mkdir(to);
    const path = join(folder, 'with-key.age');
    const made = await run(['backup', path, '--with-key', '--recipient', recipient], { DATA_DIR });
    expect(made).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Backup written to \S+ \(\S+ MB\): patients: 2, .* document files: 2, /),
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const before = await contentsOf(DATA_DIR);
    const fingerprint = /fingerprint (.+)\.$/m.exec(made.out)?.[1] ?? '';
    const restored = await run(['restore', path, '--identity', identityFile, '--fingerprint', fingerprint], {
      DATA_DIR: to,
    });
    expect(restored).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /^The audit log is intact: .*\nRestored to \S+: backup of .*\nThe portal was not started/,
      ),
    });
    expect(await contentsOf(to)).toEqual(before);
    expect((await readdir(to)).toSorted()).toEqual(['database', 'files', 'keys']);
    expect(await readFile(join(to, 'keys/master.key'), 'utf8')).toBe(
      await readFile(join(DATA_DIR, 'keys/master.key'), 'utf8'),
    );
  });

  it('contains everything that was saved before its end while writes go on', async () => {
    const path = join(folder, 'busy.age');
    const before = await contentsOf(DATA_DIR);
    const backup = new Child(['backup', path, '--recipient', recipient], { DATA_DIR });
    const ended = backup.ended();
    const over = ended.then(() => true);
    let saving = Promise.resolve();
    for (let count = 0; (await Promise.race([over, (saving = saveSomething(count))])) !== true; count += 1);
    await saving;
    expect(await ended).toMatchObject({ code: 0, err: '' });
    const after = await contentsOf(DATA_DIR);

    const to = await target();
    // What an interrupted restore left is removed.
    await mkdir(join(to, 'restore.partial/database'), { recursive: true });
    await writeFile(join(to, 'restore.partial/database/left'), '');
    expect(await restore(path, to)).toMatchObject({ code: 0, err: '' });
    const { rows, files } = await contentsOf(to);
    for (const [table, count] of Object.entries(rows)) {
      expect(count).toBeGreaterThanOrEqual(before.rows[table] ?? 0);
      expect(count).toBeLessThanOrEqual(after.rows[table] ?? 0);
    }
    expect(Object.keys(files)).toHaveLength(rows.documents ?? 0);
    expect(after.files).toMatchObject(files);
    expect(await run(['doctor', '--files'], { DATA_DIR: to })).toMatchObject({ code: 0 });
  });

  it('backup --verify checks a backup and keeps nothing', async () => {
    const TMPDIR = await mkdtemp(join(folder, 'tmp-'));
    await chmod(TMPDIR, 0o711);
    const before = await readdir(DATA_DIR);
    expect(
      await run(['backup', '--verify', file, '--identity', identityFile], { DATA_DIR, TMPDIR }),
    ).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`${file} can be restored: backup of`) });
    // Node.js puts its compile cache there.
    expect((await readdir(TMPDIR)).filter((name) => name !== 'node-compile-cache')).toEqual([]);
    expect(await readdir(DATA_DIR)).toEqual(before);
  });

  it('covers the documents of a database on another server', async () => {
    const other = await openDocumentDesk();
    onTestFinished(() => other.portal.close());
    const { id } = await other.upload();
    const path = join(folder, 'external.age');
    const settings = settingsOf(other.portal);
    expect(await run(['backup', path, '--recipient', recipient], settings)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('Back that up with pg_basebackup.'),
    });
    const to = await target({ withKey: false });
    const { MASTER_KEY = '' } = settings;
    expect(await restore(path, to, { MASTER_KEY })).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('Restore the database on its server'),
    });
    expect(await readdir(to, { recursive: true })).toEqual([
      'files',
      `files/${id.slice(-2)}`,
      `files/${id.slice(-2)}/${id}`,
    ]);
    expect(
      await refusal(restore(file, await target(), { DATABASE_URL: settings.DATABASE_URL ?? '' })),
    ).toMatch(/^This backup contains an embedded database, but DATABASE_URL is set/);
  });

  it('a canceled backup leaves nothing', async () => {
    const path = join(folder, 'canceled.age');
    const child = new Child(['backup', path, '--recipient', recipient], { DATA_DIR });
    await withDatabase(readConfig({ DATA_DIR }), ({ owner }) =>
      owner.transaction().execute(async (tx) => {
        // The backup counts the rows of this table and waits.
        await sql`lock table templates in access exclusive mode`.execute(tx);
        await vi.waitFor(() => expect(existsSync(`${path}.partial`)).toBe(true), { timeout: 60_000 });
        child.signal('SIGTERM');
        await vi.waitFor(() => expect(child.said).toContain('Canceling'), { timeout: 60_000 });
      }),
    );
    expect(await child.ended()).toMatchObject({
      code: 1,
      err: 'Canceling …\nThe backup was cancelled. The unfinished file was removed.\n',
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('canceled'))).toEqual([]);
  });
});

describe('bad backups are refused in one sentence, and nothing is kept', () => {
  it('a file that was cut off', async () => {
    const { size } = await stat(file);
    const path = join(folder, 'cut.age');
    await cp(file, path);
    for (const length of [size - 1, size - 70_000, Math.floor(size / 2), 70_000, 210, 150, 30, 0]) {
      await truncate(path, length);
      await expect(readAll(path)).rejects.toThrow(damaged(path));
      if (length !== size - 1) continue;
      const to = await target();
      expect(await refusal(restore(path, to))).toBe(damaged(path));
      expect(await readdir(to)).toEqual(['keys']);
    }
  });

  it('a file that was changed', async () => {
    const { size } = await stat(file);
    const path = join(folder, 'changed.age');
    await cp(file, path);
    for (const at of [190, 5_000, Math.floor(size / 2), size - 1]) {
      const flip = await flipByte(path, at);
      await expect(readAll(path)).rejects.toThrow(damaged(path));
      await flip();
    }
    await readAll(path);
  });

  it('a wrong passphrase or key, no passphrase, another file, and no file', async () => {
    const path = join(folder, 'passphrase.age');
    const to = await target();
    expect((await run(['backup', path], { DATA_DIR, BACKUP_PASSPHRASE })).code).toBe(0);
    expect(await refusal(run(['restore', path], { DATA_DIR: to }))).toMatch(/^Set BACKUP_PASSPHRASE/);
    expect(await readdir(to)).toEqual(['keys']);
    await expect(begin(path, { BACKUP_PASSPHRASE: 'Another-Passphrase-1' })).rejects.toThrow(
      `The passphrase is not the one of ${path}.`,
    );
    const other = join(folder, 'other-identity.txt');
    await writeFile(other, await generateX25519Identity());
    await expect(begin(file, {}, other)).rejects.toThrow(`The identity file has no key for ${file}.`);
    await expect(begin(file, { DATA_DIR })).rejects.toThrow(/encrypted with a public key/);
    await expect(begin(identityFile)).rejects.toThrow(/is not a backup of the portal/);
    await expect(begin(join(folder, 'none.age'))).rejects.toThrow(/^There is no file/);
  });

  it('a backup of a newer version', async () => {
    const format = await rewritten('format.age', (text) => text.replace('"format": 1', '"format": 2'));
    await expect(begin(format, {}, identityFile)).rejects.toThrow(
      /^A newer version of the portal made this backup/,
    );
    const to = await target();
    const migration = await rewritten('migration.age', (text) =>
      text.replace(/"migration": "[^"]+"/, '"migration": "9999_later"'),
    );
    expect(await refusal(restore(migration, to))).toMatch(/this version does not know 9999_later/);
    expect(await readdir(to)).toEqual(['keys']);
  });

  it('without the master key, or with another one', async () => {
    const to = await target({ withKey: false });
    expect(await refusal(restore(file, to))).toMatch(
      /^The backup does not contain the master key\. Put the key into/,
    );
    const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
    expect(await refusal(restore(file, to, { MASTER_KEY }))).toMatch(
      /^The master key does not belong to this backup/,
    );
    expect(await readdir(to)).toEqual([]);
  });

  it('a data folder that a portal uses, or that is not empty', async () => {
    expect(await refusal(restore(file, DATA_DIR))).toMatch(
      /is in use by another instance \(process \d+\)\.$/,
    );
    const to = await target();
    await writeFile(join(to, 'notes.txt'), '');
    expect(await refusal(restore(file, to))).toMatch(/is not empty \(notes\.txt\)\. Set DATA_DIR to/);
    expect((await readdir(to)).toSorted()).toEqual(['keys', 'notes.txt']);
  });

  it('a place that cannot be written, and a name that is taken', async () => {
    const backup = (path: string) => refusal(run(['backup', path, '--recipient', recipient], { DATA_DIR }));
    expect(await backup(join(folder, 'none/x.age'))).toMatch(/^The folder \S+ does not exist\./);
    expect(await backup(file)).toBe(`${file} already exists. Choose another name.`);
    expect(await refusal(run(['backup', join(folder, 'x'), '--recipient', 'age1no'], { DATA_DIR }))).toBe(
      'age1no is not a public key of age (age1…).',
    );
  });

  it('a disk that gets full half-way', async () => {
    const path = join(folder, 'full.age');
    await expect(limited(['backup', path, '--recipient', recipient], { DATA_DIR })).rejects.toMatchObject({
      code: 1,
      stderr: `The disk is full. The unfinished backup was removed; free some space for ${path}, or choose another disk.\n`,
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([]);
    const to = await target();
    await expect(
      limited(['restore', file, '--identity', identityFile], { DATA_DIR: to }),
    ).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^The disk is full\. Everything/) });
    expect(await readdir(to)).toEqual(['keys']);
  });
});
