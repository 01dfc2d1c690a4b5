/// <reference path="./open-font.d.ts" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';

const require = createRequire(import.meta.url);
const open = (name: string) => create(readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));

type OpenFont = PDFKit.Mixins.OpenFont;

interface Fonts {
  readonly regular: OpenFont;
  readonly bold: OpenFont;
  readonly italic: OpenFont;
  readonly boldItalic: OpenFont;
}

/**
 * The fonts of every document, by the name pages use; opened when the first document is made, and kept open, because reading their
 * tables takes longer than drawing a page. They cover names in many scripts.
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
