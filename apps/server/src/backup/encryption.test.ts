import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decrypt, encrypt, needsPassphrase } from './encryption.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-age-'));
});
afterAll(() => rm(folder, { recursive: true }));

// oxlint-disable-next-line typescript/require-await -- content is asynchronous
async function* plainText(): AsyncGenerator<Uint8Array> {
  for (let count = 0; count < 10; count += 1) yield Buffer.alloc(20_000, count);
}

describe('encryption of backups', () => {
  it('decrypts with the passphrase only', async () => {
    const path = join(folder, 'passphrase.age');
    await writeFile(path, await encrypt(plainText(), { passphrase: 'a passphrase' }));
    expect(await needsPassphrase(path)).toBe(true);
    const plain = await buffer(await decrypt(path, { passphrase: 'a passphrase' }));
    expect(plain).toEqual(await buffer(plainText()));
    await expect(decrypt(path, { passphrase: 'another' })).rejects.toThrow(
      'The passphrase is not the one of',
    );
  });

  it('opens what an earlier version encrypted with the decomposed form of the passphrase', async () => {
    const passphrase = 'Zürich-Ångström-Café';
    const path = join(folder, 'decomposed.age');
    await writeFile(path, await encrypt(plainText(), { passphrase: passphrase.normalize('NFD') }));
    expect(await buffer(await decrypt(path, { passphrase }))).toHaveLength(200_000);
  });

  it('decrypts with any of the keys, and detects every change and cut', async () => {
    const identities = [await generateX25519Identity(), await generateX25519Identity()];
    const recipients = await Promise.all(identities.map((identity) => identityToRecipient(identity)));
    const sealed = await buffer(await encrypt(plainText(), { recipients }));
    const path = join(folder, 'keys.age');
    const read = async (bytes: Buffer, identity = identities[1] ?? '') => {
      await writeFile(path, bytes);
      return buffer(await decrypt(path, { identities: [identity] }));
    };
    expect(await read(sealed)).toHaveLength(200_000);
    expect(await needsPassphrase(path)).toBe(false);
    for (const length of [30, 200, 400, 65_000, 66_000, sealed.length - 1])
      await expect(read(sealed.subarray(0, length))).rejects.toThrow(/is damaged/);
    for (const at of [sealed.length - 1, 70_000, 1_000]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(read(changed)).rejects.toThrow(/is damaged/);
    }
    await expect(read(sealed, await generateX25519Identity())).rejects.toThrow(/has no key for/);
  });

  it('stops its source when the reader stops', async () => {
    let isStopped = false;
    const source = async function* () {
      try {
        for (;;) {
          yield Buffer.alloc(50_000);
          await Promise.resolve();
        }
      } finally {
        isStopped = true;
      }
    };
    const recipients = [await identityToRecipient(await generateX25519Identity())];
    for await (const chunk of await encrypt(source(), { recipients })) if (chunk.length > 1_000) break;
    expect(isStopped).toBe(true);
  });
});
