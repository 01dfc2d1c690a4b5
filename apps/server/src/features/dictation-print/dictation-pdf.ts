import type { PracticeClock } from '@portal/domain/clock';
import type { PrintedDictation, PrintedItem, PrintedNote } from '@portal/domain/dictation/print';
import type { ReportEntry, ReportSection } from '@portal/domain/template/report';
import { contentLeft, contentWidth, INK, createJoinedPdf, rule, write, type Pdf } from '#pdf/document.ts';
import { htmlBlocks, type Block } from '#pdf/html-blocks.ts';
import { drawBesideLogo, LETTERHEAD_SIZES } from '#pdf/letterhead.ts';
import { printable } from '#pdf/printable.ts';
import { richText, richTextHeight } from '#pdf/rich-text.ts';
import { drawSheet } from './billing-sheet-pdf.ts';
import { flowText, keepTogether, shortHeight } from './keep-together.ts';
import { drawRows } from './table-pdf.ts';

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
  const footer = htmlBlocks(footerHTML);
  const footerHeight = footer.length === 0 ? 0 : 1.5 * FOOTER_GAP + richTextHeight(doc, footer);
  const after = closingHeight(doc, printed.closing) + (printed.addenda.length === 0 ? footerHeight : 0);
  for (const section of printed.sections)
    drawSection(doc, section, section === printed.sections.at(-1) ? after + ENTRY_GAP : 0);
  if (printed.isNoShow) drawSheet(doc, printed.sheet, { after });
  keepTogether(doc, after);
  drawClosing(doc, printed.closing);
  for (const addendum of printed.addenda)
    drawAddendum(doc, addendum, addendum === printed.addenda.at(-1) ? footerHeight : 0);
  drawLocationFooter(doc, footer);
  if (printed.isNoShow) return;
  doc.addPage();
  drawSheet(doc, printed.sheet, { drawPatient: () => drawPatient(doc, printed.patient) });
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

/** Draws a heading and keeps it on the same page as the first line below it, or as `below` points. */
export function drawHeading(doc: Pdf, text: string, below = 0): void {
  keepTogether(doc, Math.max(46, HEADING_HEIGHT + below));
  doc.y += 4;
  write(doc, { font: 'bold', size: 11, color: INK.brand }).text(printable(text), contentLeft(doc), doc.y, {
    width: contentWidth(doc),
  });
  rule(doc, { gap: 5 });
  doc.y += 2;
}

/** The height of a heading of one line. */
const HEADING_HEIGHT = 28;

/** Draws a section. If something follows, `after` points high, it is on the page of the last two lines at least. */
function drawSection(doc: Pdf, { title, entries }: ReportSection, after: number): void {
  const [first, ...others] = entries;
  // A last entry of one line takes the one before it along.
  const last = entries.at(-1);
  const ofLast = after === 0 || last === undefined ? null : entryHeight(doc, last);
  const takesOther = ofLast !== null && ofLast < 2 * LINE_HEIGHT;
  const roomBelow = (entry: ReportEntry): number => {
    if (entry === last) return after;
    return takesOther && entry === entries.at(-2) ? ofLast + after : 0;
  };
  if (title.trim() !== '') {
    const below = first === undefined || others.length > 1 ? 0 : roomBelow(first);
    drawHeading(doc, title, below === 0 || first === undefined ? 0 : (entryHeight(doc, first) ?? 0) + below);
  }
  for (const entry of entries) drawEntry(doc, entry, roomBelow(entry));
  doc.y += ENTRY_GAP;
}

/** Points below a paragraph, and below a section. */
const ENTRY_GAP = 4;
/** The height of a line of text, at most. */
const LINE_HEIGHT = 14;
const isPair = (entry: ReportEntry) => entry.kind === 'pair' && entry.text.length <= LONGEST_PAIR;
const pairPlace = (doc: Pdf) => ({ left: LABEL_WIDTH + 10, width: contentWidth(doc) - LABEL_WIDTH - 10 });

/** The height of an entry that is kept on one page with what follows; null for one that is divided between pages. */
function entryHeight(doc: Pdf, entry: ReportEntry): number | null {
  if (entry.kind === 'table') return null;
  const { kind, label, text } = entry;
  const place = isPair(entry) ? pairPlace(doc) : { width: contentWidth(doc) };
  const ofText = shortHeight(write(doc, { size: 9.5 }), printable(text), place);
  if (ofText === null || kind === 'statement') return ofText === null ? null : ofText + ENTRY_GAP;
  const width = isPair(entry) ? LABEL_WIDTH : contentWidth(doc);
  const ofLabel = write(doc, { font: 'bold', size: 9.5 }).heightOfString(printable(label), { width });
  return isPair(entry) ? Math.max(ofLabel, ofText) + 3 : ofLabel + ofText + ENTRY_GAP;
}

