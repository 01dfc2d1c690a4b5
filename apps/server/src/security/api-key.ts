import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { blindIndex, type Keys } from './keys.ts';

/** Every key begins like this, so that scanners for leaked secrets recognize it. */
export const KEY_MARK = 'mpk_';
const PREFIX_LENGTH = 12;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Mark, public prefix, and 32 random bytes in base64url. */
const KEY = /^mpk_([a-z\d]{12})_[\w-]{43}$/;

/** A new key: its text, which is shown once, and what is stored. */
export interface NewKey {
  readonly key: string;
  readonly prefix: string;
  readonly hash: Buffer;
}

/** Generates a key with 256 random bits, for example `mpk_k3v9…_…`. */
export function generateApiKey(keys: Keys): NewKey {
  const prefix = Array.from({ length: PREFIX_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const key = `${KEY_MARK}${prefix}_${randomBytes(32).toString('base64url')}`;
  return { key, prefix, hash: apiKeyHash(keys, key) };
}

/** The public prefix of a well-formed key, or undefined. */
export const apiKeyPrefix = (key: string): string | undefined => KEY.exec(key)?.[1];

/** The keyed hash of a key. The text is hashed, because several base64url texts mean the same bytes. */
export const apiKeyHash = (keys: Keys, key: string): Buffer => blindIndex(keys, 'api-key', key);

/** Compares two hashes in constant time. */
export const isSameHash = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
