import type { ChargeRow } from '@portal/contract/charges';
import { CHARGE_STATUS_LABELS, isBilled, totalsOf, type CodeTotal } from '@portal/domain/charges';
import type { PracticeClock } from '@portal/domain/clock';
import { formatDateUs } from '@portal/domain/date';
import { unitsText } from '@portal/domain/dictation/line-details';
import { lastFirst } from '@portal/domain/person-name';
import type { BillingOption } from '@portal/domain/template/billing-option';
import { splitModifiers } from '@portal/domain/template/billing';
import { contentBottom, contentLeft, contentWidth, createPdf, INK, write, type Pdf } from '#pdf/document.ts';
import type { PdfLetterhead } from '#pdf/letterhead.ts';
import { documentHead } from '#pdf/parts.ts';
import { printable } from '#pdf/printable.ts';
import type { SheetGroup } from './day-sheet.ts';

interface DaySheet {
  readonly clock: PracticeClock;
  readonly letterhead: PdfLetterhead;
  /** The filter in words, in lines. */
  readonly filterText: readonly string[];
  readonly groups: readonly SheetGroup[];
  readonly now: Date;
}

interface TableColumn {
  readonly title: string;
  /** Share of the width. */
  readonly share: number;
  readonly isNumber?: boolean;
}
const NOTE_COLUMNS: readonly TableColumn[] = [
  { title: 'Patient', share: 0.23 },
  { title: 'Code', share: 0.1 },
  { title: 'Modifiers', share: 0.12 },
  { title: 'Description', share: 0.32 },
  { title: 'Units', share: 0.07, isNumber: true },
  { title: 'Diagnoses', share: 0.16 },
];
const TOTAL_COLUMNS: readonly TableColumn[] = [
  { title: 'Code', share: 0.14 },
  { title: 'Description', share: 0.58 },
  { title: 'Lines', share: 0.14, isNumber: true },
  { title: 'Units', share: 0.14, isNumber: true },
];
const PAD = 3;
const SIZE = 8.5;
const HEAD_HEIGHT = 16;
/** A note up to this height, in points, is not divided. */
const MOST_TOGETHER = 300;

/** Creates the day sheet: the notes of each day, provider and location with their lines and totals, and the totals of all. */
export function createDaySheet(sheet: DaySheet): Promise<Uint8Array> {
  const { letterhead, filterText, now, clock } = sheet;
  return createPdf(
    {
      title: 'Day sheet',
      footer: `Day sheet   ${filterText.join(', ')}   ${letterhead.practice}`,
      now,
      clock,
      margin: 42,
    },
    (doc) => drawSheet(doc, sheet),
  );
}

function drawSheet(doc: Pdf, { letterhead, filterText, groups }: DaySheet): void {
  documentHead(doc, { letterhead, title: 'Day Sheet', lines: filterText });
  for (const group of groups) drawGroup(doc, group);
  if (groups.length === 0) {
    write(doc, { size: 10 }).text('No notes match the filter.', contentLeft(doc), doc.y + 6);
    return;
  }
  const notes = groups.flatMap((group) => group.notes);
  if (groups.length > 1)
    drawTotals(
      doc,
      `All days, providers and locations: ${counted(notes)}`,
      totalsOf(notes.filter(isBilled).flatMap(({ lines }) => lines)),
    );
}

function counted(notes: readonly ChargeRow[]): string {
  const unsigned = notes.filter((note) => !isBilled(note)).length;
  const all = notes.length === 1 ? '1 note' : `${notes.length} notes`;
  return unsigned === 0 ? all : `${all}, ${unsigned} not signed and not counted`;
}

function drawGroup(doc: Pdf, { procedureDate, providerName, locationName, notes, codes }: SheetGroup): void {
  const title = `${formatDateUs(procedureDate)}   ${providerName}   ${locationName}`;
  keepTogether(doc, 90);
  drawTitle(doc, title);
  drawHead(doc, NOTE_COLUMNS);
  for (const note of notes) drawNote(doc, note, () => drawContinued(doc, title));
  drawTotals(
    doc,
    `Total of ${formatDateUs(procedureDate)}, ${providerName}, ${locationName}: ${counted(notes)}`,
    codes,
  );
}

function drawContinued(doc: Pdf, title: string): void {
  drawTitle(doc, `${title}, continued`);
  drawHead(doc, NOTE_COLUMNS);
}

function drawTitle(doc: Pdf, text: string): void {
  doc.y += 8;
  write(doc, { font: 'bold', size: 11, color: INK.brand }).text(printable(text), contentLeft(doc), doc.y, {
    width: contentWidth(doc),
  });
  doc.y += 4;
}

const WITHOUT_LINES: Readonly<Record<BillingOption, string>> = {
  standard: 'No procedure codes',
  reduced: 'No procedure codes',
  'noshow-patient': 'No-show, charge the fee',
  'noshow-provider': 'Cancelled by the provider',
};

