import { crc32, deflateSync } from 'node:zlib';

/** The passes of Adam7: where a pass begins, and its steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;

/** Navy on the left half; on the right half white, or nothing. */
const NAVY = [18, 53, 91];

interface PngOptions {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: 8 | 16;
  readonly isInterlaced?: boolean;
  /** The right half is transparent. */
  readonly isTransparent?: boolean;
  /** A second frame, all black. */
  readonly isAnimated?: boolean;
  /** A text in the metadata. */
  readonly comment?: string;
}

/** A PNG whose left half is navy and whose right half is white. */
export function pngFile({
  width = 48,
  height = 40,
  depth = 8,
  isInterlaced = false,
  isTransparent = false,
  isAnimated = false,
  comment,
}: PngOptions = {}): Buffer {
  const pixel = (x: number) => {
    const isLeft = x < width / 2;
    const color = isLeft || isTransparent ? NAVY : [255, 255, 255];
    const values = isTransparent ? [...color, isLeft ? 255 : 0] : color;
    return depth === 8 ? values : values.flatMap((value) => [value, value]);
  };
  const rows: Buffer[] = [];
  for (const [left, top, stepX, stepY] of isInterlaced ? PASSES : WHOLE)
    for (let y = top; y < height; y += stepY) {
      const row = [0];
      for (let x: number = left; x < width; x += stepX) row.push(...pixel(x));
      if (row.length > 1) rows.push(Buffer.from(row));
    }
  const header = Buffer.concat([
    numbers(width, height),
    Buffer.from([depth, isTransparent ? 6 : 2, 0, 0, isInterlaced ? 1 : 0]),
  ]);
  const content = deflateSync(Buffer.concat(rows));
  const frame = (sequence: number) =>
    chunk('fcTL', Buffer.concat([numbers(sequence, width, height, 0, 0), Buffer.from([0, 1, 0, 5, 0, 0])]));
  const black = deflateSync(Buffer.alloc((3 * width + 1) * height));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(comment === undefined ? [] : [chunk('tEXt', Buffer.from(`Comment\0${comment}`))]),
    ...(isAnimated ? [chunk('acTL', numbers(2, 0)), frame(0)] : []),
    chunk('IDAT', content),
    ...(isAnimated ? [frame(1), chunk('fdAT', Buffer.concat([numbers(2), black]))] : []),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([numbers(content.length), body, numbers(crc32(body))]);
}

/** The same picture as JPEG in four colors (cyan, magenta, yellow, black), as printers send it. */
export const CMYK_JPEG = Buffer.from(
  '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJT' +
    'UjI+WmFaUGBKUVJP/8AAFAgAKAAwBEMRAE0RAFkRAEsRAP/EABgAAQEBAQEAAAAAAAAAAAAAAAAHCAUG/8QAFBABAAAAAAAAAAAA' +
    'AAAAAAAAAP/aAA4EQwBNAFkASwAAPwCdvIuQpwAANJL4soAADNqBo0AAA0kviygAAM2oGjQAADSS+LKAAAzagaNAAANJL4soAADN' +
    'qBo0AAA0kviygAAP/9k=',
  'base64',
);

/** The same picture as JPEG that a phone took on its side, with a name in its metadata. */
export const TURNED_JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4QA4RXhpZgAATU0AKgAAAAgAAgEOAAIAAAAJAAAAJgESAAMAAAABAAYAAAAAAABKYW5lIFJv' +
    'ZQAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/9sA' +
    'QwEODg4TERMmFRUmTzUtNU9PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P/8AAEQgAKAAw' +
    'AwEiAAIRAQMRAf/EABYAAQEBAAAAAAAAAAAAAAAAAAAIBv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAA' +
    'AAADBP/EABYRAQEBAAAAAAAAAAAAAAAAAAADQf/aAAwDAQACEQMRAD8AxoC5GKAT+oAFsNLQABk/gLkYoBP6gAWw0tAAGT+AuRig' +
    'ABbDS0AAZ//Z',
  'base64',
);
