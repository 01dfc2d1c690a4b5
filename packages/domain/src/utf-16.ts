/** UTF-16 at the start of a file; `isMarked` if a byte order mark says so. */
export interface Utf16 {
  readonly encoding: 'utf-16le' | 'utf-16be';
  readonly isMarked: boolean;
}

/**
 * Whether text is in UTF-16: it begins with a byte order mark, or its first two characters are ones of Latin text, each with a zero
 * byte. Needs the first four bytes. Undefined for anything else.
 */
export function utf16Of([a, b, c, d]: Uint8Array): Utf16 | undefined {
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', isMarked: true };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', isMarked: true };
  if (isByte(a) && b === 0 && isByte(c) && d === 0) return { encoding: 'utf-16le', isMarked: false };
  if (a === 0 && isByte(b) && c === 0 && isByte(d)) return { encoding: 'utf-16be', isMarked: false };
  return undefined;
}

const isByte = (byte: number | undefined) => byte !== undefined && byte !== 0;
