import { setImmediate as nextTurn } from 'node:timers/promises';
import PdfDocument from 'pdfkit';
import type { PdfFont } from './fonts.ts';
import { ManyScriptsDocument } from './many-scripts.ts';

export type Pdf = PDFKit.PDFDocument;

/** Points: a letter page is 612 × 792, an inch is 72. The margin of a document that names no other. */
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

interface DocumentOptions {
  /** What viewers call the document; never a patient's name. */
  readonly title: string;
  readonly now: Date;
  /** Points on each side. */
  readonly margin?: number;
  /** Only for texts in Latin letters: no font goes into the file, which is made much quicker and is smaller. */
  readonly usesViewersFonts?: boolean;
}

export interface PdfOptions extends DocumentOptions {
  /** At the foot of each page, before "Page x of y": whose it is. */
  readonly footer: string;
}

/** Pages that belong together: they begin on a page of their own and are counted by themselves. */
export interface PdfPart {
  readonly footer: string;
  /** Across each of its pages, quietly. */
  readonly watermark?: string | null;
  readonly draw: (doc: Pdf) => void;
}

/**
 * Makes a document of letter pages. `draw` writes below each other, from `doc.y`; pages break by themselves, and every page gets the
 * footer. Texts are only ever written as texts: nothing of them is fetched, opened or run.
 */
export const makePdf = ({ footer, ...options }: PdfOptions, draw: (doc: Pdf) => void): Promise<Uint8Array> =>
  makeJoinedPdf(options, [{ footer, draw }]);

/** Makes one document of several parts, which are drawn one at a time: other requests are served in between. */
export async function makeJoinedPdf(
  options: DocumentOptions,
  parts: Iterable<PdfPart> | AsyncIterable<PdfPart>,
): Promise<Uint8Array> {
  const doc = openDocument(options);
  const chunks: Buffer[] = [];
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  let isFirst = true;
  for await (const part of parts) {
    if (!isFirst) {
      await nextTurn();
      doc.addPage();
    }
    isFirst = false;
    write(doc, { size: 9.5 });
    part.draw(doc);
    finish(doc, part);
    doc.flushPages();
  }
  doc.end();
  return whole;
}

function openDocument({ title, now, margin = MARGIN, usesViewersFonts = false }: DocumentOptions): Pdf {
  const settings = {
    size: 'LETTER',
    margins: { top: margin, left: margin, right: margin, bottom: margin + FOOTER_HEIGHT },
    bufferPages: true,
    font: '',
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, CreationDate: now },
  };
  if (!usesViewersFonts) return new ManyScriptsDocument(settings);
  return new PdfDocument(settings)
    .registerFont('regular', 'Helvetica')
    .registerFont('bold', 'Helvetica-Bold')
    .registerFont('italic', 'Helvetica-Oblique')
    .registerFont('boldItalic', 'Helvetica-BoldOblique');
}

/** Sets what is written next. */
export function write(
  doc: Pdf,
  {
    font = 'regular',
    size,
    color = INK.text,
  }: { readonly font?: PdfFont; readonly size: number; readonly color?: string },
): Pdf {
  return doc.font(font).fontSize(size).fillColor(color);
}

/** Where the page's content begins on the left. */
export const contentLeft = (doc: Pdf): number => doc.page.margins.left;

/** From margin to margin. */
export const contentWidth = (doc: Pdf): number =>
  doc.page.width - doc.page.margins.left - doc.page.margins.right;

/** Where the page's content ends: below is the footer. */
export const contentBottom = (doc: Pdf): number => doc.page.height - doc.page.margins.bottom;

/** A thin line from margin to margin. */
export function rule(doc: Pdf, { gap = 8 }: { readonly gap?: number } = {}): void {
  const y = doc.y + gap / 2;
  line(doc, y);
  doc.y = y + gap;
}

function line(doc: Pdf, y: number): void {
  const left = contentLeft(doc);
  doc
    .moveTo(left, y)
    .lineTo(left + contentWidth(doc), y)
    .lineWidth(0.7)
    .strokeColor(INK.line)
    .stroke();
}

/** Puts on the part's pages what is known only when it is drawn: how many they are. */
function finish(doc: Pdf, { footer, watermark = null }: PdfPart): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    if (watermark !== null) drawWatermark(doc, watermark);
    drawFooter(doc, footer, `Page ${index - start + 1} of ${count}`);
  }
}

function drawFooter(doc: Pdf, text: string, page: string): void {
  const left = contentLeft(doc);
  const y = contentBottom(doc) + 12;
  const { bottom } = doc.page.margins;
  line(doc, y - 6);
  // Below the bottom margin, where a text would otherwise begin a page of its own.
  doc.page.margins.bottom = 0;
  write(doc, { size: 8, color: INK.quiet });
  const pageWidth = doc.widthOfString(page);
  doc.text(page, left + contentWidth(doc) - pageWidth, y, { lineBreak: false });
  // It reads from left to right, whatever the letters of the name that it begins with.
  doc.text(doc instanceof ManyScriptsDocument ? `\u200E${text}` : text, left, y, {
    width: contentWidth(doc) - pageWidth - 12,
    height: 10,
    ellipsis: true,
    lineBreak: true,
  });
  doc.page.margins.bottom = bottom;
}

/** Large and pale from corner to corner, so that what is below stays readable and nobody takes the page for a final one. */
function drawWatermark(doc: Pdf, text: string): void {
  const { width, height } = doc.page;
  write(doc, { font: 'bold', size: 84, color: INK.quiet });
  const textWidth = doc.widthOfString(text);
  doc.save();
  doc.rotate(-52, { origin: [width / 2, height / 2] }).fillOpacity(0.07);
  doc.text(text, (width - textWidth) / 2, height / 2 - 42, { lineBreak: false });
  doc.restore();
}