function drawEntry(doc: Pdf, entry: ReportEntry, after: number): void {
  if (entry.kind === 'table') {
    drawLabel(doc, entry.label, 60 + (entry.rows.length === 1 ? after : 0));
    doc.y += 3;
    drawRows(doc, entry, after);
    return;
  }
  const { kind, label, text } = entry;
  if (after > 0) keepTogether(doc, (entryHeight(doc, entry) ?? -after) + after);
  if (isPair(entry)) {
    drawPair(doc, label, text, after);
    return;
  }
  if (kind !== 'statement') drawLabel(doc, label, 28);
  paragraph(doc, text, after);
}

/** Draws a label above its value and keeps it on the same page as the first `height` points. */
function drawLabel(doc: Pdf, label: string, height: number): void {
  keepTogether(doc, height);
  write(doc, { font: 'bold', size: 9.5 }).text(printable(label), contentLeft(doc), doc.y, {
    width: contentWidth(doc),
  });
}

function paragraph(doc: Pdf, text: string, after: number): void {
  keepTogether(doc, 14);
  flowText(
    write(doc, { size: 9.5 }),
    printable(text),
    { width: contentWidth(doc) },
    after === 0 ? 0 : after + ENTRY_GAP,
  );
  doc.y += ENTRY_GAP;
}

/** Draws a label beside its value. The value may continue on the next page. */
function drawPair(doc: Pdf, label: string, text: string, after: number): void {
  write(doc, { font: 'bold', size: 9.5 });
  keepTogether(doc, Math.max(14, doc.heightOfString(printable(label), { width: LABEL_WIDTH })));
  const top = doc.y;
  const { start, count } = doc.bufferedPageRange();
  doc.text(printable(label), contentLeft(doc), top, { width: LABEL_WIDTH });
  const labelBottom = doc.y;
  doc.y = top;
  flowText(write(doc, { size: 9.5 }), printable(text), pairPlace(doc), after);
  const range = doc.bufferedPageRange();
  const isOnePage = range.start + range.count === start + count;
  doc.y = (isOnePage ? Math.max(labelBottom, doc.y) : doc.y) + 3;
  doc.x = contentLeft(doc);
}

const CLOSING_TEXT = { font: 'bold', size: 9.5 } as const;

function closingHeight(doc: Pdf, { isSigned, text }: PrintedDictation['closing']): number {
  if (!isSigned) return 8 + 28 + 6;
  const width = contentWidth(doc);
  return 8 + 1.5 * 6 + 2 + write(doc, CLOSING_TEXT).heightOfString(printable(text), { width }) + 6;
}

/** Draws the signature line, or a framed notice that the dictation is not signed. */
function drawClosing(doc: Pdf, closing: PrintedDictation['closing']): void {
  doc.y += 8;
  const width = contentWidth(doc);
  if (closing.isSigned) {
    rule(doc, { gap: 6 });
    write(doc, CLOSING_TEXT).text(printable(closing.text), contentLeft(doc), doc.y + 2, { width });
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
}

/** Draws an addendum. If something follows, `after` points high, it is on the page of the last two lines at least. */
function drawAddendum(doc: Pdf, { title, reason, text }: PrintedNote, after: number): void {
  const width = contentWidth(doc);
  const ofText = shortHeight(write(doc, { size: 9.5 }), printable(text), { width });
  keepTogether(doc, Math.max(46, after === 0 || ofText === null ? 0 : 40 + ofText + after));
  doc.y += 4;
  write(doc, { font: 'bold', size: 9.5, color: INK.brand }).text(printable(title), contentLeft(doc), doc.y, {
    width,
  });
  if (reason !== null)
    write(doc, { font: 'italic', size: 9 }).text(printable(`Reason: ${reason}`), { width });
  paragraph(doc, text, after);
}

const FOOTER_GAP = 12;

function drawLocationFooter(doc: Pdf, footer: readonly Block[]): void {
  if (footer.length === 0) return;
  rule(doc, { gap: FOOTER_GAP });
  richText(doc, footer);
}
