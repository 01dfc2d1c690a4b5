import type { PracticeClock } from '@portal/domain/clock';
import type { PrintedDictation, PrintedItem, PrintedNote } from '@portal/domain/dictation/print';
import type { ReportEntry, ReportSection } from '@portal/domain/template/report';
import {
  contentBottom,
  contentLeft,
  contentWidth,
  INK,
  createJoinedPdf,
  rule,
  write,
  type Pdf,
} from '#pdf/document.ts';
import { htmlBlocks } from '#pdf/html-blocks.ts';
import { drawBesideLogo, LETTERHEAD_SIZES } from '#pdf/letterhead.ts';
import { printable } from '#pdf/printable.ts';
import { richText } from '#pdf/rich-text.ts';
import { drawSheet } from './billing-sheet-pdf.ts';

/** A dictation to print with its location's header and footer: sanitized HTML with the placeholders filled in. */
export interface DictationSheet {
  readonly printed: PrintedDictation;
  readonly headerHTML: string;
  readonly footerHTML: string;
  /** The id of the logo beside the header. */
  readonly logo: string | null;
}

interface DictationPrint {
  readonly sheets: readonly DictationSheet[];
  /** The logos of the sheets, by id. */
  readonly logos: ReadonlyMap<string, Uint8Array>;
  readonly now: Date;
  readonly clock: PracticeClock;
}

/** Half an inch, in points. */
const MARGIN = 36;
const LABEL_WIDTH = 185;
/** Values longer than this many characters are printed below their label. */
const LONGEST_PAIR = 300;

/** Creates one PDF in letter format. Each dictation has its own page numbers and its patient on every page. */
export const createDictationPdf = ({ sheets, logos, now, clock }: DictationPrint): Promise<Uint8Array> =>
  createJoinedPdf(
    { title: 'Dictation', now, clock, margin: MARGIN },
    sheets.map((sheet) => ({
      footer: printable(sheet.printed.identity),
      dated: sheet.printed.signedOn,
      watermark: sheet.printed.watermark,
      draw: (doc) => drawDictation(doc, sheet, logos.get(sheet.logo ?? '') ?? null),
    })),
  );

function drawDictation(
  doc: Pdf,
  { printed, headerHTML, footerHTML }: DictationSheet,
  logo: Uint8Array | null,
): void {
  const header = htmlBlocks(headerHTML);
  if (header.length > 0 || logo !== null) {
    // Some headers end with a rule, which belongs below the logo, too.
    const texts = header.at(-1)?.kind === 'rule' ? header.slice(0, -1) : header;
    drawBesideLogo(doc, logo, (left) => richText(doc, texts, { left, sizes: LETTERHEAD_SIZES }));
    rule(doc, { gap: 10 });
  }
  if (printed.heading !== null)
    write(doc, { font: 'bold', size: 10.5, color: INK.quiet }).text(
      printable(printed.heading),
      contentLeft(doc),
      doc.y,
      { width: contentWidth(doc) },
    );
  write(doc, { font: 'bold', size: 14, color: INK.brand }).text(
    printable(printed.title),
    contentLeft(doc),
    doc.y,
    {
      width: contentWidth(doc),
    },
  );
  doc.y += 4;
  if (printed.banner !== null) drawBanner(doc, printed.banner);
  drawPatient(doc, printed.patient);
  for (const section of printed.sections) drawSection(doc, section);
  if (printed.isNoShow) drawSheet(doc, printed.sheet);
  drawClosing(doc, printed);
  drawLocationFooter(doc, footerHTML);
  if (printed.isNoShow) return;
  doc.addPage();
  drawSheet(doc, printed.sheet, () => drawPatient(doc, printed.patient));
}

/** Starts a new page when less than `height` points are left on this one. */
export function keepTogether(doc: Pdf, height: number): void {
  if (doc.y + height > contentBottom(doc)) doc.addPage();
}

function drawBanner(doc: Pdf, { title, text }: NonNullable<PrintedDictation['banner']>): void {
  const width = contentWidth(doc);
  const top = doc.y + 2;
  doc.lineWidth(2).strokeColor(INK.alarm).rect(contentLeft(doc), top, width, 42).stroke();
  write(doc, { font: 'bold', size: 14, color: INK.alarm }).text(title, contentLeft(doc), top + 7, {
    width,
    align: 'center',
  });
  write(doc, { size: 9.5 }).text(text, contentLeft(doc), top + 25, { width, align: 'center' });
  doc.y = top + 52;
}

const PATIENT_COLUMNS = 4;

