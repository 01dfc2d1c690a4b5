import { decode, decodeImage, toRGBA8, type IFD } from 'utif2';
import { inflateParts, type Parts } from './tiff-inflate.ts';
import { isDeflated, pixelsOf, prepareJpeg, requireKnownKind, TiffKindError } from './tiff-kinds.ts';

/** A decoded page: RGBA pixels with resolution, pixel aspect ratio and orientation. */
export interface TiffPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Horizontal resolution in dpi; null if the file does not specify it. */
  readonly dpi: number | null;
  /** Pixel height divided by pixel width. Faxes have pixels twice as high as wide. */
  readonly stretch: number;
  /** Whether left and right must be swapped, before the rotation. */
  readonly isMirrored: boolean;
  /** Clockwise rotation to apply, in degrees. */
  readonly turn: 0 | 90 | 180 | 270;
}

/** An open TIFF file. */
export interface TiffDecoder {
  readonly pageCount: number;
  /** Decodes a page, from 1. Throws TiffKindError for a kind that is not supported, another error if it cannot be decoded. */
  readonly page: (number: number) => TiffPicture;
}

const MAX_PAGES = 2000;
/** The most pixels that a phone can handle. */
const MAX_PIXELS = 60_000_000;
const TAG = {
  width: 't256',
  height: 't257',
  bits: 't258',
  compression: 't259',
  stripOffsets: 't273',
  orientation: 't274',
  samples: 't277',
  rows: 't278',
  stripBytes: 't279',
  xResolution: 't282',
  yResolution: 't283',
  unit: 't296',
  tileWidth: 't322',
  tileHeight: 't323',
  tileOffsets: 't324',
  tileBytes: 't325',
} as const;
const CENTIMETERS = 3;
/** What makes a page upright, by its orientation (TIFF 6.0, 1992, section 8, Orientation). */
const ORIENTATIONS: Readonly<Record<number, Pick<TiffPicture, 'isMirrored' | 'turn'>>> = {
  1: { isMirrored: false, turn: 0 },
  2: { isMirrored: true, turn: 0 },
  3: { isMirrored: false, turn: 180 },
  4: { isMirrored: true, turn: 180 },
  5: { isMirrored: true, turn: 270 },
  6: { isMirrored: false, turn: 90 },
  7: { isMirrored: true, turn: 90 },
  8: { isMirrored: false, turn: 270 },
};

/** A file in the BigTIFF format, which the library does not know. */
export class BigTiffError extends Error {}

/** Opens a TIFF file. Throws if its directories are damaged or not supported. */
export function openTiff(file: ArrayBuffer): TiffDecoder {
  checkDirectories(new DataView(file));
  const pages = decode(file).filter((page) => first(page, TAG.width) !== null);
  if (pages.length === 0) throw new Error('There is no picture in the file');
  return {
    pageCount: pages.length,
    page: (number) => {
      const page = pages[number - 1];
      if (page === undefined) throw new Error('There is no such page');
      return picture(file, copyOf(page));
    },
  };
}

/** Rejects circular directories, which the library would follow forever. */
function checkDirectories(view: DataView): void {
  const isLittle = view.getUint16(0) === 0x4949;
  if (view.getUint16(2, isLittle) === 43) throw new BigTiffError();
  if (view.getUint16(2, isLittle) !== 42) throw new Error('Not a TIFF file that can be read');
  const seen = new Set<number>();
  let at = view.getUint32(4, isLittle);
  while (at !== 0) {
    if (seen.has(at) || seen.size >= MAX_PAGES) throw new Error('The directories are damaged');
    seen.add(at);
    // Offsets outside the file throw a RangeError.
    at = view.getUint32(at + 2 + view.getUint16(at, isLittle) * 12, isLittle);
  }
}

