import './tiff-inflate.ts';
import { decode, decodeImage, toRGBA8 } from 'utif2';
import type { IFD } from 'utif2';

/** A decoded page: RGBA pixels with resolution, pixel aspect ratio and rotation. */
export interface TiffPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Horizontal resolution in dpi; null if the file does not specify it. */
  readonly dpi: number | null;
  /** Pixel height divided by pixel width. Faxes have pixels twice as high as wide. */
  readonly stretch: number;
  /** Clockwise rotation to apply, in degrees. */
  readonly turn: 0 | 90 | 180 | 270;
}

/** An open TIFF file. */
export interface TiffDecoder {
  readonly pageCount: number;
  /** Decodes a page, from 1. Throws when it is damaged or cannot be decoded. */
  readonly page: (number: number) => TiffPicture;
}

const MAX_PAGES = 2000;
/** The most pixels that a phone can handle. */
const MAX_PIXELS = 60_000_000;
const TAG = {
  width: 't256',
  height: 't257',
  stripOffsets: 't273',
  orientation: 't274',
  stripBytes: 't279',
  xResolution: 't282',
  yResolution: 't283',
  unit: 't296',
  tileOffsets: 't324',
  tileBytes: 't325',
} as const;
const CENTIMETERS = 3;
const TURNS: Readonly<Record<number, TiffPicture['turn']>> = { 3: 180, 6: 90, 8: 270 };

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
      return picture(file, page);
    },
  };
}

/** Rejects circular directories, which the library would follow forever. */
function checkDirectories(view: DataView): void {
  const isLittle = view.getUint16(0) === 0x4949;
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
  if (width < 1 || height < 1 || width * height > MAX_PIXELS) throw new Error('The picture is too large');
  checkPieces(file, page);
  decodeImage(file, page);
  const pixels = new Uint8ClampedArray(toRGBA8(page));
  delete (page as Partial<IFD>).data;
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
    turn: TURNS[first(page, TAG.orientation) ?? 1] ?? 0,
  };
}

/** Detects truncated files, whose missing parts would be drawn black or white. */
function checkPieces(file: ArrayBuffer, page: IFD): void {
  const offsets = numbers(page, TAG.tileOffsets) ?? numbers(page, TAG.stripOffsets) ?? [];
  const sizes = numbers(page, TAG.tileBytes) ?? numbers(page, TAG.stripBytes) ?? [];
  if (offsets.length === 0) throw new Error('The picture is missing');
  for (const [index, offset] of offsets.entries())
    if (offset + (sizes[index] ?? 1) > file.byteLength) throw new Error('The file is truncated');
}

function numbers(page: IFD, tag: string): readonly number[] | null {
  const value = page[tag];
  return typeof value === 'object' ? Array.from<unknown, number>(value, numberOf) : null;
}

/** The library returns a fraction as numerator and denominator. */
const numberOf = (value: unknown): number =>
  Array.isArray(value) ? Number(value[0]) / Number(value[1]) : Number(value);

const first = (page: IFD, tag: string): number | null => numbers(page, tag)?.[0] ?? null;
