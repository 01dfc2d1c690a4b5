import type { FoundSheet } from '@portal/domain/patient-import/found-sheet';
import { z } from 'zod';
import { ImportError } from '../import-error.ts';
import type { OpenBytes } from '../read/read-text.ts';
import type { SheetRow } from './workbook-sheet.ts';

/*
 * The text that a workbook is stored as: its sheets with values as CSV, one line for each row of the sheet, so that lines and rows have
 * the same numbers. A line with a mark is before each sheet, and one with a mark and what was found, as JSON, is at the end. Cells have
 * no control characters, so the mark is nowhere else.
 */
const MARK = '\u001D';
const MARK_BYTE = 0x1d;
const LINE_END = 0x0a;

const rows = z.object({ count: z.int(), lines: z.array(z.int()) });
const foundSheets: z.ZodType<readonly FoundSheet[]> = z.array(
  z.object({
    name: z.string(),
    isHidden: z.boolean(),
    rows: z.int(),
    hidden: rows,
    errors: rows,
    withoutValue: rows,
    merged: rows,
  }),
);

/** The line before a sheet. */
export const sheetStart = (): string => `${MARK}\n`;
/** The last line. */
export const sheetsEnd = (sheets: readonly FoundSheet[]): string => `${MARK}${JSON.stringify(sheets)}\n`;

/** A row of a sheet, with blank lines for the rows between it and the one before. */
export const sheetLines = ({ number, cells }: SheetRow, before: number): string =>
  `${'\n'.repeat(number - before - 1)}${cells.map(({ column, text }, at) => ','.repeat(column - (cells[at - 1]?.column ?? 0)) + quoted(text)).join('')}\n`;

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Whether a file starts like the text of a workbook. */
export const isWorkbookText = (start: string): boolean => start.startsWith(MARK);

/** Reads what was found in a workbook. Throws ImportError if the text was cut off. */
export async function readSheets(openBytes: OpenBytes): Promise<readonly FoundSheet[]> {
  let last = '';
  for await (const part of partsOf(openBytes)) if (typeof part === 'string') last = part;
  if (last === '') throw new ImportError('The file was cut off. Choose it again.');
  return foundSheets.parse(JSON.parse(last));
}

/** The bytes of a sheet, by its place among those with values. */
export const sheetBytes = (openBytes: OpenBytes, place: number): OpenBytes =>
  async function* () {
    let at = -1;
    for await (const part of partsOf(openBytes)) {
      if (typeof part === 'string') at += 1;
      else if (at === place) yield part;
      if (at > place) return;
    }
  };

/** The marked lines as text, and the bytes between them. */
async function* partsOf(openBytes: OpenBytes): AsyncGenerator<string | Uint8Array, void, undefined> {
  let marked: Uint8Array[] | null = null;
  for await (const given of openBytes()) {
    let bytes = given;
    while (bytes.length > 0) {
      const end = bytes.indexOf(marked === null ? MARK_BYTE : LINE_END);
      const part = end === -1 ? bytes : bytes.subarray(0, end);
      if (marked !== null) marked.push(part);
      else if (part.length > 0) yield part;
      if (end === -1) break;
      if (marked !== null) yield Buffer.concat(marked).toString('utf8');
      marked = marked === null ? [] : null;
      bytes = bytes.subarray(end + 1);
    }
  }
}