/** Draws the lines of a note; the first one has the patient. */
function drawNote(doc: Pdf, note: ChargeRow, beginPage: () => void): void {
  const lines = note.lines
    .filter(({ codeType }) => codeType === 'CPT')
    .map(({ code, modifiers, description, units, diagnosisPointers }) => [
      code,
      splitModifiers(modifiers).join(', '),
      description,
      unitsText(units),
      diagnosisPointers.join(', '),
    ]);
  const rows = lines.length > 0 ? lines : [['', '', WITHOUT_LINES[note.billingOption], '', '']];
  const patient = [
    lastFirst(note.patient),
    `MRN ${note.patient.medicalRecordNumber}`,
    `Born ${formatDateUs(note.patientDOB)}`,
    ...(isBilled(note) ? [] : ['Not signed, not counted']),
    ...(note.awaitsCoSignature ? [CHARGE_STATUS_LABELS.coSignature] : []),
    ...(note.entryState === 'changed' ? ['Changed after entry'] : []),
  ].join('\n');
  const heights = rows.map((row) => rowHeight(doc, NOTE_COLUMNS, ['', ...row]));
  const patientHeight = rowHeight(doc, NOTE_COLUMNS, [patient]);
  const sum = heights.reduce((total, height) => total + height, 0);
  const breakPage = (height: number) => {
    if (doc.y + height <= contentBottom(doc)) return false;
    doc.addPage();
    beginPage();
    return true;
  };
  breakPage(Math.min(Math.max(sum, patientHeight), MOST_TOGETHER));
  // The lines use the room beside the patient.
  let bottom = doc.y + patientHeight;
  for (const [index, row] of rows.entries()) {
    const height = heights[index] ?? 0;
    if (breakPage(height)) bottom = doc.y;
    drawCells(doc, NOTE_COLUMNS, [index === 0 ? patient : '', ...row]);
    doc.y += height;
  }
  doc.y = Math.max(doc.y, bottom);
  underline(doc);
}

function drawTotals(doc: Pdf, title: string, codes: readonly CodeTotal[]): void {
  keepTogether(doc, 60);
  doc.y += 8;
  write(doc, { font: 'bold', size: 9.5 }).text(printable(title), contentLeft(doc), doc.y, {
    width: contentWidth(doc),
  });
  doc.y += 4;
  drawHead(doc, TOTAL_COLUMNS);
  const sum = (of: 'lines' | 'units') => codes.reduce((total, code) => total + code[of], 0);
  for (const { code, description, lines, units } of codes)
    drawTotal(doc, [code, description, String(lines), String(units)], 'regular');
  drawTotal(doc, ['Total', '', String(sum('lines')), String(sum('units'))], 'bold');
  doc.y += 10;
}

function drawTotal(doc: Pdf, cells: readonly string[], font: 'regular' | 'bold'): void {
  const height = rowHeight(doc, TOTAL_COLUMNS, cells);
  if (doc.y + height > contentBottom(doc)) {
    doc.addPage();
    drawHead(doc, TOTAL_COLUMNS);
  }
  drawCells(doc, TOTAL_COLUMNS, cells, font);
  doc.y += height;
  underline(doc);
}

function keepTogether(doc: Pdf, height: number): void {
  if (doc.y + height > contentBottom(doc)) doc.addPage();
}

function drawHead(doc: Pdf, columns: readonly TableColumn[]): void {
  doc.rect(contentLeft(doc), doc.y, contentWidth(doc), HEAD_HEIGHT).fill('#e9eef3');
  drawCells(
    doc,
    columns,
    columns.map(({ title }) => title),
    'bold',
  );
  doc.y += HEAD_HEIGHT;
}

const widthOf = (doc: Pdf, { share }: TableColumn) => share * contentWidth(doc) - 2 * PAD;

function rowHeight(doc: Pdf, columns: readonly TableColumn[], cells: readonly string[]): number {
  write(doc, { size: SIZE });
  const heights = columns.map((column, index) =>
    doc.heightOfString(printable(cells[index] ?? ''), { width: widthOf(doc, column) }),
  );
  return Math.max(...heights) + 2 * PAD;
}

function drawCells(
  doc: Pdf,
  columns: readonly TableColumn[],
  cells: readonly string[],
  font: 'regular' | 'bold' = 'regular',
): void {
  const top = doc.y;
  let left = contentLeft(doc);
  for (const [index, column] of columns.entries()) {
    write(doc, { font, size: SIZE }).text(printable(cells[index] ?? ''), left + PAD, top + PAD, {
      width: widthOf(doc, column),
      align: column.isNumber === true ? 'right' : 'left',
    });
    left += column.share * contentWidth(doc);
  }
  doc.x = contentLeft(doc);
  doc.y = top;
}

function underline(doc: Pdf): void {
  doc
    .lineWidth(0.5)
    .strokeColor(INK.line)
    .moveTo(contentLeft(doc), doc.y)
    .lineTo(contentLeft(doc) + contentWidth(doc), doc.y)
    .stroke();
}
