import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { OperatorError } from '#platform/operator-error.ts';

/** The 24 English words (BIP 39) of a 32-byte master key. The last one contains a checksum. */
export const wordsOf = (master: Buffer): readonly string[] => entropyToMnemonic(master, wordlist).split(' ');

/**
 * The master key of a text: 24 words, which may be numbered, or the key in base64 as in the QR code. Throws
 * `OperatorError`.
 */
export function parseMasterKey(text: string): Buffer {
  if (/^[A-Za-z0-9+/]{43}=$/.test(text.trim())) return Buffer.from(text.trim(), 'base64');
  const words: readonly string[] = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const unknown = words.find((word) => !wordlist.includes(word));
  if (unknown !== undefined)
    throw new OperatorError(
      `Word ${words.indexOf(unknown) + 1} is not a word of recovery sheets. Check its spelling.`,
    );
  if (words.length !== 24) throw new OperatorError(`The key has 24 words, but these are ${words.length}.`);
  try {
    return Buffer.from(mnemonicToEntropy(words.join(' '), wordlist));
  } catch (error) {
    throw new OperatorError('A word is wrong or out of order. Compare all words with the recovery sheet.', {
      cause: error,
    });
  }
}

/** Whether two fingerprints for people are the same, however they were typed. */
export const isSameFingerprint = (one: string, other: string): boolean => digitsOf(one) === digitsOf(other);

const digitsOf = (fingerprint: string) => fingerprint.replaceAll(/[\s-]/g, '').toUpperCase();

/** A master key’s fingerprint for people: 16 hexadecimal digits in groups of four. */
export const fingerprintText = (fingerprint: Buffer): string =>
  (fingerprint.toString('hex').slice(0, 16).toUpperCase().match(/.{4}/g) ?? []).join(' ');
