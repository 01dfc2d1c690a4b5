import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFileSize } from './file-size.ts';

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

const shown = (bytes: number) => {
  const [value = '', unit = ''] = formatFileSize(bytes).split(' ');
  return Number(value) * KB ** ['Bytes', 'KB', 'MB', 'GB'].indexOf(unit);
};

describe('formatFileSize: Bytes, KB, MB or GB with 2 decimals', () => {
  it.each([
    [0, '0 Bytes'],
    [1, '1 Bytes'],
    [1023, '1023 Bytes'],
    [KB, '1.00 KB'],
    [KB + 512, '1.50 KB'],
    [12_345, '12.06 KB'],
    [MB - 6, '1023.99 KB'],
    [MB - 1, '1.00 MB'],
    [MB, '1.00 MB'],
    [25 * MB, '25.00 MB'],
    [GB - 1, '1.00 GB'],
    [GB, '1.00 GB'],
    [3.25 * GB, '3.25 GB'],
    [2048 * GB, '2048.00 GB'],
  ])('shows %d bytes as %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (bytes) => {
    expect(() => formatFileSize(bytes)).toThrow(RangeError);
  });

  it('never shows a smaller size for a bigger file', () => {
    const size = fc.integer({ min: 0, max: 4 * GB });
    fc.assert(
      fc.property(size, size, (a, b) => {
        const [small, big] = a < b ? [a, b] : [b, a];
        expect(shown(small)).toBeLessThanOrEqual(shown(big));
      }),
    );
  });
});
