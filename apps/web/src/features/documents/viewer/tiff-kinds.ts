import type { IFD } from 'utif2';

/** A page of a kind that the decoder would show wrong or not at all. The message names the kind. */
export class TiffKindError extends Error {
  constructor(kind: string) {
    super(kind);
    this.name = 'TiffKindError';
  }
}

/** Tag names are those of the library: "t" and the number. */
const TAG = {
  bits: 't258',
  compression: 't259',
  photometric: 't262',
  fillOrder: 't266',
  samples: 't277',
  planar: 't284',
  faxOptions3: 't292',
  faxOptions4: 't293',
  predictor: 't317',
  colorMap: 't320',
  extraSamples: 't338',
  sampleFormat: 't339',
} as const;

const FAX: ReadonlySet<number> = new Set([3, 4]);
const JPEG = 7;
const DEFLATE: ReadonlySet<number> = new Set([8, 32946]);
const LZW = 5;
const SUPPORTED: ReadonlySet<number> = new Set([1, ...FAX, LZW, JPEG, ...DEFLATE, 32773]);
const COMPRESSIONS: Readonly<Record<number, string>> = {
  // After some lines that end in black, the library leaves the rest of the page white.
  2: 'modified Huffman',
  6: 'old-style JPEG',
  34712: 'JPEG 2000',
  34925: 'LZMA',
  50000: 'Zstandard',
  50001: 'WebP',
};
const WHITE_IS_ZERO = 0;
const BLACK_IS_ZERO = 1;
const RGB = 2;
const PALETTE = 3;
const CMYK = 5;
const YCBCR = 6;
const COLORS: Readonly<Record<number, string>> = {
  0: 'white is zero',
  2: 'RGB',
  3: 'palette',
  4: 'transparency mask',
  5: 'CMYK',
  6: 'YCbCr',
  8: 'CIE Lab',
  9: 'ICC Lab',
  10: 'ITU Lab',
  32844: 'LogL',
  32845: 'LogLuv',
};
/** Bits per sample of each kind of colors, and how many samples a pixel has. */
const SHOWN: Readonly<
  Record<number, { readonly bits: readonly number[]; readonly samples: readonly number[] }>
> = {
  [WHITE_IS_ZERO]: { bits: [1, 2, 4, 8, 16], samples: [1] },
  [BLACK_IS_ZERO]: { bits: [1, 2, 4, 8, 16], samples: [1] },
  [RGB]: { bits: [8, 16], samples: [3, 4] },
  [PALETTE]: { bits: [1, 2, 4, 8], samples: [1] },
  [CMYK]: { bits: [8], samples: [4] },
  [YCBCR]: { bits: [8], samples: [3] },
};
/** Alpha that the colors are not yet multiplied with. */
const PLAIN_ALPHA = 2;

const first = (page: IFD, tag: string, fallback: number): number => {
  const value = page[tag];
  return typeof value === 'object' ? Number(value[0]) : fallback;
};
const all = (page: IFD, tag: string): readonly number[] => {
  const value = page[tag];
  return typeof value === 'object' ? Array.from<unknown, number>(value, Number) : [];
};

/** Throws TiffKindError for a page that the library shows wrong, or silently not at all. */
export function requireKnownKind(page: IFD): void {
  const compression = first(page, TAG.compression, 1);
  if (!SUPPORTED.has(compression))
    throw new TiffKindError(`its compression (${COMPRESSIONS[compression] ?? compression}) is not supported`);
  const isFax = FAX.has(compression);
  const samples = first(page, TAG.samples, 1);
  if (first(page, TAG.planar, 1) !== 1 && samples > 1)
    throw new TiffKindError('its colors are stored in separate planes');
  requireKnownColors(page, compression, samples);
  if (first(page, TAG.fillOrder, 1) !== 1 && !isFax) throw new TiffKindError('its bits are in reverse order');
  // Bit 1 of either allows parts without compression.
  if (isFax && ((first(page, TAG.faxOptions3, 0) | first(page, TAG.faxOptions4, 0)) & 2) !== 0)
    throw new TiffKindError('its fax compression is mixed');
}

