import type { BillingSheet } from '@portal/domain/dictation/billing-sheet';
import { contentBottom, contentLeft, contentWidth, INK, write, type Pdf } from '#pdf/document.ts';
import { printable } from '#pdf/printable.ts';

const CODE_WIDTH = 90;
const MODIFIER_WIDTH = 110;
const PAD = 5;

type Codes = BillingSheet['codes'][number];

/** Draws the billing sheet. `drawPatient` draws the patient below the title when the sheet has its own page. */
export function drawSheet(doc: Pdf, sheet: BillingSheet, drawPatient?: () => void): void {
  write(doc, { font: 'bold', size: 14, color: INK.brand }).text(sheet.title, contentLeft(doc), doc.y, {
    width: contentWidth(doc),
  });
  doc.y += 4;
  drawPatient?.();
  drawOptions(doc, sheet.options);
  for (const codes of sheet.codes) drawCodes(doc, codes);
  for (const warning of sheet.warnings) {
    breakPageIfNeeded(doc, 30);
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

function title(doc: Pdf, text: string): void {
  breakPageIfNeeded(doc, 60);
  doc.y += 4;
  write(doc, { font: 'bold', size: 11, color: INK.brand }).text(text, contentLeft(doc), doc.y, {
    width: contentWidth(doc),
  });
  doc.y += 5;
}

function drawCodes(doc: Pdf, { title: heading, lines, empty }: Codes): void {
  title(doc, heading);
  if (lines.length === 0) {
    write(doc, { size: 9.5, color: INK.quiet }).text(empty, contentLeft(doc), doc.y);
    doc.y += 8;
    return;
  }
  drawHead(doc);
  for (const { code, modifiers, description } of lines) {
    const cells = [code, modifiers, description].map(printable);
    write(doc, { size: 9.5 });
    const height = Math.max(...cells.map((cell, column) => cellHeight(doc, cell, column))) + 2 * PAD;
    if (breakPageIfNeeded(doc, height)) drawHead(doc);
    drawRow(doc, cells, height, (column) => (column === 0 ? 'bold' : 'regular'));
  }
  doc.y += 8;
}

const HEAD = ['Code', 'Modifiers', 'Description'] as const;

function drawHead(doc: Pdf): void {
  doc.rect(contentLeft(doc), doc.y, contentWidth(doc), 18).fill('#e9eef3');
  drawRow(doc, HEAD, 18, () => 'bold', 8);
}

function drawRow(
  doc: Pdf,
  cells: readonly string[],
  height: number,
  font: (column: number) => 'bold' | 'regular',
  size = 9.5,
): void {
  const top = doc.y;
  for (const [column, cell] of cells.entries())
    write(doc, { font: font(column), size }).text(cell, columnLeft(doc, column) + PAD, top + PAD, {
      width: columnWidth(doc, column) - 2 * PAD,
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

const columnLeft = (doc: Pdf, column: number) =>
  contentLeft(doc) + (column === 0 ? 0 : column === 1 ? CODE_WIDTH : CODE_WIDTH + MODIFIER_WIDTH);

const columnWidth = (doc: Pdf, column: number) =>
  column === 0 ? CODE_WIDTH : column === 1 ? MODIFIER_WIDTH : contentWidth(doc) - CODE_WIDTH - MODIFIER_WIDTH;

const cellHeight = (doc: Pdf, text: string, column: number) =>
  doc.heightOfString(text, { width: columnWidth(doc, column) - 2 * PAD });
