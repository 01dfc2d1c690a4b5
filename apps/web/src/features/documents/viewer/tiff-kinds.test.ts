// @vitest-environment node
// Pages are decoded in a worker, which has no window either.
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openTiff } from './tiff-decoder.ts';
import { TiffKindError } from './tiff-kinds.ts';
import { sampleTiff, type SamplePage } from './test/tiff-samples.ts';

type Tags = NonNullable<SamplePage['tags']>;

const size = { width: 4, height: 2 };
const decoded = (page: SamplePage, isLittle = true) => openTiff(sampleTiff([page], isLittle).buffer).page(1);

/** The colors of the first line, as hexadecimal RGBA. */
const firstLine = ({ pixels, width }: ReturnType<typeof decoded>): string[] =>
  Array.from({ length: width }, (_, column) =>
    Buffer.from(pixels.slice(column * 4, column * 4 + 4)).toString('hex'),
  );
const gray = (...values: readonly number[]) =>
  values.map((value) => `${Buffer.from([value, value, value]).toString('hex')}ff`);
const twice = (line: readonly number[]) => Uint8Array.from([...line, ...line]);

/** Bits per sample, samples, photometric. */
const as = (bits: readonly number[], photometric: number, more: Tags = {}): Tags => ({
  258: bits,
  277: [bits.length],
  262: [photometric],
  ...more,
});

/** 16 × 8 pixels, the left half darker, and 8 × 8 red pixels. */
const GRAY_JPEG =
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAAIABABAREA/8QAHwAAAAAMAAAAAAAAAAAAAAAAAAECAwQFBgcICQoL/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwCk/XQB/9k=';
const COLOR_JPEG =
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAARCAAIAAgDAREAAhEAAxEA/8QAHwAAAAAMAAAAAAAAAAAAAAAAAAECAwQFBgcICQoL/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACAAMAAD8AkvpU6v4f/9k=';
/** 32 × 16 pixels, left red and right blue, with a color for each 2 × 2 pixels. */
const SUBSAMPLED_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAgACADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAwj/xAAbEAABBAMAAAAAAAAAAAAAAAAAAQIDBDRzsf/EABYBAQEBAAAAAAAAAAAAAAAAAAoICf/EABsRAAAHAQAAAAAAAAAAAAAAAAABAwQ0crEC/9oADAMBAAIRAxEAPwCLwb+DPpdxRgb+DPpdxSXWE5K3OkN9HkRSp4JOv50+53VCFv50+53VCFKMIKVecIHAezFLHpivAb+DPpdxRgb+DPpdxQtbCclbnSCP3kRSp4JOv50+53VCFv50+53VCFKMIKVecIHAezFLHpj/2Q==';

const COLORS = [255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30];
const RGB = ['ff0000ff', '00ff00ff', '0000ffff', '0a141eff'];
const PALETTE = [0, 255, 0, 10, 0, 0, 255, 20, 0, 0, 0, 30];

