import PdfDocument from 'pdfkit';
import { fontNamed, isNamed, type PdfFont } from './fonts.ts';
import { printable } from './printable.ts';
import { RIGHT_TO_LEFT } from './shaping.ts';
import { baseDirections, directionRuns, fontRuns, type BaseDirection } from './text-runs.ts';

type TextOptions = PDFKit.Mixins.TextOptions;

/** The options that pdfkit passes for each line after breaking the text into lines. */
interface LineOptions extends TextOptions {
  readonly lineWidth?: number;
  readonly textWidth?: number;
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFText {
      /** Draws one line. Missing in pdfkit's types. */
      _fragment(text: string, x: number, y: number, options: TextOptions): void;
    }
  }
}

/** Break and direction marks. They are not needed once a run is drawn, and would disturb copying and searching. */
const LAYOUT_MARKS = /[\u200B\u200E\u200F]/g;

/**
 * A PDF document that draws text in many scripts: each line in visual order, each word in a font that has its letters.
 * Only fonts that are used are embedded.
 */
export class MultiScriptDocument extends PdfDocument {
  #font: PdfFont = 'regular';
  #size = 12;
  /** Base directions of the paragraphs of the text that is being drawn. */
  #directions: readonly BaseDirection[] = [];
  #paragraph = 0;
  readonly #registered = new Set<string>();

  override font(src: PDFKit.Mixins.PDFFontSource, family?: string | number, size?: number): this {
    if (!isNamed(src)) throw new Error('Unknown font');
    this.#font = src;
    this.#use(src);
    if (typeof family === 'number') this.fontSize(family);
    if (size !== undefined) this.fontSize(size);
    return this;
  }

  override fontSize(size: number): this {
    this.#size = size;
    return super.fontSize(size);
  }

  override text(text: string, x?: number | TextOptions, y?: number, options?: TextOptions): this {
    const drawn = printable(text);
    const outer = { directions: this.#directions, paragraph: this.#paragraph };
    this.#directions = baseDirections(drawn);
    this.#paragraph = 0;
    try {
      return typeof x === 'object' ? super.text(drawn, x) : super.text(drawn, x, y, options);
    } finally {
      this.#directions = outer.directions;
      this.#paragraph = outer.paragraph;
    }
  }

  override heightOfString(text: string, options?: TextOptions): number {
    return super.heightOfString(printable(text), options);
  }

  override widthOfString(text: string, options?: TextOptions): number {
    return this.#width(text, options);
  }

  override _fragment(line: string, x: number, y: number, options: LineOptions): void {
    const base = this.#directions[this.#paragraph] ?? 'ltr';
    // In right-to-left text, a trailing space would appear before the line.
    const isBroken = base === 'rtl' && options.lineWidth !== undefined;
    const text = isBroken ? line.trimEnd() : line.replaceAll('\n', '');
    if (line.includes('\n')) this.#paragraph += 1;
    const { ascent, unitsPerEm } = fontNamed(this.#font);
    const ascender = (ascent / unitsPerEm) * this.#size;
    let left = x + this.#shift(text, options);
    for (const { from, to, isRtl } of directionRuns(text, base)) {
      const runs = fontRuns(text.slice(from, to).replaceAll(LAYOUT_MARKS, ''), this.#font);
      for (const run of isRtl ? runs.toReversed() : runs) {
        this.#use(run.font);
        const textWidth = super.widthOfString(run.text, options);
        // oxlint-disable-next-line no-underscore-dangle -- pdfkit has no other place where a line can be drawn in another way
        super._fragment(run.text, left, y, {
          ...options,
          ...(isRtl && { features: [RIGHT_TO_LEFT] }),
          align: 'left',
          baseline: -ascender,
          textWidth,
        } as LineOptions);
        left += textWidth;
      }
    }
    this.#use(this.#font);
  }

  /** The left offset of a right-aligned or centered line. */
  #shift(text: string, { align, lineWidth }: LineOptions): number {
    if (lineWidth === undefined || (align !== 'right' && align !== 'center')) return 0;
    const free = lineWidth - this.#width(text.trimEnd());
    return align === 'right' ? free : free / 2;
  }

  #width(text: string, options?: TextOptions): number {
    const runs = fontRuns(text, this.#font);
    let width = 0;
    for (const run of runs) {
      this.#use(run.font);
      width += super.widthOfString(run.text, options);
    }
    this.#use(this.#font);
    return width;
  }

  #use(name: string): void {
    if (!this.#registered.has(name)) this.registerFont(name, fontNamed(name));
    this.#registered.add(name);
    super.font(name);
  }
}
