import { CsvError, parse } from 'csv-parse/browser/esm/sync';

/** Larger files are rejected before they are read. A full year of ICD-10-CM takes 7 MB. */
export const MAX_FILE_MB = 10;

/** The records of a CSV text, or the error. */
export type ReadCsv = { readonly records: readonly (readonly string[])[] } | { readonly error: string };

/** Parses CSV or tab-separated text, with or without a BOM. */
export function readCsv(text: string): ReadCsv {
  try {
    const records: unknown = parse(text, {
      bom: true,
      delimiter: firstLine(text).includes('\t') ? '\t' : ',',
      relax_column_count: true,
    });
    return { records: textRecords(records) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? ` near line ${error['lines']}` : '';
    return {
      error: `The CSV data cannot be read${line}: a quotation mark is not closed or appears inside an unquoted value. Enclose such values in quotation marks and double the quotation marks inside.`,
    };
  }
}

/** Reads a text file in UTF-8 or Windows-1252. */
export async function readTextFile(
  file: File,
): Promise<{ readonly text: string } | { readonly error: string }> {
  if (file.size > MAX_FILE_MB * 1024 * 1024)
    return {
      error: `${file.name} is larger than ${MAX_FILE_MB} MB. Split it into smaller files and import them one at a time.`,
    };
  const bytes = await file.arrayBuffer();
  const text = decode(bytes);
  return text.includes('\0')
    ? { error: `${file.name} is not a text file. Save it as CSV and choose that file.` }
    : { text };
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const firstLine = (text: string): string => text.trimStart().split(/\r?\n/, 1)[0] ?? '';

/** The parser's result is untyped. Without column names, every record is a list of strings. */
const textRecords = (records: unknown): string[][] =>
  Array.isArray(records)
    ? records.map((record: unknown) => (Array.isArray(record) ? record.map(String) : []))
    : [];