describe('kinds of TIFF pages that are shown', () => {
  it.each<[string, Uint8Array, Tags, readonly string[]]>([
    ['1 bit, white is zero', twice([0b0101_0000]), as([1], 0), gray(255, 0, 255, 0)],
    ['1 bit, black is zero', twice([0b0101_0000]), as([1], 1), gray(0, 255, 0, 255)],
    ['2 bits, white is zero', twice([0b00_01_10_11]), as([2], 0), gray(255, 170, 85, 0)],
    ['2 bits, black is zero', twice([0b00_01_10_11]), as([2], 1), gray(0, 85, 170, 255)],
    ['4 bits, white is zero', twice([0x05, 0xaf]), as([4], 0), gray(255, 170, 85, 0)],
    ['4 bits, black is zero', twice([0x05, 0xaf]), as([4], 1), gray(0, 85, 170, 255)],
    ['8 bits, white is zero', twice([0, 85, 170, 255]), as([8], 0), gray(255, 170, 85, 0)],
    ['8 bits, black is zero', twice([0, 85, 170, 255]), as([8], 1), gray(0, 85, 170, 255)],
    ['16 bits, black is zero', twice([9, 0, 9, 85, 9, 170, 9, 255]), as([16], 1), gray(0, 85, 170, 255)],
    ['RGB', twice(COLORS), as([8, 8, 8], 2), RGB],
    ['RGB of 16 bits', twice(COLORS.flatMap((value) => [7, value])), as([16, 16, 16], 2), RGB],
    [
      'RGB with a value of no meaning',
      twice([255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 10, 20, 30, 0]),
      as([8, 8, 8, 8], 2, { 338: [0] }),
      RGB,
    ],
    [
      'RGB with transparency',
      twice([255, 0, 0, 0, 0, 255, 0, 128, 0, 0, 255, 255, 10, 20, 30, 255]),
      as([8, 8, 8, 8], 2, { 338: [2] }),
      ['ff000000', '00ff0080', '0000ffff', '0a141eff'],
    ],
    [
      'a palette of 2 bits',
      twice([0b01_10_00_11]),
      as([2], 3, { 320: PALETTE.map((value) => value * 257) }),
      ['ff0000ff', '00ff00ff', '000000ff', '0a141eff'],
    ],
    [
      'a palette whose colors have 8 bits',
      twice([0b01_10_00_11]),
      as([2], 3, { 320: PALETTE }),
      ['ff0000ff', '00ff00ff', '000000ff', '0a141eff'],
    ],
    [
      'CMYK',
      twice([0, 0, 0, 0, 0, 0, 0, 255, 0, 255, 255, 0, 255, 0, 0, 0]),
      as([8, 8, 8, 8], 5),
      ['ffffffff', '000000ff', 'ff0000ff', '00ffffff'],
    ],
    [
      'differences between neighbors',
      deflateSync(twice([10, 10, 10, 10])),
      as([8], 1, { 259: [8], 317: [2] }),
      gray(10, 20, 30, 40),
    ],
    [
      'PackBits',
      Uint8Array.from([7, ...twice([0, 85, 170, 255])]),
      as([8], 1, { 259: [32773] }),
      gray(0, 85, 170, 255),
    ],
    [
      'old Deflate',
      deflateSync(twice([0, 85, 170, 255])),
      as([8], 1, { 259: [32946] }),
      gray(0, 85, 170, 255),
    ],
  ])('%s', (_kind, data, tags, expected) => {
    expect(firstLine(decoded({ ...size, compression: 1, data, tags }))).toEqual(expected);
  });

  it.each<[string, string, Tags, readonly string[]]>([
    [
      'gray',
      GRAY_JPEG,
      as([8], 1),
      gray(...Array.from({ length: 8 }, () => 40), ...Array.from({ length: 8 }, () => 200)),
    ],
    ['colors', COLOR_JPEG, as([8, 8, 8], 6), Array.from({ length: 8 }, () => 'fe0000ff')],
  ])('JPEG of %s', (_kind, base64, tags, expected) => {
    const data = Uint8Array.from(Buffer.from(base64, 'base64'));
    const page = { width: expected.length, height: 8, compression: 7, data, tags };
    expect(firstLine(decoded(page))).toEqual(expected);
  });

  it.each<[number, boolean, number]>([
    [1, false, 0],
    [2, true, 0],
    [3, false, 180],
    [4, true, 180],
    [5, true, 270],
    [6, false, 90],
    [7, true, 90],
    [8, false, 270],
  ])('orientation %i: mirrored %s, turned by %i degrees', (orientation, isMirrored, turn) => {
    const page = decoded({ ...size, compression: 1, data: twice([0]), orientation });
    expect(page).toMatchObject({ isMirrored, turn });
  });
});

const value = (x: number, y: number) => (x * 11 + y * 3) % 256;
const tileAt = (left: number, top: number) =>
  Array.from({ length: 256 }, (_, at) => value(left + (at % 16), top + Math.floor(at / 16)));
/** Each pixel of a tile as the difference from its left neighbor. */
const differences = (tile: readonly number[]) =>
  tile.map((each, at) => (at % 16 === 0 ? each : each - (tile[at - 1] ?? 0)));
const reds = (page: SamplePage) => [...decoded(page).pixels].filter((_, at) => at % 4 === 0);

describe('tiled pages', () => {
  /** 20 × 18 pixels: two tiles of 16 × 16 in each direction, and each wider and higher than what is left. */
  const wide = { width: 20, height: 18 };
  const tiles = [tileAt(0, 0), tileAt(16, 0), tileAt(0, 16), tileAt(16, 16)];
  /** The pixels of a sample begin at byte 8. */
  const tiled = (parts: readonly Uint8Array[], tags: Tags): SamplePage => {
    const starts = parts.map((_, index) =>
      parts.slice(0, index).reduce((sum, { length }) => sum + length, 8),
    );
    const layout = { 322: [16], 323: [16], 324: starts, 325: parts.map(({ length }) => length) };
    return { ...wide, compression: 1, data: Buffer.concat(parts), tags: { ...tags, ...layout } };
  };
  const expected = Array.from({ length: wide.width * wide.height }, (_, at) =>
    value(at % wide.width, Math.floor(at / wide.width)),
  );

  it.each<[string, Tags, (tile: readonly number[]) => Uint8Array]>([
    ['without compression', as([8], 1), (tile) => Uint8Array.from(tile)],
    ['deflated', as([8], 1, { 259: [8] }), (tile) => deflateSync(Uint8Array.from(tile))],
    [
      'deflated differences',
      as([8], 1, { 259: [8], 317: [2] }),
      (tile) => deflateSync(Uint8Array.from(differences(tile))),
    ],
    [
      'PackBits',
      as([8], 1, { 259: [32773] }),
      (tile) => Uint8Array.from([127, ...tile.slice(0, 128), 127, ...tile.slice(128)]),
    ],
    ['RGB', as([8, 8, 8], 2), (tile) => Uint8Array.from(tile.flatMap((each) => [each, 0, 0]))],
  ])('%s', (_kind, tags, encoded) => {
    expect(reds(tiled(tiles.map(encoded), tags))).toEqual(expected);
  });

  it('JPEG of colors', () => {
    const [red, blue] = halves(SUBSAMPLED_JPEG);
    const jpeg = Uint8Array.from(Buffer.from(SUBSAMPLED_JPEG, 'base64'));
    const layout = { 322: [32], 323: [16], 324: [8, 8 + jpeg.length], 325: [jpeg.length, jpeg.length] };
    const page = { width: 64, height: 16, compression: 7, data: Buffer.concat([jpeg, jpeg]) };
    const line = firstLine(decoded({ ...page, tags: as([8, 8, 8], 6, { 530: [2, 2], ...layout }) }));
    expect([line[0], line[31], line[32], line[63]]).toEqual([red, blue, red, blue]);
  });
});

