import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import {
  BAR,
  BAR_LZW,
  FAX_G3,
  FAX_G4,
  sampleTiff,
  type SamplePage,
} from '../../apps/web/src/features/documents/viewer/test/tiff-samples.ts';
import { jpegOf } from './sample-images.ts';
import type { Kind } from './sample-kinds.ts';

const BLACK = [0, 0, 0] as const;
const DARK = [40, 40, 40] as const;
const RED = [254, 0, 0] as const;
type Tags = NonNullable<SamplePage['tags']>;

/** A TIFF file. A private tag makes it unique. */
function tiff(name: string, shows: Kind['shows'], page: SamplePage, isLittle = true): Kind {
  const tags = { ...page.tags, 65_000: [...randomBytes(4)] };
  const buffer = Buffer.from(sampleTiff([{ ...page, tags }], isLittle));
  return { file: { name: `${name}.tif`, mimeType: 'image/tiff', buffer }, shows };
}

/** Bits per sample, samples and colors. */
const as = (bits: readonly number[], photometric: number, more: Tags = {}): Tags => ({
  258: bits,
  277: [bits.length],
  262: [photometric],
  ...more,
});
const repeat = (count: number, values: readonly number[]) =>
  Uint8Array.from(Array.from({ length: count }, () => values).flat());

/** A picture of 16 × 8 pixels with a black bar from its 5th to its 8th column. */
const bar = (name: string, compression: number, data: Uint8Array, tags: Tags = {}) =>
  tiff(name, { color: BLACK, at: [0.4, 0.5] }, { width: 16, height: 8, compression, data, tags });

/** 8 × 8 pixels of one color. */
const filled = (name: string, color: readonly [number, number, number], data: Uint8Array, tags: Tags) =>
  tiff(name, { color }, { width: 8, height: 8, compression: 1, data, tags });

const refused = (name: string, says: string, tags: Tags) =>
  tiff(name, { says }, { width: 8, height: 8, compression: 1, data: new Uint8Array(192), tags });

/** White, with a dark field in the first rows, to the right of the middle. */
const FIELD = Uint8Array.from({ length: 256 }, (_, at) => {
  const column = at % 16;
  return at < 64 && column >= 8 && column < 12 ? 40 : 255;
});
const turned = (orientation: number, at: readonly [number, number]) =>
  tiff(
    `orientation-${orientation}`,
    { color: DARK, at },
    { width: 16, height: 16, compression: 1, data: FIELD, orientation, tags: as([8], 1) },
  );

/** Two tiles of 16 × 16 pixels, the right one dark. The pixels of a sample begin at byte 8. */
const TILES = Buffer.concat([Buffer.alloc(256, 255), Buffer.alloc(256, 40)]);
const TILED = as([8], 1, { 322: [16], 323: [16], 324: [8, 264], 325: [256, 256] });

/** Scans and faxes. */
export const TIFFS: readonly Kind[] = [
  // What each orientation means: TIFF 6.0 (1992), section 8, Orientation.
  turned(1, [0.6, 0.1]),
  turned(2, [0.4, 0.1]),
  turned(3, [0.4, 0.9]),
  turned(4, [0.6, 0.9]),
  turned(5, [0.1, 0.6]),
  turned(6, [0.9, 0.6]),
  turned(7, [0.9, 0.4]),
  turned(8, [0.1, 0.4]),
  bar('fax-g3', 3, FAX_G3),
  bar('fax-g4', 4, FAX_G4),
  bar('lzw', 5, BAR_LZW),
  bar('deflate', 8, deflateSync(BAR)),
  bar('pack-bits', 32_773, Uint8Array.from([15, ...BAR])),
  bar(
    'black-is-zero',
    1,
    BAR.map((byte) => 255 - byte),
    { 262: [1] },
  ),
  filled('gray', DARK, repeat(64, [40]), as([8], 1)),
  filled('rgb', RED, repeat(64, RED), as([8, 8, 8], 2)),
  filled('cmyk', RED, repeat(64, [0, 255, 255, 0]), as([8, 8, 8, 8], 5)),
  filled('color-jpeg', RED, jpegOf([76, 85, 255]), as([8, 8, 8], 6, { 259: [7] })),
  tiff(
    'big-end-first',
    { color: RED },
    { width: 8, height: 8, compression: 1, data: repeat(64, RED), tags: as([8, 8, 8], 2) },
    false,
  ),
  tiff(
    'tiled',
    { color: DARK, at: [0.8, 0.5] },
    { width: 30, height: 12, compression: 1, data: TILES, tags: TILED },
  ),
  refused('planar', 'its colors are stored in separate planes', as([8, 8, 8], 2, { 284: [2] })),
  refused('fax-g2', 'its compression (modified Huffman) is not supported', as([1], 0, { 259: [2] })),
  refused('lab', 'its colors (CIE Lab) are not supported', as([8, 8, 8], 8)),
  {
    file: {
      name: 'big.tif',
      mimeType: 'image/tiff',
      buffer: Buffer.concat([Buffer.from('II\x2b\0\x08\0\0\0', 'latin1'), randomBytes(16)]),
    },
    shows: { says: 'This TIFF file is in the BigTIFF format' },
  },
];
