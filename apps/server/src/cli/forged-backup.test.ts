import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import { removeDeadBackups } from '#features/backups/index.ts';
import { removeLeftovers } from '#backup/leftovers.ts';
import { readConfig } from '#platform/config.ts';
import { withChecksums } from '#backup/checksums.ts';
import { decrypt, encrypt } from '#backup/encryption.ts';
import { readBackup } from '#backup/read-backup.ts';
import { SignedContent } from '#backup/signature.ts';
import { readTar, textEntry, writeTar, type ArchiveEntry } from '#platform/tar.ts';
import { deriveKeys } from '#security/keys.ts';
import { fingerprintText } from '#security/key-words.ts';
import { Child, run } from './test/child.ts';
import { withDatabase } from './with-database.ts';
import { makePortalFolder } from './test/portal-folder.ts';

const execute = promisify(execFile);

let folder: string;
let desk: DocumentDesk;
let recipient: string;
let identity: string;
let identityFile: string;
/** A backup of the desk, with the text of its small files. */
let file: string;
let fingerprint: string;
/** What the command said. */
let written: string;

const dataDir = () => join(folder, 'data');
const CONFIGURATION = 'database/cluster/postgresql.auto.conf';

beforeAll(async () => {
  folder = await makePortalFolder();
  const settings = { DATA_DIR: dataDir(), DATABASE_URL: '', MIGRATION_DATABASE_URL: '', MASTER_KEY: '' };
  desk = await openDocumentDesk({ env: settings, database: { appUrl: '', ownerUrl: '' } });
  await desk.upload();
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  identityFile = join(folder, 'identity.txt');
  await writeFile(identityFile, identity);
  file = join(folder, 'true.age');
  const key = await readFile(join(dataDir(), 'keys/master.key'), 'utf8');
  fingerprint = fingerprintText(deriveKeys(Buffer.from(key, 'base64')).fingerprint);
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir(), LOG_LEVEL: 'error' };
  const main = join(import.meta.dirname, '../main.mjs');
  const { stdout } = await execute(
    process.execPath,
    [main, 'backup', file, '--with-key', '--recipient', recipient],
    { env },
  );
  written = stdout;
});
afterAll(async () => {
  await desk.portal.close();
  await rm(folder, { recursive: true, force: true });
});

async function target({ withKey = true } = {}): Promise<string> {
  const path = await mkdtemp(join(folder, 'target-'));
  await chmod(path, 0o711);
  if (withKey) await cp(join(dataDir(), 'keys'), join(path, 'keys'), { recursive: true });
  return path;
}

interface Forgery {
  /** Changes a text; undefined leaves the file as it is. */
  readonly change?: Readonly<Record<string, (text: string) => string>>;
  /** Files that are added before the end. */
  readonly add?: Readonly<Record<string, string>>;
  /** Leaves out everything behind what is added, which is not read then. */
  readonly isCut?: boolean;
  /** Changes the finished tar file. */
  readonly changeTar?: (tar: Buffer) => Buffer;
}

/** What someone can make who knows the public key and can write to the place of a backup: all checksums are right. */
async function forge(
  name: string,
  { change = {}, add = {}, isCut = false, changeTar }: Forgery,
): Promise<string> {
  const entries = async function* (): AsyncGenerator<ArchiveEntry> {
    for await (const entry of readTar(await decrypt(file, { identities: [identity] }))) {
      if (entry.name.startsWith('checksums/')) {
        await buffer(entry.content);
        continue;
      }
      if (entry.name === (isCut ? 'keys/master.key' : 'summary.json'))
        for (const [path, text] of Object.entries(add)) yield textEntry(path, text);
      if (isCut && entry.name === 'keys/master.key') return;
      const changed = change[entry.name];
      yield changed === undefined
        ? entry
        : textEntry(entry.name, changed((await buffer(entry.content)).toString()));
    }
  };
  const tar = await buffer(writeTar(withChecksums(entries(), new SignedContent())));
  const path = join(folder, name);
  const changed = changeTar?.(tar) ?? tar;
  const chunks = async function* () {
    for (let at = 0; at < changed.length; at += 65_536) yield changed.subarray(at, at + 65_536);
  };
  await writeFile(path, await encrypt(chunks(), { recipients: [recipient] }));
  return path;
}

