import {
  Blob,
  Buffer as ShapingBuffer,
  BufferFlag,
  Direction,
  Face,
  Font,
  shape,
  type GlyphInfo,
} from 'harfbuzzjs';

/** Glyphs from left to right, in font units, in the format that pdfkit expects. */
export interface LaidOut {
  readonly glyphs: readonly {
    readonly id: number;
    readonly advanceWidth: number;
    readonly codePoints: readonly number[];
  }[];
  readonly positions: readonly Position[];
  /** The sum of `positions`, which pdfkit scales in place. */
  readonly advanceWidth: number;
}

/** A fontkit font, which pdfkit embeds. HarfBuzz selects and positions the glyphs. */
export interface OpenFont {
  readonly postscriptName: string;
  readonly ascent: number;
  readonly unitsPerEm: number;
  layout(text: string, features?: readonly string[]): LaidOut;
  hasGlyphForCodePoint(codePoint: number): boolean;
  /** All characters that the font has. */
  readonly characterSet: readonly number[];
  stringsForGlyph(glyph: number): string[];
}

interface Position {
  readonly xAdvance: number;
  readonly yAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** The OpenType feature that requests right-to-left layout, regardless of the letters. */
export const RIGHT_TO_LEFT = 'rtla';

const buffer = new ShapingBuffer();

/** Returns a layout function that uses HarfBuzz, because fontkit's shaping fails on several Indic scripts. */
export function layoutWith(file: Uint8Array, font: OpenFont): OpenFont['layout'] {
  const shaper = new Font(new Face(new Blob(file)));
  return (text, features) => {
    buffer.clearContents();
    buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
    buffer.addText(text);
    buffer.guessSegmentProperties();
    if (features?.includes(RIGHT_TO_LEFT) === true) buffer.setDirection(Direction.RTL);
    shape(shaper, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    return {
      glyphs: withCodePoints(text, infos, font).map(({ id, codePoints }) => ({
        id,
        advanceWidth: shaper.glyphHAdvance(id),
        codePoints,
      })),
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
}

/** Maps each glyph to the characters it represents, so that text can be copied and searched. */
function withCodePoints(text: string, infos: readonly GlyphInfo[], font: OpenFont) {
  const clusters = Map.groupBy(infos.keys(), (index) => infos[index]?.cluster ?? 0);
  const starts = [...clusters.keys()].toSorted((a, b) => a - b);
  const codePoints = infos.map((): readonly number[] => []);
  for (const [at, start] of starts.entries()) {
    let left = codePointsOf(text.slice(start, starts[at + 1]));
    const glyphs = clusters.get(start) ?? [];
    if (glyphs.length > 1)
      for (const index of glyphs) {
        const own = codePointsOf(font.stringsForGlyph(infos[index]?.codepoint ?? 0)[0] ?? '');
        codePoints[index] = own;
        left = left.filter((codePoint) => !own.includes(codePoint));
      }
    // Characters without their own glyph belong to the first glyph without characters, e.g. a ligature.
    const first = glyphs.find((index) => codePoints[index]?.length === 0);
    if (first !== undefined) codePoints[first] = left;
  }
  return infos.map(({ codepoint: id }, index) => ({ id, codePoints: codePoints[index] ?? [] }));
}

const codePointsOf = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);
