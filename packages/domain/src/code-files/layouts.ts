import { CsvReader } from '../csv-reader.ts';
import { findAddOnTable, findAddOnText } from './add-on.ts';
import { findAsp } from './asp.ts';
import { findFeeSchedule } from './fee-schedule.ts';
import { findHcpcs } from './hcpcs.ts';
import { findIcd10 } from './icd10.ts';
import type { Layout, Refusal } from './layout.ts';
import { findMue } from './mue.ts';
import { otherFileProblem } from './other-files.ts';
import { findPtp } from './ptp.ts';

export type { Layout, ReadRow, Refusal } from './layout.ts';

const TEXTS = [findPtp, findHcpcs, findIcd10, findAddOnText];
const TABLES = [findFeeSchedule, findMue, findAddOnTable, findAsp];

/**
 * The layout of an official file by its first 64 KB of text, which may end within a line. Files are recognized by their content and
 * headings, never by their names.
 */
export function findLayout(given: string): Layout | Refusal {
  const start = given.replace(/^\uFEFF/, '');
  const lines = wholeLines(start);
  for (const find of TEXTS) {
    const found = find(lines);
    if (found !== undefined) return found;
  }
  const records = firstRecords(start);
  for (const find of TABLES) {
    const found = find(records);
    if (found !== undefined) return found;
  }
  return { problem: otherFileProblem(start) };
}

/** The lines of a text; the last one, which may be cut, only if it is the only one. */
function wholeLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.length > 1 ? lines.slice(0, -1) : lines;
}

/** The records of a CSV text. None of them is known to be the headings. */
function firstRecords(text: string): ReturnType<CsvReader['push']> {
  const reader = new CsvReader({ delimiter: ',', headerLine: Infinity });
  return [...reader.push(text), ...reader.end()];
}
