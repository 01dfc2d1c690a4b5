import { describe, expect, it } from 'vitest';
import { isCutOff } from './picture-check.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A JPEG with an embedded preview that has its own end marker. */
const JPEG = Buffer.from('ffd8ffe10008ffd8ffd9aabbffda0004010011223344ffd90000', 'hex');
const GIF = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;\0', 'latin1');
const WEBP = Buffer.from('RIFF\x0c\0\0\0WEBPVP8L\0\0\0\0', 'latin1');
const BMP = Buffer.from('424d0c0000000000000036000000', 'hex').subarray(0, 12);

describe('truncated images', () => {
  it.each([
    ['png', PNG, PNG.length - 12],
    ['jpg', JPEG, 22],
    ['gif', GIF, 12],
    ['webp', WEBP, 19],
    ['bmp', BMP, 11],
  ] as const)('detects a truncated %s', (fileType, whole, length) => {
    expect(isCutOff(fileType, whole)).toBe(false);
    expect(isCutOff(fileType, whole.subarray(0, length))).toBe(true);
    expect(isCutOff(fileType, whole.subarray(0, 5))).toBe(true);
  });

  it('ignores other file types', () => {
    expect(isCutOff('pdf', PNG)).toBe(false);
  });
});
