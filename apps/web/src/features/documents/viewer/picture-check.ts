import type { FileType } from '@portal/domain/document';

/** Whether an image is truncated. Browsers silently show such images partially or blank. */
export function isCutOff(fileType: FileType, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (fileType) {
    case 'png':
      return !endsPng(view);
    case 'jpg':
      return !endsJpeg(bytes, view);
    case 'gif':
      return bytes.findLast((byte) => byte !== 0) !== 0x3b;
    case 'webp':
      return view.byteLength < 8 || view.getUint32(4, true) + 8 > view.byteLength;
    case 'bmp':
      return view.byteLength < 6 || view.getUint32(2, true) > view.byteLength;
    default:
      return false;
  }
}

/** Walks the chunks and looks for IEND. */
function endsPng(view: DataView): boolean {
  let at = 8;
  while (at + 12 <= view.byteLength) {
    if (view.getUint32(at + 4) === 0x49454e44) return true;
    at += view.getUint32(at) + 12;
  }
  return false;
}

/** Looks for the end marker after the first scan, because an embedded preview has one too. */
function endsJpeg(bytes: Uint8Array, view: DataView): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    if (bytes[at + 1] === 0xda) {
      for (let end = bytes.length - 2; end > at; end -= 1)
        if (bytes[end] === 0xff && bytes[end + 1] === 0xd9) return true;
      return false;
    }
    at += view.getUint16(at + 2) + 2;
  }
  return false;
}
