import { contentLeft, contentWidth, INK, write, type Pdf } from './document.ts';
import { drawLetterhead, type PdfLetterhead } from './letterhead.ts';
import { printable } from './printable.ts';

/** Draws the letterhead, and below it the title of the document on the left and what identifies it on the right. */
export function documentHead(
  doc: Pdf,
  {
    letterhead,
    title,
    lines,
  }: { readonly letterhead: PdfLetterhead; readonly title: string; readonly lines: readonly string[] },
): void {
  drawLetterhead(doc, letterhead);
  const top = doc.y + 2;
  const width = contentWidth(doc);
  write(doc, { font: 'bold', size: 14 });
  const titleWidth = doc.widthOfString(title) + 24;
  doc.text(title, contentLeft(doc), top, { lineBreak: false });
  write(doc, { size: 9, color: INK.quiet });
  doc.y = top + 3;
  for (const line of lines)
    doc.text(printable(line), contentLeft(doc) + titleWidth, doc.y, {
      width: width - titleWidth,
      align: 'right',
    });
  doc.x = contentLeft(doc);
  doc.y = Math.max(doc.y, top + 18) + 4;
}

/** Draws a small section heading. */
export function heading(doc: Pdf, text: string): void {
  doc.y += 6;
  write(doc, { font: 'bold', size: 10.5, color: INK.brand }).text(text, contentLeft(doc), doc.y, {
    width: contentWidth(doc),
  });
  doc.y += 3;
}

/** A label with its value in an item grid. */
export interface PdfItem {
  readonly label: string;
  /** Blank and null values are left out, so that an empty line is not read as a finding. */
  readonly value: string | null;
  /** Uses the full width. */
  readonly wide?: boolean;
}

const GAP = 16;
const LINE_GAP = 5;

/** Draws labels with values in two columns; each row is as high as its taller cell. */
export function itemGrid(doc: Pdf, items: readonly PdfItem[]): void {
  const half = (contentWidth(doc) - GAP) / 2;
  let column = 0;
  let top = doc.y;
  let bottom = top;
  for (const { label, value, wide = false } of items) {
    if (value === null || value === '') continue;
    if (wide || column === 2) {
      top = column === 0 ? top : bottom + LINE_GAP;
      column = 0;
    }
    const x = contentLeft(doc) + column * (half + GAP);
    const width = wide ? contentWidth(doc) : half;
    write(doc, { size: 7.5, color: INK.quiet }).text(label, x, top, { width });
    write(doc, { size: 9.5 }).text(value, x, doc.y, { width });
    bottom = Math.max(bottom, doc.y);
    column = wide ? 2 : column + 1;
  }
  doc.x = contentLeft(doc);
  doc.y = bottom + LINE_GAP;
}

/** Draws a signature line and a date line at `y`. */
export function signatureLine(doc: Pdf, name: string, y: number): void {
  const width = contentWidth(doc);
  const dateWidth = 130;
  const lineTo = width - dateWidth - 24;
  doc
    .lineWidth(0.8)
    .strokeColor(INK.text)
    .moveTo(contentLeft(doc), y)
    .lineTo(contentLeft(doc) + lineTo, y)
    .moveTo(contentLeft(doc) + width - dateWidth, y)
    .lineTo(contentLeft(doc) + width, y)
    .stroke();
  write(doc, { size: 8, color: INK.quiet })
    .text(`Signature of ${name}`, contentLeft(doc), y + 4, { width: lineTo, height: 10, ellipsis: true })
    .text('Date', contentLeft(doc) + width - dateWidth, y + 4, { width: dateWidth });
}
