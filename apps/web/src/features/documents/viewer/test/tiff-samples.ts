/** A page of a TIFF test file: 1 bit per pixel unless `tags` say otherwise, compressed as specified. */
export interface SamplePage {
  readonly width: number;
  readonly height: number;
  /** 1 none, 3 fax G3, 4 fax G4, 5 LZW, 8 deflate. */
  readonly compression: number;
  readonly data: Uint8Array;
  /** 0 means zero is white, as in faxes. */
  readonly photometric?: number;
  readonly xDpi?: number;
  readonly yDpi?: number;
  readonly orientation?: number;
  /** More tags, or other values, by number. All are 16-bit numbers. */
  readonly tags?: Readonly<Record<number, readonly number[]>>;
}

const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;

/** Creates a TIFF file whose directories follow the pixels, as scanners and fax machines write it. */
export function sampleTiff(pages: readonly SamplePage[], isLittle = true): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + pages.reduce((sum, { data }) => sum + data.length + 4096, 0));
  const view = new DataView(bytes.buffer);
  bytes.set(isLittle ? [0x49, 0x49] : [0x4d, 0x4d]);
  view.setUint16(2, 42, isLittle);
  let at = 8;
  let link = 4;
  for (const page of pages) {
    const pixels = at;
    bytes.set(page.data, at);
    at += page.data.length + (page.data.length % 2);
    const resolutions = at;
    for (const value of [page.xDpi ?? 200, 1, page.yDpi ?? 200, 1]) {
      view.setUint32(at, value, isLittle);
      at += 4;
    }
    const long = new Map<number, number>();
    const more = Object.entries(page.tags ?? {}).map(([tag, values]) => [Number(tag), values] as const);
    for (const [tag, values] of more) {
      if (values.length < 3) continue;
      long.set(tag, at);
      for (const value of values) {
        view.setUint16(at, value, isLittle);
        at += 2;
      }
    }
    view.setUint32(link, at, isLittle);
    const entries = new Map<number, readonly [type: number, values: readonly number[]]>([
      [256, [SHORT, [page.width]]],
      [257, [SHORT, [page.height]]],
      [258, [SHORT, [1]]],
      [259, [SHORT, [page.compression]]],
      [262, [SHORT, [page.photometric ?? 0]]],
      [273, [LONG, [pixels]]],
      [274, [SHORT, [page.orientation ?? 1]]],
      [277, [SHORT, [1]]],
      [278, [SHORT, [page.height]]],
      [279, [LONG, [page.data.length]]],
      [282, [RATIONAL, [resolutions]]],
      [283, [RATIONAL, [resolutions + 8]]],
      [296, [SHORT, [2]]],
      ...more.map(([tag, values]) => [tag, [SHORT, values]] as const),
    ]);
    view.setUint16(at, entries.size, isLittle);
    at += 2;
    for (const [tag, [type, values]] of [...entries].toSorted(([one], [other]) => one - other)) {
      view.setUint16(at, tag, isLittle);
      view.setUint16(at + 2, type, isLittle);
      view.setUint32(at + 4, values.length, isLittle);
      const offset = long.get(tag);
      if (offset !== undefined) view.setUint32(at + 8, offset, isLittle);
      else if (type === SHORT)
        for (const [index, value] of values.entries()) view.setUint16(at + 8 + index * 2, value, isLittle);
      else view.setUint32(at + 8, values[0] ?? 0, isLittle);
      at += 12;
    }
    link = at;
    at += 4;
  }
  return bytes.slice(0, at);
}

/** Packs a string of bits into bytes. */
export function packed(bits: string): Uint8Array {
  const clean = bits.replaceAll(' ', '');
  return Uint8Array.from({ length: Math.ceil(clean.length / 8) }, (_, index) =>
    Number.parseInt(clean.slice(index * 8, index * 8 + 8).padEnd(8, '0'), 2),
  );
}

/** 16 × 8 pixels with a black bar from the 5th to the 8th pixel of each line, in fax encoding. */
export const FAX_G4 = packed(`001 1011 011 1 ${'1 1 1 '.repeat(7)} 000000000001 000000000001`);
export const FAX_G3 = packed(`${'000000000001 1011 011 10011 '.repeat(8)} ${'000000000001 '.repeat(6)}`);
/** The same bar without compression. */
export const BAR = packed('0000111100000000'.repeat(8));
/** The same bar in LZW. */
export const BAR_LZW = packed([256, ...BAR, 257].map((code) => code.toString(2).padStart(9, '0')).join(' '));
