import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Keys } from '#security/keys.ts';
import { FileDamagedError } from './sealing.ts';

/** Identifies the wrapping key, so that another one can be added later. */
const VERSION = 1;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Creates a random file key, plain and wrapped for the database. Layout: version, nonce, wrapped key, tag. */
export function newFileKey(keys: Keys, fileId: string): { key: Buffer; wrapped: Buffer } {
  const key = randomBytes(KEY_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keys.files, nonce).setAAD(Buffer.from(fileId));
  const body = Buffer.concat([cipher.update(key), cipher.final()]);
  return { key, wrapped: Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.getAuthTag()]) };
}

/** Unwraps a file key. Throws `FileDamagedError` if it was altered or belongs to another file or master key. */
export function unwrapFileKey(keys: Keys, fileId: string, wrapped: Buffer): Buffer {
  if (wrapped[0] !== VERSION || wrapped.length !== 1 + NONCE_BYTES + KEY_BYTES + TAG_BYTES)
    throw new FileDamagedError('The file key is invalid');
  const nonce = wrapped.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keys.files, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(fileId))
    .setAuthTag(wrapped.subarray(-TAG_BYTES));
  const key = decipher.update(wrapped.subarray(1 + NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch (error) {
    throw new FileDamagedError('The file key does not match the file', { cause: error });
  }
  return key;
}
