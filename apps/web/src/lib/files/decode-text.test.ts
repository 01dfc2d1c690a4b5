import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

it.each([
  ['UTF-8', '5 µg', Buffer.from('5 µg')],
  ['UTF-8', '5 µg', Buffer.from('\ufeff5 µg')],
  ['UTF-8', '', Buffer.alloc(0)],
  ['Windows-1252', '5 µg “daily” €', Buffer.from('5 \xb5g \x93daily\x94 \x80', 'latin1')],
  ['UTF-16', '5 µg', utf16('5 µg')],
  ['UTF-16', '5 µg', utf16('5 µg').swap16()],
  ['UTF-16 without a mark', '5 µg', utf16('5 µg').subarray(2)],
  ['UTF-16 without a mark', '5 µg', utf16('5 µg').swap16().subarray(2)],
])('reads %s: %j', (encoding, text, bytes) => {
  expect(decodeText(Uint8Array.from(bytes).buffer)).toEqual({ text, encoding });
});
