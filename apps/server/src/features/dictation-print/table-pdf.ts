import { tableLines, type RowsTable } from '@portal/domain/template/rows';
import { contentBottom, contentLeft, contentWidth, INK, write, type Pdf } from '#pdf/document.ts';
import type { PdfFont } from '#pdf/fonts.ts';
import { printable } from '#pdf/printable.ts';

const PAD = 5;
const HEAD_SIZE = 8;

/** Starts a new page when less than `height` points are left on this one. */
export function breakPageIfNeeded(doc: Pdf, height: number): boolean {
  if (doc.y + height <= contentBottom(doc)) return false;
  doc.addPage();
  return true;
}

/** A column with its place, in points. */
interface PlacedColumn {
  readonly title: string;
  readonly left: number;
  readonly width: number;
}

interface Table {
  readonly titles: readonly string[];
  /** Widths in points. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly string[])[];
  readonly size?: number;
  readonly font?: (column: number) => PdfFont;
  /** The height in points of what follows on the page of the last row. */
  readonly after?: number;
  /** In points. */
  readonly highest?: number;
}

/**
 * Draws a table. Its heading is repeated on each page, and each row stays on one. Returns false, without drawing, if a row is higher than
 * `highest`.
 */
export function drawTable(
  doc: Pdf,
  { titles, widths, rows, size = 9.5, font = () => 'regular', highest = Infinity, after = 0 }: Table,
): boolean {
  let left = contentLeft(doc);
  const columns = titles.map((title, at): PlacedColumn => {
    const width = widths[at] ?? 0;
    left += width;
    return { title: printable(title), left: left - width, width };
  });
  const heights = rows.map((cells) => rowHeight(doc, columns, { cells, size, font }));
  if (heights.some((height) => height > highest)) return false;
  const below = (at: number) => (at === rows.length - 1 ? after : 0);
  breakPageIfNeeded(doc, headHeight(doc, columns) + (heights[0] ?? 0) + below(0));
  drawHead(doc, columns);
  for (const [at, cells] of rows.entries()) {
    const height = heights[at] ?? 0;
    if (breakPageIfNeeded(doc, height + below(at))) drawHead(doc, columns);
    drawRow(doc, columns, { cells, size, font, height });
  }
  return true;
}

interface Cells {
  readonly cells: readonly string[];
  readonly size: number;
  readonly font: (column: number) => PdfFont;
}

function rowHeight(doc: Pdf, columns: readonly PlacedColumn[], { cells, size, font }: Cells): number {
  const heights = columns.map(({ width }, at) =>
    write(doc, { font: font(at), size }).heightOfString(printable(cells[at] ?? ''), {
      width: width - 2 * PAD,
    }),
  );
  return Math.max(...heights) + 2 * PAD;
}

const headCells = (columns: readonly PlacedColumn[]): Cells => ({
  cells: columns.map(({ title }) => title),
  size: HEAD_SIZE,
  font: () => 'bold',
});

const headHeight = (doc: Pdf, columns: readonly PlacedColumn[]): number =>
  Math.max(18, rowHeight(doc, columns, headCells(columns)));

const widthOf = (columns: readonly PlacedColumn[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0);

function drawHead(doc: Pdf, columns: readonly PlacedColumn[]): void {
  const height = headHeight(doc, columns);
  doc.rect(contentLeft(doc), doc.y, widthOf(columns), height).fill('#e9eef3');
  drawRow(doc, columns, { ...headCells(columns), height });
}

function drawRow(
  doc: Pdf,
  columns: readonly PlacedColumn[],
  { cells, size, font, height }: Cells & { readonly height: number },
): void {
  const top = doc.y;
  for (const [at, { left, width }] of columns.entries())
    write(doc, { font: font(at), size }).text(printable(cells[at] ?? ''), left + PAD, top + PAD, {
      width: width - 2 * PAD,
    });
  doc
    .lineWidth(0.5)
    .strokeColor(INK.line)
    .moveTo(contentLeft(doc), top + height)
    .lineTo(contentLeft(doc) + widthOf(columns), top + height)
    .stroke();
  doc.x = contentLeft(doc);
  doc.y = top + height;
}

/** More columns have smaller letters. */
const MANY_COLUMNS = 6;
/** Higher rows are printed as text, in points: a row stays on one page. */
const HIGHEST_ROW = 300;

/** Draws the rows of a field as a table, or as lines of text if a row is too high for one. The last one has room for `after` points. */
export function drawRows(doc: Pdf, table: RowsTable, after = 0): void {
  const { columns: titles, rows } = table;
  const size = titles.length > MANY_COLUMNS ? 8 : 9;
  const widths = contentWidths(doc, table, size);
  if (
    drawTable(doc, { titles, widths, rows, size, highest: HIGHEST_ROW, after: after === 0 ? 0 : after + 6 })
  ) {
    doc.y += 6;
    return;
  }
  const lines = tableLines(table);
  for (const line of lines) {
    breakPageIfNeeded(doc, 14 + (line === lines.at(-1) ? after : 0));
    write(doc, { size: 9.5 }).text(printable(line), contentLeft(doc), doc.y, {
      width: contentWidth(doc),
      lineGap: 1,
    });
    doc.y += 3;
  }
}

/**
 * The widths of columns from their texts: as wide as the longest text if all fit, else at least as wide as the longest word, else in
 * proportion to it; then words are broken.
 */
function contentWidths(doc: Pdf, { columns, rows }: RowsTable, size: number): readonly number[] {
  const room = contentWidth(doc);
  const measured = columns.map((title, at) => {
    const width = (split: RegExp) => {
      write(doc, { font: 'bold', size: HEAD_SIZE });
      const head = widest(doc, title, split);
      write(doc, { size });
      return Math.max(head, ...rows.map((cells) => widest(doc, cells[at] ?? '', split))) + 2 * PAD + 1;
    };
    return { word: Math.min(width(/\s/u), room / 2), line: width(/\n/u) };
  });
  const words = measured.reduce((sum, { word }) => sum + word, 0);
  const lines = measured.reduce((sum, { line }) => sum + line, 0);
  if (lines <= room) return measured.map(({ line }) => line);
  if (words >= room) return measured.map(({ word }) => (room * word) / words);
  return measured.map(({ word, line }) => word + ((room - words) * (line - word)) / (lines - words));
}

/** The width of the widest part of a text in the current font. */
const widest = (doc: Pdf, text: string, split: RegExp): number =>
  Math.max(
    ...printable(text)
      .split(split)
      .map((part) => doc.widthOfString(part)),
  );
