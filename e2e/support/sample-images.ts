import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const segment = (marker: number, data: ArrayLike<number> & Iterable<number>): number[] => [
  0xff,
  marker,
  (data.length + 2) >> 8,
  (data.length + 2) & 255,
  ...data,
];

/** The bits of one block of a single value: its category in 4 bits, the value, and the end of the block. */
function blockBits(value: number): string {
  const difference = (value - 128) * 8;
  const size = difference === 0 ? 0 : Math.abs(difference).toString(2).length;
  const bits = difference < 0 ? difference + 2 ** size - 1 : difference;
  return size.toString(2).padStart(4, '0') + (size === 0 ? '' : bits.toString(2).padStart(size, '0')) + '0';
}

interface JpegOptions {
  /** EXIF orientation, 1 to 8. */
  readonly orientation?: number;
  /** Color transform of the Adobe marker: 0 for RGB and CMYK. */
  readonly adobe?: number;
}

/** An 8 × 8 JPEG of one color, given in its own components: gray, YCbCr, RGB or CMYK. */
export function jpegOf(components: readonly number[], { orientation, adobe }: JpegOptions = {}): Buffer {
  const count = components.length;
  const bits = components.map(blockBits).join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const scan = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const numbers = components.map((_, index) => index + 1);
  return Buffer.from([
    0xff,
    0xd8,
    ...(orientation === undefined ? [] : segment(0xe1, exif(orientation))),
    ...(adobe === undefined ? [] : segment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, adobe])),
    ...segment(0xfe, [...randomBytes(8)]),
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, 0, 8, 0, 8, count, ...numbers.flatMap((number) => [number, 0x11, 0])]),
    ...segment(0xc4, [
      0,
      0,
      0,
      0,
      12,
      ...Array.from({ length: 12 }, () => 0),
      ...Array.from({ length: 12 }, (_, at) => at),
    ]),
    ...segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xda, [count, ...numbers.flatMap((number) => [number, 0]), 0, 63, 0]),
    ...scan.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])),
    0xff,
    0xd9,
  ]);
}

const exif = (orientation: number): Uint8Array =>
  Buffer.concat([
    Buffer.from('Exif\0\0MM\0*', 'latin1'),
    Uint8Array.of(0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0),
  ]);

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

interface PngOptions {
  readonly width?: number;
  readonly height?: number;
  readonly palette?: readonly number[];
}

/** A PNG whose lines are all `line`. Color types: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGBA. */
export function pngOf(
  colorType: number,
  bits: number,
  line: readonly number[],
  { width = 8, height = 8, palette }: PngOptions = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colorType], 8);
  const lines = Buffer.concat(Array.from({ length: height }, () => Buffer.from([0, ...line])));
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), Buffer.from(randomBytes(8).toString('hex'))])),
    ...(palette === undefined ? [] : [chunk('PLTE', Buffer.from(palette))]),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An 8 × 8 BMP of one color. */
export function bmpOf([red, green, blue]: readonly [number, number, number]): Buffer {
  const buffer = Buffer.alloc(54 + 8 * 24);
  buffer.write('BM', 'latin1');
  buffer.writeUInt32LE(buffer.length, 2);
  buffer.writeUInt32LE(54, 10);
  buffer.writeUInt32LE(40, 14);
  buffer.writeInt32LE(8, 18);
  buffer.writeInt32LE(8, 22);
  buffer.set([1, 0, 24, 0], 26);
  // The resolution makes each file unique.
  randomBytes(8).copy(buffer, 38);
  for (let at = 54; at < buffer.length; at += 3) buffer.set([blue, green, red], at);
  return buffer;
}

/** An 8 × 8 GIF of one color, its pixels written without compression. */
export function gifOf([red, green, blue]: readonly [number, number, number]): Buffer {
  // A clear code before each pair of pixels keeps all codes at 3 bits.
  const codes = Array.from({ length: 32 }, () => [4, 0, 0]).flat();
  const bits = [...codes, 5]
    .map((code) => code.toString(2).padStart(3, '0'))
    .toReversed()
    .join('');
  const padded = bits.padStart(Math.ceil(bits.length / 8) * 8, '0');
  const data = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)).toReversed();
  const parts = [
    Buffer.from('GIF89a'),
    Uint8Array.of(8, 0, 8, 0, 0x81, 0, 0, red, green, blue),
    // The other colors of the palette make each file unique.
    randomBytes(9),
    Uint8Array.of(0x2c, 0, 0, 0, 0, 8, 0, 8, 0, 0, 2, data.length, ...data, 0, 0x3b),
  ];
  return Buffer.concat(parts);
}