function picture(file: ArrayBuffer, page: IFD): TiffPicture {
  const width = first(page, TAG.width) ?? 0;
  const height = first(page, TAG.height) ?? 0;
  if (width < 1 || height < 1 || width * height > MAX_PIXELS)
    throw new TiffKindError('its picture is empty or too large');
  const orientation = ORIENTATIONS[first(page, TAG.orientation) ?? 1];
  if (orientation === undefined) throw new TiffKindError('its orientation is not known');
  requireKnownKind(page);
  partsOf(file, page, height);
  prepareJpeg(page);
  decodeImage(isDeflated(page) ? inflate(file, page, height) : file, page);
  const pixels = pixelsOf(page, toRGBA8);
  if (pixels.length !== width * height * 4) throw new Error('The picture is damaged');
  const across = first(page, TAG.xResolution) ?? 0;
  const down = first(page, TAG.yResolution) ?? 0;
  // Extreme aspect ratios are errors in the file.
  const isKnown = across > 0 && down > 0 && Math.abs(Math.log2(across / down)) < 3;
  const unit = first(page, TAG.unit) ?? 2;
  return {
    width,
    height,
    pixels,
    dpi: isKnown && unit > 1 ? across * (unit === CENTIMETERS ? 2.54 : 1) : null,
    stretch: isKnown ? across / down : 1,
    ...orientation,
  };
}

/** The parts of a picture. Throws if some are missing, which would be drawn black or white. */
function partsOf(file: ArrayBuffer, page: IFD, height: number): Parts & { readonly rows: number } {
  const isTiled = first(page, TAG.tileWidth) !== null;
  const offsets = numbers(page, isTiled ? TAG.tileOffsets : TAG.stripOffsets) ?? [];
  const sizes = numbers(page, isTiled ? TAG.tileBytes : TAG.stripBytes) ?? [];
  const rows = isTiled
    ? (first(page, TAG.tileHeight) ?? 0)
    : Math.min(first(page, TAG.rows) ?? height, height);
  const across = isTiled ? Math.ceil((first(page, TAG.width) ?? 0) / (first(page, TAG.tileWidth) ?? 0)) : 1;
  if (!(offsets.length >= across * Math.ceil(height / rows))) throw new Error('The picture is incomplete');
  for (const [index, offset] of offsets.entries())
    if (offset + (sizes[index] ?? 1) > file.byteLength) throw new Error('The file is truncated');
  return { offsets, sizes, rows };
}

/** Replaces deflated parts by their content, in a new file. */
function inflate(file: ArrayBuffer, page: IFD, height: number): ArrayBuffer {
  const tileWidth = first(page, TAG.tileWidth);
  const { rows, ...parts } = partsOf(file, page, height);
  const bits = (first(page, TAG.bits) ?? 1) * (first(page, TAG.samples) ?? 1);
  const line = Math.ceil(((tileWidth ?? first(page, TAG.width) ?? 0) * bits) / 8);
  const linesOf = (index: number) =>
    tileWidth === null ? Math.max(0, Math.min(rows, height - rows * index)) : rows;
  const { buffer, offsets, sizes } = inflateParts(
    file,
    parts,
    parts.offsets.map((_, index) => line * linesOf(index)),
  );
  page[tileWidth === null ? TAG.stripOffsets : TAG.tileOffsets] = [...offsets];
  page[tileWidth === null ? TAG.stripBytes : TAG.tileBytes] = [...sizes];
  page[TAG.compression] = [1];
  return buffer;
}

/** The library changes the tags of a page while it decodes it. */
function copyOf(page: IFD): IFD {
  const copy = { ...page };
  for (const [tag, value] of Object.entries(page)) if (Array.isArray(value)) copy[tag] = value.slice();
  return copy;
}

function numbers(page: IFD, tag: string): readonly number[] | null {
  const value = page[tag];
  return typeof value === 'object' ? Array.from<unknown, number>(value, numberOf) : null;
}

/** The library returns a fraction as numerator and denominator. */
const numberOf = (value: unknown): number =>
  Array.isArray(value) ? Number(value[0]) / Number(value[1]) : Number(value);

const first = (page: IFD, tag: string): number | null => numbers(page, tag)?.[0] ?? null;
