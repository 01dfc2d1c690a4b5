import { CsvReader } from '../csv-reader.ts';
import { findAddOnTable, findAddOnText } from './add-on.ts';
import { findAsp } from './asp.ts';
import { findFeeSchedule } from './fee-schedule.ts';
import { findHcpcs } from './hcpcs.ts';
import { findIcd10 } from './icd10.ts';
import type { Layout, Refusal } from './layout.ts';
import { findMue } from './mue.ts';
import { findPtp } from './ptp.ts';

export type { Layout, ReadRow, Refusal } from './layout.ts';

/** Files that are often chosen by mistake, by what they begin with, and what to choose instead. The first one that fits is named. */
const OTHER_FILES: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'The file is empty'],
  [/^PK/, 'This is a zip file. Unzip it first, and choose the text or CSV file in it'],
  [/^%PDF-/, 'This is a PDF. Choose the text or CSV file of the same download'],
  [
    /^\s*(?:<!doctype html|<html|<head|<\?xml[^>]*>\s*<(?:!doctype )?html)/i,
    'This is a web page, perhaps the license agreement. Accept it on the website, download the zip file again, and unzip it',
  ],
  [/^\s*</, 'This is an XML file. Choose the text or CSV file of the same download'],
  [
    /HCPCS Contractor Record/i,
    'This is the description of the HCPCS file. Choose the file with ANWEB in its name',
  ],
  [
    /^HDR/,
    'This is the physician fee schedule as text. Choose the CSV file with nonQPP in its name of the same download',
  ],
  [
    /\bPROCSTAT\b/i,
    'This is the file of OPPS caps. Choose the CSV file with PPRRVU and nonQPP in its name of the same download',
  ],
  [
    /GEOGRAPHIC PRACTICE COST IND|\bPW GPCI\b|COUNTIES INCLUDED IN \d{4} LOCALITIES/i,
    'This is a file of localities. Choose the CSV file with PPRRVU and nonQPP in its name of the same download',
  ],
  [/Payment Limit/i, 'This is the file of payment limits. Choose the ASP NDC-HCPCS crosswalk'],
  [
    /^(?:.*\r?\n){0,8}"?column 1"?,"?column 2"?,/i,
    'These are the pairs of procedures (NCCI) as a workbook. Choose the text file of the same download',
  ],
];

const NONE =
  'This is not one of the official files that the portal reads: HCPCS Level II, the physician fee schedule (PPRRVU, nonQPP), pairs of procedures (NCCI, practitioners), unit limits (MUE, practitioners), add-on codes, ICD-10-CM (order), or the ASP NDC-HCPCS crosswalk';

const otherFileProblem = (start: string): string =>
  OTHER_FILES.find(([sign]) => sign.test(start))?.[1] ?? NONE;

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
