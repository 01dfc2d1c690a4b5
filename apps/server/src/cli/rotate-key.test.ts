import { chmod, copyFile, cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fingerprintText } from '#security/key-words.ts';
import { deriveKeys } from '#security/keys.ts';
import { readPreviousKeys } from '#security/previous-keys.ts';
import { Child, INIT_ANSWERS, run } from './test/child.ts';
import { makePortalFolder } from './test/portal-folder.ts';
import { post } from './test/post.ts';

const PASSWORD = 'Autumn-Ferry-Copper-9';

let folder: string;
let DATA_DIR: string;
beforeAll(async () => {
  folder = await makePortalFolder();
  DATA_DIR = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('rotate-key replaces the master key while the portal runs, and nobody notices', async () => {
  const keys = join(DATA_DIR, 'keys');
  const key = join(keys, 'master.key');
  const { out } = await run(['init', ...INIT_ANSWERS], { DATA_DIR });
  const temporary = /Temporary password: (\S{16})\n/.exec(out)?.[1] ?? '';
  const portal = new Child(['serve'], { DATA_DIR });
  const origin = await portal.origin();
  const first = await post(origin, '/auth/login', { username: 'abyron', password: temporary });
  const changed = await post(
    origin,
    '/auth/change-password',
    { currentPassword: temporary, newPassword: PASSWORD },
    first.body.token,
  );
  expect(changed.status).toBeLessThan(300);
  const signIn = () => post(origin, '/auth/login', { username: 'abyron', password: PASSWORD });
  const { token } = (await signIn()).body;
  const session = (at: string) =>
    fetch(`${at}/api/auth/session`, { headers: { authorization: `Bearer ${token}` } });
  expect((await session(origin)).status).toBe(200);
  const backup = join(folder, 'before.age');
  const BACKUP_PASSPHRASE = 'Copper-Lantern-Meadow-7';
  expect((await run(['backup', backup], { DATA_DIR, BACKUP_PASSPHRASE })).code).toBe(0);

  await copyFile(key, join(folder, 'old.key'));
  expect(await run(['rotate-key'], { DATA_DIR })).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^This replaces the master key with the fingerprint .* Add --yes to confirm\.\n$/,
    ),
  });
  expect(await readFile(key, 'utf8')).toBe(await readFile(join(folder, 'old.key'), 'utf8'));
  // Two at once: the second one replaces the key of the first.
  const rotations = await Promise.all([
    run(['rotate-key', '--yes'], { DATA_DIR }),
    run(['rotate-key', '--yes'], { DATA_DIR }),
  ]);
  expect(rotations.map(({ code, err }) => [code, err])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  const next = await readFile(key, 'utf8');
  expect(next).not.toBe(await readFile(join(folder, 'old.key'), 'utf8'));
  const { fingerprint } = deriveKeys(Buffer.from(next, 'base64'));
  expect(rotations.some(({ out: said }) => said.includes(fingerprintText(fingerprint)))).toBe(true);
  expect(await readdir(keys)).toEqual(['master.key', 'previous']);
  expect(await readdir(join(keys, 'previous'))).toHaveLength(2);
  expect((await session(origin)).status).toBe(200);
  expect((await signIn()).status).toBe(200);
  expect(await run(['verify-audit'], { DATA_DIR })).toMatchObject({ code: 0, err: '' });
  portal.signal('SIGTERM');
  expect(await portal.ended()).toMatchObject({ code: 0, err: '' });

  // With the new key only, also workers that start now.
  await rename(key, `${key}.new`);
  await copyFile(join(folder, 'old.key'), key);
  const refused = await run(['serve'], { DATA_DIR });
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not belong to this database'),
  });
  // As after an interruption between the database and the file.
  expect(await run(['rotate-key', '--yes'], { DATA_DIR })).toMatchObject({ code: 0, err: '' });
  expect([await readdir(keys), await readFile(key, 'utf8')]).toEqual([['master.key', 'previous'], next]);
  const again = new Child(['serve', '--workers', '2'], { DATA_DIR });
  expect((await session(await again.origin())).status).toBe(200);
  again.signal('SIGTERM');
  expect(await again.ended()).toMatchObject({ code: 0, err: '' });

  // A backup keeps its key.
  const to = await mkdtemp(join(folder, 'restored-'));
  await chmod(to, 0o711);
  const restore = (MASTER_KEY: string) =>
    run(['restore', backup], { DATA_DIR: to, BACKUP_PASSPHRASE, MASTER_KEY });
  expect((await restore(next.trim())).err).toMatch(/^The master key does not belong to this backup/);
  const old = (await readFile(join(folder, 'old.key'), 'utf8')).trim();
  expect(await restore(old)).toMatchObject({ code: 0, err: '' });

  // The data folder keeps the old key, two keys back, so nothing else is needed.
  const rebuilt = await mkdtemp(join(folder, 'rebuilt-'));
  await chmod(rebuilt, 0o711);
  await cp(keys, join(rebuilt, 'keys'), { recursive: true });
  const sheet = join(folder, 'old-sheet.pdf');
  const printed = fingerprintText(deriveKeys(Buffer.from(old, 'base64')).fingerprint);
  expect(await run(['recovery-sheet', sheet, '--fingerprint', printed], { DATA_DIR: rebuilt })).toMatchObject(
    { code: 0, err: expect.stringContaining('The page has no name of the practice') },
  );
  expect(await run(['restore', backup], { DATA_DIR: rebuilt, BACKUP_PASSPHRASE })).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining(`needs the earlier master key ${printed}, which is the master key again`),
  });
  expect((await readFile(join(rebuilt, 'keys/master.key'), 'utf8')).trim()).toBe(old);
  expect(await run(['doctor'], { DATA_DIR: rebuilt })).toMatchObject({
    code: 0,
    out: expect.stringContaining('earlier keys kept for backups: 2'),
  });
  const kept = await readPreviousKeys(rebuilt, Buffer.from(old, 'base64'));
  expect(kept.map(({ master }) => master.toString('base64'))).toContain(next.trim());
  // It starts 16 processes.
}, 300_000);

it('rotate-key takes the new key from standard input when MASTER_KEY is set', async () => {
  const path = join(DATA_DIR, 'keys/master.key');
  const MASTER_KEY = (await readFile(path, 'utf8')).trim();
  // Standard input is empty.
  expect(await run(['rotate-key', '--yes'], { DATA_DIR, MASTER_KEY })).toMatchObject({
    code: 1,
    err: 'The key has 24 words, but these are 0.\n',
  });
  const next = Buffer.alloc(32, 5).toString('base64');
  expect(await run(['rotate-key', '--yes'], { DATA_DIR, MASTER_KEY }, `${next}\n`)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Set MASTER_KEY to the new key before the portal is restarted\.\n/),
  });
  expect((await run(['verify-audit'], { DATA_DIR, MASTER_KEY: next })).code).toBe(0);
  expect((await run(['verify-audit'], { DATA_DIR, MASTER_KEY })).err).toContain('does not belong to this');
});
