import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A font of fontkit, which pdfkit draws with. */
interface OpenFont {
  readonly postscriptName: string;
  layout(text: string): object;
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** pdfkit takes fonts that are open as they are, which its types do not say. */
      registerFont(name: string, font: OpenFont): this;
    }
  }
}

const require = createRequire(import.meta.url);
// It has no types.
const fontkit: { create(file: Buffer, postscriptName?: string): OpenFont } = require('fontkit');
const open = (name: string) =>
  fontkit.create(readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));

interface Fonts {
  readonly regular: OpenFont;
  readonly bold: OpenFont;
  readonly italic: OpenFont;
  readonly boldItalic: OpenFont;
}

/**
 * The fonts of every document, by the name pages use; opened when the first document is made, and kept open, because reading their
 * tables takes longer than drawing a page. They cover names in many scripts, but not in those of East Asia.
 */
export function fonts(): Fonts {
  opened ??= {
    regular: open('DejaVuSans'),
    bold: open('DejaVuSans-Bold'),
    italic: open('DejaVuSans-Oblique'),
    boldItalic: open('DejaVuSans-BoldOblique'),
  };
  return opened;
}
let opened: Fonts | undefined;

/** Has Chinese, Japanese and Korean letters, and Latin ones beside them; opened when the first of them is drawn. */
export function eastAsianFont(): OpenFont {
  const file = new URL('../../assets/fonts/wqy-microhei.ttc', import.meta.url);
  return (eastAsian ??= fontkit.create(readFileSync(file), 'WenQuanYiMicroHei'));
}
let eastAsian: OpenFont | undefined;
