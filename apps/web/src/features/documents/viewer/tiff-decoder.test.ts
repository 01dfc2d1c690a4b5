import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BigTiffError, openTiff } from './tiff-decoder.ts';
import { BAR, BAR_LZW, FAX_G3, FAX_G4, sampleTiff, type SamplePage } from './test/tiff-samples.ts';

const page = (change: Partial<SamplePage> = {}): SamplePage => ({
  width: 16,
  height: 8,
  compression: 1,
  data: BAR,
  ...change,
});
const opened = (pages: readonly SamplePage[], isLittle?: boolean) =>
  openTiff(sampleTiff(pages, isLittle).buffer);

/** The pixels of a line, "#" for black. */
function line({ pixels, width }: { pixels: Uint8ClampedArray; width: number }, row: number): string {
  return Array.from({ length: width }, (_, column) =>
    (pixels[(row * width + column) * 4] ?? 255) < 128 ? '#' : '.',
  ).join('');
}
const LINE = '....####........';

describe('TIFF decoder', () => {
  it.each([
    ['no compression', 1, BAR],
    ['fax G3', 3, FAX_G3],
    ['fax G4', 4, FAX_G4],
    ['LZW', 5, BAR_LZW],
    ['deflate', 8, deflateSync(BAR)],
  ])('decodes %s in both byte orders', (_, compression, data) => {
    for (const isLittle of [true, false]) {
      const picture = opened([page({ compression, data })], isLittle).page(1);
      expect([picture.width, picture.height]).toEqual([16, 8]);
      for (const row of [0, 3, 7]) expect(line(picture, row)).toBe(LINE);
    }
  });

  it('returns all pages with their size, resolution and rotation', () => {
    const file = opened([
      page({ xDpi: 204, yDpi: 98 }),
      page({ compression: 4, data: FAX_G4, orientation: 6 }),
    ]);
    expect(file.pageCount).toBe(2);
    expect(file.page(1)).toMatchObject({ dpi: 204, stretch: 204 / 98, isMirrored: false, turn: 0 });
    expect(file.page(2)).toMatchObject({ dpi: 200, stretch: 1, turn: 90 });
    expect(line(file.page(2), 5)).toBe(LINE);
    expect(line(file.page(1), 5)).toBe(LINE);
  });

  it('throws for truncated files, circular directories, and missing or oversized images', () => {
    const whole = sampleTiff([page(), page()]);
    for (const length of [4, 9, 40, whole.length - 3])
      expect(() => openTiff(whole.slice(0, length).buffer)).toThrow('outside the bounds');
    const circle = sampleTiff([page()]);
    const view = new DataView(circle.buffer);
    view.setUint32(circle.length - 4, view.getUint32(4, true), true);
    expect(() => openTiff(circle.buffer)).toThrow('damaged');
    expect(() => openTiff(new Uint8Array([0x49, 0x49, 44, 0, 8, 0, 0, 0]).buffer)).toThrow('Not a TIFF');
    expect(() => openTiff(new Uint8Array([0x49, 0x49, 43, 0, 8, 0, 0, 0]).buffer)).toThrow(BigTiffError);
    expect(() => opened([page({ width: 60_000, height: 60_000 })]).page(1)).toThrow('too large');
    const missing = sampleTiff([page()]);
    new DataView(missing.buffer).setUint32(missing.length - 4 - 8 * 12 + 8, 9000, true);
    expect(() => openTiff(missing.buffer).page(1)).toThrow('The file is truncated');
  });
});
