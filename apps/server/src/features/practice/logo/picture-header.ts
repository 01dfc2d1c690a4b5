import { MAX_UPLOADED_LOGO_SIDE, MIN_LOGO_SIDE } from '@portal/domain/letterhead';

/** A file cannot be used as a logo. The message says why and what to do. */
export class LogoRefused extends Error {
  override readonly name = 'LogoRefused';
}

export const damaged = () =>
  new LogoRefused(
    'The picture is damaged or incomplete. Save it again as PNG or JPEG, and upload that file.',
  );

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Checks that a file is a whole PNG or JPEG picture of a usable size, whatever its name says. Reads only lengths and marks, so that
 * nothing is decompressed before its size is known. Throws `LogoRefused`.
 */
export function checkPicture(bytes: Buffer): void {
  const { width, height } = sizeOf(bytes);
  const found = `The picture has ${width} × ${height} pixels.`;
  if (Math.max(width, height) > MAX_UPLOADED_LOGO_SIDE)
    throw new LogoRefused(
      `${found} A logo can have at most ${MAX_UPLOADED_LOGO_SIDE.toLocaleString('en-US')} on each side. Make it smaller, and upload it again.`,
    );
  if (Math.min(width, height) < MIN_LOGO_SIDE)
    throw new LogoRefused(
      `${found} A logo needs at least ${MIN_LOGO_SIDE} on each side. Choose a larger one.`,
    );
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

function sizeOf(bytes: Buffer): Size {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return pngSize(bytes);
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return jpegSize(bytes);
  throw new LogoRefused(
    'This file is not a PNG or JPEG picture. Save the logo as PNG or JPEG, and upload that file.',
  );
}

function pngSize(bytes: Buffer): Size {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') throw damaged();
  const chunks = [...pngChunks(bytes)];
  if (chunks.at(-1)?.type !== 'IEND') throw damaged();
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The chunks of length, type, content and checksum, up to IEND (W3C, PNG, third edition, section 5). None, if it is no PNG. */
export function* pngChunks(bytes: Buffer): Generator<{ readonly type: string; readonly content: Buffer }> {
  if (!bytes.subarray(0, PNG.length).equals(PNG)) return;
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    yield { type, content: bytes.subarray(at + 8, at + 8 + length) };
    if (type === 'IEND') return;
    at += 12 + length;
  }
}

/** Marks of JPEG: the scan begins at SOS and ends with EOI; frames that are not differential have their size (ITU-T T.81, Annex B). */
const SOS = 0xda;
const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);
const END = Buffer.from('ffd9', 'hex');

function jpegSize(bytes: Buffer): Size {
  let size: Size | undefined;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    // Marks can be preceded by fill bytes.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const mark = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || at + 9 > bytes.length) break;
    if (FRAMES.has(mark)) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (mark === SOS && size !== undefined && bytes.lastIndexOf(END) > at) return size;
    if (mark === SOS) break;
  }
  throw damaged();
}