/** Makes a backup look like those of earlier versions, which had no signature. */
const UNSIGNED = {
  'manifest.json': (text: string) => text.replace(/,\s*"isSigned": true/, ''),
  'summary.json': (text: string) => text.replace(/,\s*"signature": "[^"]*"/, ''),
};

const restore = (from: string, to: string, args: readonly string[] = [], input = '') =>
  run(['restore', from, '--identity', identityFile, ...args], { DATA_DIR: to }, input);

const drain = async (content: AsyncIterable<Uint8Array>) => void (await buffer(content));

/** Reads a whole backup without keeping anything. */
async function readAll(path: string): Promise<unknown> {
  return readBackup(path, {
    unlock: { identities: [identity] },
    signal: new AbortController().signal,
    to: {
      manifest: async () => undefined,
      masterKey: async () => undefined,
      credentials: async () => undefined,
      clusterFile: ({ content }) => drain(content),
      document: (_id, content) => drain(content),
    },
  });
}

describe('a forged backup', () => {
  it('with a command in its configuration is refused, and its command never runs', async () => {
    const marker = join(folder, 'ran');
    const command = `archive_mode = on\narchive_command = 'touch ${marker}'\n`;
    const signed = await forge('signed.age', { add: { [CONFIGURATION]: command } });
    const to = await target();
    expect(await restore(signed, to)).toMatchObject({
      code: 1,
      err: expect.stringContaining('a file that the portal does not put into backups'),
    });

    const unsigned = await forge('unsigned.age', { add: { [CONFIGURATION]: command }, change: UNSIGNED });
    expect(await restore(unsigned, to)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/has no signature.*add --accept-unsigned/s),
    });
    expect(await restore(unsigned, to, ['--accept-unsigned'], 'yes\n')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Not confirmed. Nothing was changed.'),
    });
    expect(await readdir(to)).toEqual(['keys']);

    expect(await restore(unsigned, to, ['--accept-unsigned'], 'accept unsigned\n')).toMatchObject({
      code: 0,
      out: expect.stringContaining('not signed'),
    });
    expect(existsSync(marker)).toBe(false);
    expect((await run(['doctor'], { DATA_DIR: to })).code).toBe(0);
    const configuration = await readFile(join(to, 'database/cluster/postgresql.auto.conf'), 'utf8');
    expect(configuration).toBe('');
  });

  it('with changed content has no valid signature, whatever its checksums say', async () => {
    const changed = await forge('changed.age', {
      change: { 'summary.json': (text) => text.replace(/"missingDocuments": 0/, '"missingDocuments": 1') },
    });
    const unsigned = await forge('claims.age', { change: { 'summary.json': UNSIGNED['summary.json'] } });
    for (const path of [changed, unsigned]) {
      const to = await target();
      expect(await restore(path, to, ['--accept-unsigned'])).toMatchObject({
        code: 1,
        out: '',
        err: `${path} was not signed by the installation that it names: it was forged, or changed after the backup. Nothing of it was used; use another backup.\n`,
      });
      expect(await readdir(to)).toEqual(['keys']);
    }
    expect(
      await run(['backup', '--verify', changed, '--identity', identityFile], { DATA_DIR: dataDir() }),
    ).toMatchObject({ code: 1, err: expect.stringContaining('was not signed by the installation') });
  });

  it.each([
    'database/cluster/recovery.signal',
    'database/cluster/standby.signal',
    'database/cluster/tablespace_map',
    'database/cluster/pg_tblspc/16400/1',
    'database/cluster/pg_tblspc/16400/',
    'database/cluster/pg_replslot/other/state',
    'database/cluster/base/5/library.so',
    'database/cluster/base/../1',
    'database/cluster/../../keys/master.key',
    'database/cluster//etc/passwd',
    'database/cluster/server.crt',
    'database/cluster/conf.d/',
  ])('with the unexpected file %s is refused', async (name) => {
    for (const [kind, change] of Object.entries({ signed: {}, unsigned: UNSIGNED })) {
      const path = await forge(`${kind}-file.age`, { add: { [name]: '' }, isCut: true, change });
      await expect(readAll(path)).rejects.toThrow(/does not put into backups/);
    }
  });

  it('with a link, or anything behind its end, is damaged', async () => {
    const link = await forge('link.age', {
      changeTar: (tar) => withType(tar, 'database/cluster/PG_VERSION', '2'),
    });
    const behind = await forge('behind.age', {
      change: { 'summary.json': (text) => text },
      changeTar: (tar) => movedToEnd(tar, 'database/credentials.json'),
    });
    for (const path of [link, behind]) await expect(readAll(path)).rejects.toThrow(/is damaged/);
  });

  it('with passwords that would lead to another server is refused', async () => {
    const path = await forge('credentials.age', {
      change: {
        ...UNSIGNED,
        'database/credentials.json': (text) =>
          text.replace(/"superuser": "[^"]+"/, '"superuser": "x@evil.example:5432/aaaaaaaaaaaa"'),
      },
    });
    const to = await target();
    expect(await restore(path, to, ['--accept-unsigned'], 'accept unsigned\n')).toMatchObject({ code: 1 });
    expect(await readdir(to)).toEqual(['keys']);
  });

  it('differs from a true one in the fingerprint that the command prints', () => {
    expect(written).toContain(`signed by the installation with the fingerprint ${fingerprint}`);
  });

  it('that brings its own key needs the fingerprint of the recovery sheet', async () => {
    const to = await target({ withKey: false });
    expect(await restore(file, to)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `was made with the master key ${fingerprint}, which is not the fingerprint`,
      ),
    });
    expect(await restore(file, to, ['--fingerprint', '0000 0000 0000 0000'])).toMatchObject({ code: 1 });
    expect(await readdir(to)).toEqual([]);
    expect(await restore(file, to, [], `${fingerprint.toLowerCase()}\n`)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`signed by the installation with the fingerprint ${fingerprint}`),
    });
  });
});

