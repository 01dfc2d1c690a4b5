import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { layoutWith, type OpenFont } from './shaping.ts';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** pdfkit accepts open fonts, which its types do not declare. */
      registerFont(name: string, font: OpenFont): this;
    }
  }
}

const require = createRequire(import.meta.url);
// fontkit has no types.
const fontkit: { create(file: Buffer, postscriptName?: string): OpenFont } = require('fontkit');

function open(path: string | URL, postscriptName?: string): OpenFont {
  const file = readFileSync(path);
  const font = fontkit.create(file, postscriptName);
  font.layout = layoutWith(file, font);
  return font;
}

const dejaVu = (name: string) => open(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

const noto = (script: string, weight: '400Regular' | '700Bold') => {
  const folder = `@expo-google-fonts/noto-sans-${script.toLowerCase()}`;
  return open(require.resolve(`${folder}/${weight}/NotoSans${script}_${weight}.ttf`));
};

/** The named fonts. They cover Latin, Greek, Cyrillic, Hebrew, Arabic, Armenian, Georgian and Lao. */
const NAMED = {
  regular: () => dejaVu('DejaVuSans'),
  bold: () => dejaVu('DejaVuSans-Bold'),
  italic: () => dejaVu('DejaVuSans-Oblique'),
  boldItalic: () => dejaVu('DejaVuSans-BoldOblique'),
} as const;
export type PdfFont = keyof typeof NAMED;

const SCRIPTS = [
  // Urdu and Persian letters that DejaVu lacks.
  'Arabic',
  'Devanagari',
  'Thai',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Ethiopic',
] as const;

/** Chinese, Japanese and Korean, in a single weight. */
const EAST_ASIAN = 'eastAsian';

/** Fonts to try, in this order, for text that the named font cannot draw. */
export const FALLBACKS: Readonly<Record<PdfFont, readonly string[]>> = {
  regular: fallbacks('regular', '400Regular'),
  bold: fallbacks('regular', '700Bold'),
  italic: fallbacks('regular', '400Regular'),
  boldItalic: fallbacks('bold', '700Bold'),
};

function fallbacks(upright: PdfFont, weight: string): readonly string[] {
  return [upright, ...SCRIPTS.map((script) => `${script} ${weight}`), EAST_ASIAN];
}

const opened = new Map<string, OpenFont>();

/** Returns a font by name. Fonts are cached, because reading their tables takes longer than drawing a page. */
export function fontNamed(name: string): OpenFont {
  const known = opened.get(name);
  if (known !== undefined) return known;
  const font = openNamed(name);
  opened.set(name, font);
  return font;
}

function openNamed(name: string): OpenFont {
  if (isNamed(name)) return NAMED[name]();
  if (name === EAST_ASIAN)
    return open(new URL('../../assets/fonts/wqy-microhei.ttc', import.meta.url), 'WenQuanYiMicroHei');
  const [script = '', weight] = name.split(' ');
  return noto(script, weight === '700Bold' ? '700Bold' : '400Regular');
}

/** Whether the value is the name of a named font. */
export const isNamed = (name: unknown): name is PdfFont =>
  typeof name === 'string' && Object.hasOwn(NAMED, name);
