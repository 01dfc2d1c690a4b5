import type { KeyObject } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_KEYS, TEST_MASTER_KEY } from '#test/settings.ts';
import { decryptValue, encryptValue } from './cipher.ts';
import { blindIndex, deriveKeys, KeyFileError, loadKeys } from './keys.ts';
import { hashPassword, verifyAgainstNothing, verifyPassword } from './password-hash.ts';

describe('value encryption at rest', () => {
  const REFUSED = /unable to authenticate data|Unknown encryption version|is truncated/;
  const PLAIN = '219-09-9998 — ключ 👩‍⚕️';

  it('restores values', () => {
    for (const plain of [PLAIN, '', 'x'.repeat(100_000)])
      expect(
        decryptValue(TEST_KEYS, 'patients.ssn:1', encryptValue(TEST_KEYS, 'patients.ssn:1', plain)),
      ).toBe(plain);
  });

  it('never produces the same result twice or reveals part of the value', () => {
    const [one, two] = [encryptValue(TEST_KEYS, 'c', PLAIN), encryptValue(TEST_KEYS, 'c', PLAIN)];
    expect(one.equals(two)).toBe(false);
    expect(one.toString('latin1')).not.toContain('219');
  });

  it('refuses a value that was moved, changed, truncated or encrypted with another key', () => {
    const stored = encryptValue(TEST_KEYS, 'patients.ssn:1', PLAIN);
    expect(() => decryptValue(TEST_KEYS, 'patients.ssn:2', stored)).toThrow(REFUSED);
    expect(() => decryptValue(deriveKeys(Buffer.alloc(32, 9)), 'patients.ssn:1', stored)).toThrow(REFUSED);
    for (let index = 0; index < stored.length; index += 1) {
      const changed = Buffer.from(stored);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => decryptValue(TEST_KEYS, 'patients.ssn:1', changed)).toThrow(REFUSED);
    }
    for (let length = 0; length < stored.length; length += 1)
      expect(() => decryptValue(TEST_KEYS, 'patients.ssn:1', stored.subarray(0, length))).toThrow(REFUSED);
  });

  it('looks up values by a hash that depends on the key and the use', () => {
    const hash = blindIndex(TEST_KEYS, 'ssn', '219099998');
    expect(blindIndex(TEST_KEYS, 'ssn', '219099998').equals(hash)).toBe(true);
    expect(blindIndex(TEST_KEYS, 'phone', '219099998').equals(hash)).toBe(false);
    expect(blindIndex(TEST_KEYS, 's', 'sn219099998').equals(hash)).toBe(false);
    expect(blindIndex(deriveKeys(Buffer.alloc(32, 9)), 'ssn', '219099998').equals(hash)).toBe(false);
  });
});

describe('master key', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-keys-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('derives one key per use', () => {
    const keys = Object.values(TEST_KEYS).map((key: Buffer | KeyObject) => {
      if (Buffer.isBuffer(key)) return key.toString('hex');
      const { d, k } = key.export({ format: 'jwk' });
      return Buffer.from(d ?? k ?? '', 'base64url').toString('hex');
    });
    expect(new Set([...keys, TEST_MASTER_KEY.toString('hex')]).size).toBe(keys.length + 1);
    expect(keys.every((key) => key.length === 64)).toBe(true);
  });

  it('is created once, readable only by its owner, and shared by two concurrent processes', async () => {
    const dataDir = join(folder, 'new');
    const first = { mayCreate: true };
    const [one, two] = await Promise.all([
      loadKeys(undefined, dataDir, first),
      loadKeys(undefined, dataDir, first),
    ]);
    expect(two).toEqual(one);
    expect(await loadKeys(undefined, dataDir, first)).toEqual(one);
    expect(await loadKeys(undefined, dataDir, { mayCreate: false })).toEqual(one);
    expect(await readdir(join(dataDir, 'keys'))).toEqual(['master.key']);
    const file = await stat(join(dataDir, 'keys/master.key'));
    expect(file.mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'keys'))).mode & 0o777).toBe(0o700);
  });

  it('creates no file when it comes from the setting', async () => {
    const keys = await loadKeys(TEST_MASTER_KEY.toString('base64'), join(folder, 'none'), {
      mayCreate: true,
    });
    expect(keys).toEqual(TEST_KEYS);
    await expect(stat(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });

  it('is not replaced when damaged', async () => {
    const dataDir = join(folder, 'broken');
    await loadKeys(undefined, dataDir, { mayCreate: true });
    const path = join(dataDir, 'keys/master.key');
    await writeFile(path, 'short');
    for (const mayCreate of [true, false])
      await expect(loadKeys(undefined, dataDir, { mayCreate })).rejects.toThrow(KeyFileError);
    expect(await readFile(path, 'utf8')).toBe('short');
  });

  it('is not created again when missing', async () => {
    const dataDir = join(folder, 'lost');
    await expect(loadKeys(undefined, dataDir, { mayCreate: false })).rejects.toThrow(
      `The master key ${join(dataDir, 'keys/master.key')} is missing. Restore it from the backup`,
    );
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  it('is reported when unreadable', async () => {
    const dataDir = join(folder, 'unreadable');
    await mkdir(join(dataDir, 'keys/master.key'), { recursive: true });
    await expect(loadKeys(undefined, dataDir, { mayCreate: true })).rejects.toThrow(
      /cannot be read \(EISDIR/,
    );
  });
});

describe('argon2id password hashes', () => {
  it('use a separate salt each', async () => {
    const [one, two] = await Promise.all([hashPassword('same'), hashPassword('same')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one, 'same')).toBe(true);
    expect(await verifyPassword(one, 'Same')).toBe(false);
    expect(await verifyPassword(one, 'same\0')).toBe(false);
  });

  it('never match for an account without a password', async () => {
    expect(await verifyAgainstNothing('no account has this password')).toBe(false);
  });
});