describe('a command', () => {
  it('backup --verify that is killed leaves nothing readable behind the next check or start', async () => {
    const to = await target();
    const child = new Child(['backup', '--verify', file, '--identity', identityFile], { DATA_DIR: to });
    const unpacked = join(to, 'check.partial');
    await vi.waitFor(() => expect(existsSync(join(unpacked, 'database'))).toBe(true), { timeout: 60_000 });
    child.signal('SIGKILL');
    await child.ended();
    expect(existsSync(unpacked)).toBe(true);
    await removeLeftovers(to);
    expect(await readdir(to)).toEqual(['keys']);
  });

  it('records that everything is copied before it begins', async () => {
    const path = join(folder, 'recorded.age');
    expect((await run(['backup', path, '--recipient', recipient], { DATA_DIR: dataDir() })).code).toBe(0);
    const { rows } = await withDatabase(readConfig({ DATA_DIR: dataDir() }), ({ owner }) =>
      sql`select action, user_id, new_values from audit_log where reason = 'backup command' order by xmin::text::bigint desc limit 1`.execute(
        owner,
      ),
    );
    expect(rows).toEqual([
      {
        action: 'Exported',
        user_id: null,
        new_values: { backup: 'recorded.age', hasMasterKey: false },
      },
    ]);
  });

  it('a killed backup leaves a part that maintenance removes', async () => {
    const path = join(folder, 'killed.age');
    const child = new Child(['backup', path, '--recipient', recipient], { DATA_DIR: dataDir() });
    await vi.waitFor(() => expect(existsSync(`${path}.partial`)).toBe(true), { timeout: 60_000 });
    child.signal('SIGKILL');
    await child.ended();
    const { db } = desk.portal.deps;
    await removeDeadBackups(db, new Date());
    expect(existsSync(`${path}.partial`)).toBe(true);
    await removeDeadBackups(db, new Date(Date.now() + 6 * 60_000));
    expect(existsSync(`${path}.partial`)).toBe(false);
  });
});

/** Where the entry with this name begins and ends in a tar file. */
function rangeOf(tar: Buffer, name: string): [number, number] {
  for (let at = 0; at < tar.length;) {
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    const end = at + 512 + Math.ceil(size / 512) * 512;
    if (tar.toString('utf8', at, at + 100).replace(/\0.*$/s, '') === name) return [at, end];
    at = end;
  }
  throw new Error(`No ${name}`);
}

function withType(tar: Buffer, name: string, type: string): Buffer {
  const [at] = rangeOf(tar, name);
  tar.write(type, at + 156);
  tar.fill(' ', at + 148, at + 156);
  const sum = tar.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148);
  return tar;
}

/** Moves an entry behind the last one. */
function movedToEnd(tar: Buffer, name: string): Buffer {
  const [at, end] = rangeOf(tar, name);
  const closing = tar.length - 1024;
  return Buffer.concat([
    tar.subarray(0, at),
    tar.subarray(end, closing),
    tar.subarray(at, end),
    tar.subarray(closing),
  ]);
}