/** Draws the patient and procedure details in a frame. Each row is as high as its longest value. */
function drawPatient(doc: Pdf, items: readonly PrintedItem[]): void {
  const gap = 10;
  const pad = 8;
  const left = contentLeft(doc) + pad;
  const width = (contentWidth(doc) - 2 * pad - (PATIENT_COLUMNS - 1) * gap) / PATIENT_COLUMNS;
  const top = doc.y;
  let y = top + pad;
  for (let first = 0; first < items.length; first += PATIENT_COLUMNS) {
    let bottom = y;
    const row = items.slice(first, first + PATIENT_COLUMNS);
    for (const [column, { label, value }] of row.entries()) {
      const x = left + column * (width + gap);
      // The last item takes the rest of its row.
      const columns = column === row.length - 1 ? PATIENT_COLUMNS - column : 1;
      const room = columns * width + (columns - 1) * gap;
      write(doc, { size: 7.5, color: INK.quiet }).text(label, x, y, { width: room });
      write(doc, { font: column + first === 0 ? 'bold' : 'regular', size: 9.5 }).text(
        printable(value),
        x,
        doc.y,
        { width: room },
      );
      bottom = Math.max(bottom, doc.y);
    }
    y = bottom + 6;
  }
  doc
    .lineWidth(0.7)
    .strokeColor(INK.line)
    .roundedRect(contentLeft(doc), top, contentWidth(doc), y - top, 3)
    .stroke();
  doc.x = contentLeft(doc);
  doc.y = y + 8;
}

/** Draws a heading and keeps it on the same page as the first line below it. */
export function drawHeading(doc: Pdf, text: string): void {
  keepTogether(doc, 46);
  doc.y += 4;
  write(doc, { font: 'bold', size: 11, color: INK.brand }).text(printable(text), contentLeft(doc), doc.y, {
    width: contentWidth(doc),
  });
  rule(doc, { gap: 5 });
  doc.y += 2;
}

function drawSection(doc: Pdf, { title, entries }: ReportSection): void {
  if (title.trim() !== '') drawHeading(doc, title);
  for (const entry of entries) drawEntry(doc, entry);
  doc.y += 4;
}

function drawEntry(doc: Pdf, { kind, label, text }: ReportEntry): void {
  if (kind === 'pair' && text.length <= LONGEST_PAIR) {
    drawPair(doc, label, text);
    return;
  }
  if (kind !== 'statement') {
    keepTogether(doc, 28);
    write(doc, { font: 'bold', size: 9.5 }).text(printable(label), contentLeft(doc), doc.y, {
      width: contentWidth(doc),
    });
  }
  paragraph(doc, text);
}

function paragraph(doc: Pdf, text: string): void {
  keepTogether(doc, 14);
  write(doc, { size: 9.5 }).text(printable(text), contentLeft(doc), doc.y, {
    width: contentWidth(doc),
    lineGap: 1,
  });
  doc.y += 4;
}

/** Draws a label beside its value. The value may continue on the next page. */
function drawPair(doc: Pdf, label: string, text: string): void {
  const left = contentLeft(doc);
  write(doc, { font: 'bold', size: 9.5 });
  keepTogether(doc, Math.max(14, doc.heightOfString(printable(label), { width: LABEL_WIDTH })));
  const top = doc.y;
  const { start, count } = doc.bufferedPageRange();
  doc.text(printable(label), left, top, { width: LABEL_WIDTH });
  const labelBottom = doc.y;
  write(doc, { size: 9.5 }).text(printable(text), left + LABEL_WIDTH + 10, top, {
    width: contentWidth(doc) - LABEL_WIDTH - 10,
    lineGap: 1,
  });
  const after = doc.bufferedPageRange();
  const isOnePage = after.start + after.count === start + count;
  doc.y = (isOnePage ? Math.max(labelBottom, doc.y) : doc.y) + 3;
  doc.x = left;
}

/** Draws the signature line, or a framed notice that the dictation is not signed, followed by the addenda. */
function drawClosing(doc: Pdf, { closing, addenda }: PrintedDictation): void {
  keepTogether(doc, 44);
  doc.y += 8;
  const width = contentWidth(doc);
  if (closing.isSigned) {
    rule(doc, { gap: 6 });
    write(doc, { font: 'bold', size: 9.5 }).text(printable(closing.text), contentLeft(doc), doc.y + 2, {
      width,
    });
  } else {
    const top = doc.y;
    doc.lineWidth(1.2).strokeColor(INK.alarm).rect(contentLeft(doc), top, width, 24).stroke();
    write(doc, { font: 'bold', size: 10, color: INK.alarm }).text(closing.text, contentLeft(doc), top + 7, {
      width,
      align: 'center',
    });
    doc.y = top + 28;
  }
  doc.y += 6;
  for (const addendum of addenda) drawAddendum(doc, addendum);
}

function drawAddendum(doc: Pdf, { title, reason, text }: PrintedNote): void {
  keepTogether(doc, 46);
  doc.y += 4;
  write(doc, { font: 'bold', size: 9.5, color: INK.brand }).text(printable(title), contentLeft(doc), doc.y, {
    width: contentWidth(doc),
  });
  if (reason !== null)
    write(doc, { font: 'italic', size: 9 }).text(printable(`Reason: ${reason}`), {
      width: contentWidth(doc),
    });
  paragraph(doc, text);
}

function drawLocationFooter(doc: Pdf, html: string): void {
  const footer = htmlBlocks(html);
  if (footer.length === 0) return;
  keepTogether(doc, 40);
  rule(doc, { gap: 12 });
  richText(doc, footer);
}
