import PdfDocument from 'pdfkit';
import { eastAsianFont } from './fonts.ts';

/** Letters of Chinese, Japanese and Korean, and the marks and signs of units that are written among them. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\u30FB\u30FC\u3200-\u33FF\uFF00-\uFFEF]/u;
const NAME = 'eastAsian';

/**
 * A document that draws a text with Chinese, Japanese or Korean letters wholly in a font that has them, in place of the one that is
 * set. That font has one weight only. It goes into a document only when it is needed.
 */
export class ManyScriptsDocument extends PdfDocument {
  #font: PDFKit.Mixins.PDFFontSource = '';
  #isRegistered = false;

  override font(src: PDFKit.Mixins.PDFFontSource, family?: string | number, size?: number): this {
    this.#font = src;
    return typeof family === 'string' ? super.font(src, family, size) : super.font(src, family);
  }

  override text(
    text: string,
    x?: number | PDFKit.Mixins.TextOptions,
    y?: number,
    options?: PDFKit.Mixins.TextOptions,
  ): this {
    return this.#inFontFor(text, () =>
      typeof x === 'object' ? super.text(text, x) : super.text(text, x, y, options),
    );
  }

  override widthOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    return this.#inFontFor(text, () => super.widthOfString(text, options));
  }

  override heightOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    return this.#inFontFor(text, () => super.heightOfString(text, options));
  }

  #inFontFor<Result>(text: string, work: () => Result): Result {
    const set = this.#font;
    // The words of a text are measured one by one in the font that was chosen for the whole.
    if (set === NAME || !EAST_ASIAN.test(text)) return work();
    if (!this.#isRegistered) this.registerFont(NAME, eastAsianFont());
    this.#isRegistered = true;
    this.font(NAME);
    try {
      return work();
    } finally {
      this.font(set);
    }
  }
}