function requireKnownColors(page: IFD, compression: number, samples: number): void {
  const photometric = first(page, TAG.photometric, WHITE_IS_ZERO);
  const bits = all(page, TAG.bits);
  const depth = bits[0] ?? 1;
  const shown = SHOWN[photometric];
  const isOddJpeg = compression === JPEG && photometric !== BLACK_IS_ZERO && photometric !== YCBCR;
  if (shown === undefined || isOddJpeg || (photometric === YCBCR && compression !== JPEG))
    throw new TiffKindError(`its colors (${nameOf(photometric)}) are not supported in this form`);
  const isUnsigned = all(page, TAG.sampleFormat).every((format) => format === 1);
  if (!shown.bits.includes(depth) || bits.some((other) => other !== depth) || !isUnsigned)
    throw new TiffKindError(`its colors have ${depth} bits in a form that is not supported`);
  if (!shown.samples.includes(samples) || (compression === JPEG && depth !== 8))
    throw new TiffKindError(`its pixels have ${samples} values in a form that is not supported`);
  if (samples === 4 && photometric === RGB && first(page, TAG.extraSamples, 0) === 1)
    throw new TiffKindError('its transparency is not supported');
  const predictor = first(page, TAG.predictor, 1);
  if (predictor > 2 || (predictor === 2 && depth !== 8 && depth !== 16))
    throw new TiffKindError('its compression has a predictor that is not supported');
}

const nameOf = (photometric: number): string => COLORS[photometric] ?? String(photometric);

export const isDeflated = (page: IFD): boolean => DEFLATE.has(first(page, TAG.compression, 1));

/** The library decodes JPEG to three values for each pixel, and expects as many as the tags say. */
export function prepareJpeg(page: IFD): void {
  if (first(page, TAG.compression, 1) !== JPEG || first(page, TAG.samples, 1) !== 1) return;
  page[TAG.photometric] = [RGB];
  page[TAG.samples] = [3];
  page[TAG.bits] = [8, 8, 8];
}

/** Whether the library draws gray of these bits only with the opposite meaning of zero. */
function isOnlyInverted(page: IFD): boolean {
  const depth = first(page, TAG.bits, 1);
  const photometric = first(page, TAG.photometric, WHITE_IS_ZERO);
  return (photometric === WHITE_IS_ZERO && depth === 2) || (photometric === BLACK_IS_ZERO && depth === 4);
}

/** Turns a decoded page to pixels, with `draw` of the library. */
export function pixelsOf(page: IFD, draw: (page: IFD) => Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const photometric = first(page, TAG.photometric, WHITE_IS_ZERO);
  if (photometric === CMYK) return withoutInk(page.data);
  const map = all(page, TAG.colorMap);
  // Old writers used 8 of the 16 bits of a palette.
  if (photometric === PALETTE && map.every((value) => value < 256))
    page[TAG.colorMap] = map.map((value) => value * 257);
  const isInverted = isOnlyInverted(page);
  if (isInverted) page[TAG.photometric] = [photometric === WHITE_IS_ZERO ? BLACK_IS_ZERO : WHITE_IS_ZERO];
  const pixels = new Uint8ClampedArray(draw(page));
  const isOpaque = photometric === RGB && first(page, TAG.extraSamples, 0) !== PLAIN_ALPHA;
  if (isInverted || isOpaque)
    for (let at = 0; at < pixels.length; at += 1) {
      if (at % 4 === 3) pixels[at] = isOpaque ? 255 : (pixels[at] ?? 255);
      else if (isInverted) pixels[at] = 255 - (pixels[at] ?? 0);
    }
  if (isInverted) page[TAG.photometric] = [photometric];
  return pixels;
}

/** The colors of CMYK pixels. The library needs a window for these, which a worker does not have. */
function withoutInk(inks: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(inks.length).fill(255);
  for (let at = 0; at < inks.length; at += 4) {
    const light = 255 - (inks[at + 3] ?? 0);
    for (let ink = at; ink < at + 3; ink += 1) pixels[ink] = ((255 - (inks[ink] ?? 0)) * light) / 255;
  }
  return pixels;
}
