import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyedHash } from './keyed-hash.ts';

it('computes HMAC-SHA-256', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      fc.array(fc.string({ unit: 'binary', maxLength: 6_000, size: 'max' }), { minLength: 1, maxLength: 4 }),
      (bytes, texts) => {
        const key = Buffer.from(bytes);
        for (const text of texts)
          expect(keyedHash(key, text)).toEqual(createHmac('sha256', key).update(text).digest());
      },
    ),
  );
});

it('refuses a key longer than one block', () => {
  expect(() => keyedHash(Buffer.alloc(65), 'x')).toThrow(RangeError);
});
