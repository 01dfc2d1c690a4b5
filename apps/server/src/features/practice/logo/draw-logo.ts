import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { fittedSize, LOGO_SIZE, MAX_UPLOADED_LOGO_SIDE } from '@portal/domain/letterhead';
import { checkPicture, damaged, pngChunks } from './picture-header.ts';

/**
 * Draws a picture on white, scaled down to the size of a logo, and returns it as PNG: nothing else of the file is left. Paper is
 * white, so nothing is transparent. Throws `LogoRefused`.
 */
export async function* drawLogo(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  checkPicture(bytes);
  checkPixels(bytes);
  const picture = await loadImage(bytes).catch(() => {
    throw damaged();
  });
  const fitted = fittedSize(picture, LOGO_SIZE);
  const width = Math.max(1, Math.round(fitted.width));
  const height = Math.max(1, Math.round(fitted.height));
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  yield pngOf(width, height, context.getImageData(0, 0, width, height).data);
}

/** Eight bytes for each pixel, and one for each row. */
const MOST_BYTES = MAX_UPLOADED_LOGO_SIDE * (8 * MAX_UPLOADED_LOGO_SIDE + 1);

/** The library draws as much of a damaged PNG as it can read; half a logo is none. Throws `LogoRefused`. */
function checkPixels(bytes: Buffer): void {
  const parts = [...pngChunks(bytes)].flatMap(({ type, content }) => (type === 'IDAT' ? [content] : []));
  if (parts.length === 0) return;
  try {
    inflateSync(Buffer.concat(parts), { maxOutputLength: MOST_BYTES });
  } catch {
    throw damaged();
  }
}

/** Red, green and blue, without an alpha channel: a PDF takes such a PNG as it is. */
function pngOf(width: number, height: number, rgba: Uint8ClampedArray): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows: Buffer[] = [];
  let above = Buffer.alloc(3 * width);
  for (let y = 0; y < height; y += 1) {
    const row = Buffer.alloc(3 * width);
    for (let x = 0; x < width; x += 1)
      row.set(rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 3), 3 * x);
    rows.push(filtered(row, above));
    above = row;
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The row, filtered in the way that leaves the smallest numbers, which compress best (W3C, PNG, third edition, sections 9 and 12.7). */
function filtered(row: Buffer, above: Buffer): Buffer {
  const ways = [
    () => 0,
    (at: number) => row[at - 3] ?? 0,
    (at: number) => above[at] ?? 0,
    (at: number) => ((row[at - 3] ?? 0) + (above[at] ?? 0)) >> 1,
  ].map((guess, way) => Buffer.from([way, ...row.map((value, at) => value - guess(at))]));
  const costs = ways.map((way) => way.reduce((sum, value) => sum + Math.min(value, 256 - value), 0));
  return ways[costs.indexOf(Math.min(...costs))] ?? ways[0] ?? row;
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
