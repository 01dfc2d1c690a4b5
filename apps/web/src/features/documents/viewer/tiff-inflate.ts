import { inflateSync } from 'fflate';

/** Where the parts of a picture are in a file, in bytes. */
export interface Parts {
  readonly offsets: readonly number[];
  readonly sizes: readonly number[];
}

/** A zlib stream begins with a header of 2 bytes. So does a TIFF file, with its byte order. */
const HEADER = 2;

/**
 * Inflates the parts of a picture into one buffer that begins with the byte order of the file. The library would leave
 * out a part that is longer than expected. Throws if one is shorter than `lengths` says.
 */
export function inflateParts(
  file: ArrayBuffer,
  parts: Parts,
  lengths: readonly number[],
): Parts & { readonly buffer: ArrayBuffer } {
  const offsets: number[] = [];
  let end = HEADER;
  for (const length of lengths) {
    offsets.push(end);
    end += length;
  }
  const all = new Uint8Array(end);
  all.set(new Uint8Array(file, 0, HEADER));
  for (const [index, length] of lengths.entries()) {
    const at = parts.offsets[index] ?? 0;
    const data = new Uint8Array(file, at, parts.sizes[index] ?? file.byteLength - at).subarray(HEADER);
    const out = all.subarray(offsets[index], (offsets[index] ?? 0) + length);
    if (inflateSync(data, { out }).length < length) throw new Error('A part of the picture is too short');
  }
  return { buffer: all.buffer, offsets, sizes: lengths };
}
