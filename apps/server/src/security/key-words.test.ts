import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprintText, parseMasterKey, wordsOf } from './key-words.ts';

describe('a master key as words', () => {
  it('has 24 words that give the same key, however they are typed', () => {
    const key = randomBytes(32);
    const words = wordsOf(key);
    expect(words).toHaveLength(24);
    expect(parseMasterKey(words.join(' '))).toEqual(key);
    expect(parseMasterKey(words.map((word, at) => `${at + 1}. ${word.toUpperCase()}\r\n`).join(''))).toEqual(
      key,
    );
    expect(parseMasterKey(`${key.toString('base64')}\n`)).toEqual(key);
  });

  it('refuses a misspelled, missing, additional or wrong word without repeating it', () => {
    const words = [...wordsOf(Buffer.alloc(32, 7))];
    expect(() => parseMasterKey(words.with(4, 'secrett').join(' '))).toThrow(/^Word 5 is not a word/);
    expect(() => parseMasterKey(words.slice(1).join(' '))).toThrow('has 24 words, but these are 23');
    expect(() => parseMasterKey([...words, 'zoo'].join(' '))).toThrow('these are 25');
    expect(() => parseMasterKey(words.with(0, 'abandon').join(' '))).toThrow('wrong or out of order');
    expect(() => parseMasterKey('')).toThrow('these are 0');
  });

  it('has a short fingerprint', () => {
    expect(fingerprintText(Buffer.from('0123456789abcdef00', 'hex'))).toBe('0123 4567 89AB CDEF');
  });
});
