import { fittedSize, letterheadLines, type LetterheadOffice } from '@portal/domain/letterhead';
import { contentLeft, contentWidth, INK, rule, write, type Pdf } from './document.ts';
import { printable } from './printable.ts';
import type { TextSizes } from './rich-text.ts';

/** A picture in a document. */
interface OpenImage {
  readonly width: number;
  readonly height: number;
}

declare global {
  namespace PDFKit.Mixins {
    interface PDFImage {
      /** Missing in pdfkit's types. */
      openImage(src: Uint8Array): OpenImage;
      image(src: OpenImage, x: number, y: number, options: ImageOption): this;
    }
  }
}

/** What prints have at the top of their first page. */
export interface PdfLetterhead {
  readonly practice: string;
  /** Null: only the practice is named. */
  readonly office: LetterheadOffice | null;
  /** A PNG without transparency. Letterheads of one document that share it share these bytes, too. */
  readonly logo: Uint8Array | null;
}

/** Sizes of a header that administrators wrote: a practice in a heading of level 2 looks like that of other letterheads. */
export const LETTERHEAD_SIZES: TextSizes = [9, 16, 14, 12, 11, 10, 9];

/** The largest logo in points: 18 mm high, three times as wide. */
const MOST = { width: 153, height: 51 };
/** A pixel of a logo that is not scaled down, in points: 96 of them are an inch. */
const PIXEL = 0.75;
const GAP = 14;

/** Draws the letterhead: the logo, the practice and its office to the right of it, and a line below. */
export function drawLetterhead(doc: Pdf, { practice, office, logo }: PdfLetterhead): void {
  drawBesideLogo(doc, logo, (left) => {
    const width = contentWidth(doc) - left;
    write(doc, { font: 'bold', size: 14, color: INK.brand }).text(
      printable(practice),
      contentLeft(doc) + left,
      doc.y,
      { width },
    );
    doc.y += 1;
    write(doc, { size: 9, color: INK.quiet });
    for (const line of letterheadLines(practice, office)) doc.text(printable(line), { width, lineGap: 1 });
  });
  doc.y += 4;
  rule(doc);
}

/** Draws a logo at the left, and beside it what `draw` draws from `doc.y` on, `left` points from the margin. */
export function drawBesideLogo(doc: Pdf, logo: Uint8Array | null, draw: (left: number) => void): void {
  const { page, y: top } = doc;
  if (logo === null) draw(0);
  else {
    const picture = openLogo(doc, logo);
    const size = fittedSize({ width: picture.width * PIXEL, height: picture.height * PIXEL }, MOST);
    doc.image(picture, contentLeft(doc), top, size);
    draw(size.width + GAP);
    if (doc.page === page) doc.y = Math.max(doc.y, top + size.height);
  }
  doc.x = contentLeft(doc);
}

const opened = new WeakMap<Pdf, Map<Uint8Array, OpenImage>>();

/** A picture is embedded once in a document if it is opened once. */
function openLogo(doc: Pdf, logo: Uint8Array): OpenImage {
  const known = opened.get(doc) ?? new Map<Uint8Array, OpenImage>();
  opened.set(doc, known);
  const picture = known.get(logo) ?? doc.openImage(logo);
  known.set(logo, picture);
  return picture;
}