it('shows JPEG with a color for each 2 × 2 pixels', () => {
  const [red, blue] = halves(SUBSAMPLED_JPEG);
  expect([red, blue]).toEqual(['fd0100ff', '0100feff']);
});

/** The first and the last color of a JPEG of 32 × 16 pixels. */
function halves(base64: string): readonly (string | undefined)[] {
  const data = Uint8Array.from(Buffer.from(base64, 'base64'));
  const tags = as([8, 8, 8], 6, { 530: [2, 2] });
  const line = firstLine(decoded({ width: 32, height: 16, compression: 7, data, tags }));
  return [line[0], line[31]];
}

const deflated = (values: readonly number[]): SamplePage => ({
  ...size,
  compression: 8,
  data: deflateSync(Uint8Array.from(values)),
  tags: as([8], 1),
});

describe('deflated pages', () => {
  it('are shown if their data is longer than the picture', () => {
    expect(firstLine(decoded(deflated([1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9])))).toEqual(gray(1, 2, 3, 4));
  });

  it('are refused if their data is shorter', () => {
    expect(() => decoded(deflated([1, 2, 3, 4, 5, 6, 7]))).toThrow('too short');
  });
});

it('decodes a page again in the same way', () => {
  const jpeg = Uint8Array.from(Buffer.from(COLOR_JPEG, 'base64'));
  const file = openTiff(
    sampleTiff([
      { width: 8, height: 8, compression: 7, data: jpeg, tags: as([8, 8, 8], 6) },
      { ...size, compression: 8, data: deflateSync(twice([1, 2, 3, 4])), tags: as([8], 1) },
    ]).buffer,
  );
  for (const number of [1, 2]) expect(file.page(number)).toEqual(file.page(number));
});

describe('kinds of TIFF pages that are refused with a reason', () => {
  it.each<[string, Tags]>([
    ['its compression (modified Huffman) is not supported', as([1], 0, { 259: [2] })],
    ['its compression (old-style JPEG) is not supported', as([8, 8, 8], 6, { 259: [6] })],
    ['its compression (JPEG 2000) is not supported', as([8], 1, { 259: [34712] })],
    ['its compression (LZMA) is not supported', as([8], 1, { 259: [34925] })],
    ['its compression (Zstandard) is not supported', as([8], 1, { 259: [50000] })],
    ['its compression (WebP) is not supported', as([8, 8, 8], 2, { 259: [50001] })],
    ['its compression (4242) is not supported', as([8], 1, { 259: [4242] })],
    ['its colors are stored in separate planes', as([8, 8, 8], 2, { 284: [2] })],
    ['its colors (CIE Lab) are not supported', as([8, 8, 8], 8)],
    ['its colors (YCbCr) are not supported', as([8, 8, 8], 6)],
    ['its colors (transparency mask) are not supported', as([1], 4)],
    ['its colors (RGB) are not supported', as([8, 8, 8], 2, { 259: [7] })],
    ['its colors (CMYK) are not supported', as([8, 8, 8, 8], 5, { 259: [7] })],
    ['its colors (12345) are not supported', as([8], 12345)],
    ['its colors have 12 bits', as([12], 1)],
    ['its colors have 32 bits', as([32], 1, { 339: [3] })],
    ['its colors have 5 bits', as([5, 6, 5], 2)],
    ['its pixels have 2 values', as([8, 8], 1)],
    ['its transparency is not supported', as([8, 8, 8, 8], 2, { 338: [1] })],
    ['its compression has a predictor', as([8], 1, { 259: [8], 317: [3] })],
    ['its compression has a predictor', as([4], 1, { 259: [8], 317: [2] })],
    ['its bits are in reverse order', as([8], 1, { 266: [2] })],
    ['its fax compression is mixed', as([1], 0, { 259: [4], 293: [2] })],
    ['its orientation is not known', as([8], 1, { 274: [9] })],
  ])('%s', (reason, tags) => {
    const page = { ...size, compression: 1, data: new Uint8Array(64), tags };
    expect(() => decoded(page)).toThrow(TiffKindError);
    expect(() => decoded(page)).toThrow(reason);
  });
});
