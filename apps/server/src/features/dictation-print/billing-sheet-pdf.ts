import type { CodeType } from '@portal/domain/billing-code';
import { SHEET_COLUMNS, type BillingSheet, type SheetColumn } from '@portal/domain/dictation/billing-sheet';
import { contentBottom, contentLeft, contentWidth, INK, write, type Pdf } from '#pdf/document.ts';
import { printable } from '#pdf/printable.ts';

/** Widths of the columns before the last one, in points. */
const WIDTHS: Readonly<Record<CodeType, readonly number[]>> = { CPT: [64, 84, 42, 62], ICD10: [26, 72] };
const PAD = 5;

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

function breakPageIfNeeded(doc: Pdf, height: number): boolean {
  if (doc.y + height <= contentBottom(doc)) return false;
  doc.addPage();
  return true;
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
  const columns = placed(doc, SHEET_COLUMNS[codeType], WIDTHS[codeType]);
  drawHead(doc, columns);
  for (const line of lines) {
    const cells = columns.map(({ text }) => printable(text(line)));
    write(doc, { size: 9.5 });
    const height =
      Math.max(...columns.map(({ width }, at) => cellHeight(doc, cells[at] ?? '', width))) + 2 * PAD;
    if (breakPageIfNeeded(doc, height + (line === lines.at(-1) ? 8 + after : 0))) drawHead(doc, columns);
    drawRow(doc, { columns, cells, height, font: (column) => (column === 0 ? 'bold' : 'regular') });
  }
  doc.y += 8;
}

interface PlacedColumn extends SheetColumn {
  readonly left: number;
  readonly width: number;
}

/** Gives columns their place; the last one has the rest of the width. */
function placed(
  doc: Pdf,
  columns: readonly SheetColumn[],
  widths: readonly number[],
): readonly PlacedColumn[] {
  let left = contentLeft(doc);
  return columns.map((column, at) => {
    const width = widths[at] ?? contentLeft(doc) + contentWidth(doc) - left;
    const result = { ...column, left, width };
    left += width;
    return result;
  });
}

function drawHead(doc: Pdf, columns: readonly PlacedColumn[]): void {
  doc.rect(contentLeft(doc), doc.y, contentWidth(doc), 18).fill('#e9eef3');
  drawRow(doc, {
    columns,
    cells: columns.map((column) => column.title),
    height: 18,
    font: () => 'bold',
    size: 8,
  });
}

interface Row {
  readonly columns: readonly PlacedColumn[];
  readonly cells: readonly string[];
  readonly height: number;
  readonly font: (column: number) => 'bold' | 'regular';
  readonly size?: number;
}

function drawRow(doc: Pdf, { columns, cells, height, font, size = 9.5 }: Row): void {
  const top = doc.y;
  for (const [at, { left, width }] of columns.entries())
    write(doc, { font: font(at), size }).text(cells[at] ?? '', left + PAD, top + PAD, {
      width: width - 2 * PAD,
    });
  doc
    .lineWidth(0.5)
    .strokeColor(INK.line)
    .moveTo(contentLeft(doc), top + height)
    .lineTo(contentLeft(doc) + contentWidth(doc), top + height)
    .stroke();
  doc.x = contentLeft(doc);
  doc.y = top + height;
}

const cellHeight = (doc: Pdf, text: string, width: number) =>
  doc.heightOfString(text, { width: width - 2 * PAD });
