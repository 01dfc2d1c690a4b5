import type { CodeType } from '@portal/domain/billing-code';
import { SHEET_COLUMNS, type BillingSheet } from '@portal/domain/dictation/billing-sheet';
import { contentLeft, contentWidth, INK, write, type Pdf } from '#pdf/document.ts';
import { breakPageIfNeeded, drawTable } from './table-pdf.ts';

/** Widths of the columns before the last one, in points. */
const WIDTHS: Readonly<Record<CodeType, readonly number[]>> = { CPT: [64, 84, 42, 62], ICD10: [26, 72] };

type Codes = BillingSheet['codes'][number];

interface SheetPlace {
  /** Draws the patient below the title when the sheet has its own page. */
  readonly drawPatient?: () => void;
  /** The height in points of what follows on the page of the last line. */
  readonly after?: number;
}

/** Draws the billing sheet. */
export function drawSheet(doc: Pdf, sheet: BillingSheet, { drawPatient, after = 0 }: SheetPlace): void {
  write(doc, { font: 'bold', size: 14, color: INK.brand }).text(sheet.title, contentLeft(doc), doc.y, {
    width: contentWidth(doc),
  });
  doc.y += 4;
  drawPatient?.();
  drawOptions(doc, sheet.options);
  const ofCodes = sheet.warnings.length === 0 ? after : 0;
  for (const codes of sheet.codes) drawCodes(doc, codes, codes === sheet.codes.at(-1) ? ofCodes : 0);
  for (const warning of sheet.warnings) {
    breakPageIfNeeded(doc, 30 + (warning === sheet.warnings.at(-1) ? after : 0));
    write(doc, { font: 'bold', size: 9, color: INK.alarm }).text(
      `! ${warning}`,
      contentLeft(doc),
      doc.y + 4,
      {
        width: contentWidth(doc),
      },
    );
  }
}

/** Draws all billing options as check boxes. */
function drawOptions(doc: Pdf, options: BillingSheet['options']): void {
  title(doc, 'Billing option');
  const x = contentLeft(doc);
  for (const { label, isChosen } of options) {
    const y = doc.y;
    doc.lineWidth(0.9).strokeColor(INK.text).rect(x, y, 9, 9).stroke();
    if (isChosen)
      doc
        .lineWidth(1.6)
        .moveTo(x + 2, y + 4.5)
        .lineTo(x + 4, y + 7)
        .lineTo(x + 7.5, y + 2)
        .stroke();
    write(doc, { font: isChosen ? 'bold' : 'regular', size: 9 }).text(label, x + 15, y - 1, {
      lineBreak: false,
    });
    doc.y = y + 15;
  }
  doc.x = x;
  doc.y += 4;
}

function title(doc: Pdf, text: string, after = 0): void {
  breakPageIfNeeded(doc, 60 + after);
  doc.y += 4;
  write(doc, { font: 'bold', size: 11, color: INK.brand }).text(text, contentLeft(doc), doc.y, {
    width: contentWidth(doc),
  });
  doc.y += 5;
}

/** Draws the codes of a type. The last line has room for `after` points below it. */
function drawCodes(doc: Pdf, { codeType, title: heading, lines, empty }: Codes, after: number): void {
  title(doc, heading, lines.length === 0 ? after : 0);
  if (lines.length === 0) {
    write(doc, { size: 9.5, color: INK.quiet }).text(empty, contentLeft(doc), doc.y);
    doc.y += 8;
    return;
  }
  const columns = SHEET_COLUMNS[codeType];
  const first = WIDTHS[codeType];
  drawTable(doc, {
    titles: columns.map((column) => column.title),
    widths: [...first, contentWidth(doc) - first.reduce((sum, width) => sum + width, 0)],
    rows: lines.map((line) => columns.map(({ text }) => text(line))),
    after: after === 0 ? 0 : after + 8,
    font: (column) => (column === 0 ? 'bold' : 'regular'),
  });
  doc.y += 8;
}
