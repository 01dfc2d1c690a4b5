import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keys } from './keys.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a value for one column with AES-256-GCM. `context` (table, column and row) is authenticated, so a value
 * copied to another row or column does not decrypt. Layout: version, nonce, ciphertext, tag.
 */
export function encryptValue(keys: Keys, context: string, plain: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keys.data, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.getAuthTag()]);
}

/** The value passed to `encryptValue`. Throws when it was altered, moved or encrypted with another key. */
export function decryptValue(keys: Keys, context: string, stored: Buffer): string {
  if (stored[0] !== VERSION) throw new Error('Unknown encryption version');
  // A shorter tag would be easier to forge.
  if (stored.length < 1 + NONCE_BYTES + TAG_BYTES) throw new Error('The encrypted value is truncated');
  const nonce = stored.subarray(1, 1 + NONCE_BYTES);
  const tag = stored.subarray(stored.length - TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keys.data, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  const body = stored.subarray(1 + NONCE_BYTES, stored.length - TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
