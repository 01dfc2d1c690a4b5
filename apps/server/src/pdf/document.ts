import { formatDateTime, type PracticeClock } from '@portal/domain/clock';
import PdfDocument from 'pdfkit';
import type { PdfFont } from './fonts.ts';
import { MultiScriptDocument } from './multi-script.ts';

/** An open pdfkit document. */
export type Pdf = PDFKit.PDFDocument;

/** The default page margin in points (72 per inch; a letter page is 612 × 792). */
export const MARGIN = 54;
const FOOTER_HEIGHT = 28;

/** Colors that stay readable on black-and-white printers and faxes. */
export const INK = {
  text: '#1a2430',
  quiet: '#4d5b6b',
  line: '#9aa7b4',
  brand: '#12355b',
  alarm: '#b3261e',
} as const;

interface DocumentOptions {
  /** The title shown by PDF viewers; never a patient's name. */
  readonly title: string;
  readonly now: Date;
  /** For the time of printing in the footer of each page. */
  readonly clock: PracticeClock;
  /** Margin in points; default: MARGIN. */
  readonly margin?: number;
  /** Use only for Latin text: fonts are not embedded, so the file is smaller and faster to create. */
  readonly usesViewersFonts?: boolean;
}

export interface PdfOptions extends DocumentOptions {
  /** Text in the footer of each page, before the time of printing and "Page x of y". */
  readonly footer: string;
}

/** A part of a PDF: it starts on a new page and has its own page numbers. */
export interface PdfPart {
  readonly footer: string;
  /** Text in the footer instead of the time of printing. */
  readonly dated?: string | null;
  /** Pale text across each page. */
  readonly watermark?: string | null;
  readonly draw: (doc: Pdf) => void;
}

/**
 * Creates a PDF with letter pages. `draw` writes from top to bottom, starting at `doc.y`; page breaks are automatic and
 * every page gets the footer. Text is drawn as is: nothing in it is fetched, opened or executed.
 */
export const createPdf = (
  { footer, ...options }: PdfOptions,
  draw: (doc: Pdf) => void,
): Promise<Uint8Array> => createJoinedPdf(options, [{ footer, draw }]);

/** Creates one PDF from several parts. */
export async function createJoinedPdf(
  options: DocumentOptions,
  parts: Iterable<PdfPart>,
): Promise<Uint8Array> {
  const doc = openDocument(options);
  const chunks: Buffer[] = [];
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const printed = `Printed ${formatDateTime(options.now, options.clock)}`;
  let isFirst = true;
  for (const part of parts) {
    if (!isFirst) doc.addPage();
    isFirst = false;
    write(doc, { size: 9.5 });
    part.draw(doc);
    finish(doc, part, printed);
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
  if (!usesViewersFonts) return new MultiScriptDocument(settings);
  return new PdfDocument(settings)
    .registerFont('regular', 'Helvetica')
    .registerFont('bold', 'Helvetica-Bold')
    .registerFont('italic', 'Helvetica-Oblique')
    .registerFont('boldItalic', 'Helvetica-BoldOblique');
}

/** Sets font, size and color of the text that is written next. */
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

/** The x position of the left margin, in points. */
export const contentLeft = (doc: Pdf): number => doc.page.margins.left;

/** The width between the margins, in points. */
export const contentWidth = (doc: Pdf): number =>
  doc.page.width - doc.page.margins.left - doc.page.margins.right;

/** The y position where the content ends and the footer area starts, in points. */
export const contentBottom = (doc: Pdf): number => doc.page.height - doc.page.margins.bottom;

/** Draws a thin line to the right margin, from the left one or `left` points beside it. */
export function rule(
  doc: Pdf,
  { gap = 8, left = 0 }: { readonly gap?: number; readonly left?: number } = {},
): void {
  const y = doc.y + gap / 2;
  line(doc, y, left);
  doc.y = y + gap;
}

function line(doc: Pdf, y: number, left = 0): void {
  doc
    .moveTo(contentLeft(doc) + left, y)
    .lineTo(contentLeft(doc) + contentWidth(doc), y)
    .lineWidth(0.7)
    .strokeColor(INK.line)
    .stroke();
}

/** Adds watermark, footer, time of printing and page numbers to the part's pages, once their number is known. */
function finish(doc: Pdf, { footer, dated, watermark = null }: PdfPart, printed: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    if (watermark !== null) drawWatermark(doc, watermark);
    drawFooter(doc, footer, `${dated ?? printed}   Page ${index - start + 1} of ${count}`);
  }
}

function drawFooter(doc: Pdf, text: string, page: string): void {
  const left = contentLeft(doc);
  const y = contentBottom(doc) + 12;
  const { bottom } = doc.page.margins;
  line(doc, y - 6);
  // The footer is below the bottom margin, where text would otherwise start a new page.
  doc.page.margins.bottom = 0;
  write(doc, { size: 8, color: INK.quiet });
  const pageWidth = doc.widthOfString(page);
  doc.text(page, left + contentWidth(doc) - pageWidth, y, { lineBreak: false });
  // Force left-to-right, even if the text starts with a right-to-left name.
  doc.text(doc instanceof MultiScriptDocument ? `\u200E${text}` : text, left, y, {
    width: contentWidth(doc) - pageWidth - 12,
    height: 10,
    ellipsis: true,
    lineBreak: true,
  });
  doc.page.margins.bottom = bottom;
}

/** Draws large, pale, diagonal text. The content below stays readable. */
function drawWatermark(doc: Pdf, text: string): void {
  const { width, height } = doc.page;
  write(doc, { font: 'bold', size: 84, color: INK.quiet });
  const textWidth = doc.widthOfString(text);
  doc.save();
  doc.rotate(-52, { origin: [width / 2, height / 2] }).fillOpacity(0.07);
  doc.text(text, (width - textWidth) / 2, height / 2 - 42, { lineBreak: false });
  doc.restore();
}
