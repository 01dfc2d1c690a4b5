import LetterDocument from 'pdfkit';
import { fonts } from './fonts.ts';

export type Pdf = PDFKit.PDFDocument;

/** Points: a letter page is 612 × 792, an inch is 72. */
export const MARGIN = 54;
const FOOTER_HEIGHT = 28;

/** Ink of the documents; everything stays readable on a black and white printer and a fax. */
export const INK = {
  text: '#1a2430',
  quiet: '#4d5b6b',
  line: '#9aa7b4',
  brand: '#12355b',
  alarm: '#b3261e',
} as const;

export interface PdfOptions {
  /** What viewers call the document; never a patient's name. */
  readonly title: string;
  /** At the foot of each page, before "Page x of y": whose it is. */
  readonly footer: string;
  readonly now: Date;
  /** Only for texts in Latin letters: no font goes into the file, which is made much quicker and is smaller. */
  readonly usesViewersFonts?: boolean;
}

/**
 * Makes a document of letter pages. `draw` writes below each other, from `doc.y`; pages break by themselves, and every page gets the
 * footer. Texts are only ever written as texts: nothing of them is fetched, opened or run.
 */
export async function makePdf(options: PdfOptions, draw: (doc: Pdf) => void): Promise<Uint8Array> {
  const doc = new LetterDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    bufferPages: true,
    font: '',
    lang: 'en-US',
    displayTitle: true,
    info: { Title: options.title, CreationDate: options.now },
  });
  const { regular, bold } =
    options.usesViewersFonts === true ? { regular: 'Helvetica', bold: 'Helvetica-Bold' } : fonts();
  doc.registerFont('regular', regular).registerFont('bold', bold);
  const chunks: Buffer[] = [];
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  write(doc, { size: 9.5 });
  draw(doc);
  footers(doc, options.footer);
  doc.end();
  return whole;
}

/** Sets what is written next. */
export function write(
  doc: Pdf,
  {
    font = 'regular',
    size,
    color = INK.text,
  }: { readonly font?: 'regular' | 'bold'; readonly size: number; readonly color?: string },
): Pdf {
  return doc.font(font).fontSize(size).fillColor(color);
}

/** From margin to margin. */
export const contentWidth = (doc: Pdf): number => doc.page.width - 2 * MARGIN;

/** Where the page's content ends: below is the footer. */
export const contentBottom = (doc: Pdf): number => doc.page.height - MARGIN - FOOTER_HEIGHT;

/** A thin line from margin to margin. */
export function rule(doc: Pdf, { gap = 8 }: { readonly gap?: number } = {}): void {
  const y = doc.y + gap / 2;
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + contentWidth(doc), y)
    .lineWidth(0.7)
    .strokeColor(INK.line)
    .stroke();
  doc.y = y + gap;
}

function footers(doc: Pdf, text: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    const y = doc.page.height - MARGIN - FOOTER_HEIGHT + 12;
    // Below the bottom margin, where a text would otherwise begin a page of its own.
    doc.page.margins.bottom = 0;
    doc
      .moveTo(MARGIN, y - 6)
      .lineTo(MARGIN + contentWidth(doc), y - 6)
      .lineWidth(0.7)
      .strokeColor(INK.line)
      .stroke();
    write(doc, { size: 8, color: INK.quiet });
    const page = `Page ${index - start + 1} of ${count}`;
    const pageWidth = doc.widthOfString(page);
    doc.text(page, MARGIN + contentWidth(doc) - pageWidth, y, { lineBreak: false });
    doc.text(text, MARGIN, y, {
      width: contentWidth(doc) - pageWidth - 12,
      height: 10,
      ellipsis: true,
      lineBreak: true,
    });
  }
}
