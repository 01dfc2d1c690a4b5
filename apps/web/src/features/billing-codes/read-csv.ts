import { CsvError, parse } from 'csv-parse/browser/esm/sync';

/** Larger files are refused before they are read; a whole year of ICD-10-CM has seven. */
export const MAX_FILE_MB = 10;

/** The records of a text, or what is wrong with it. */
export type ReadCsv = { readonly records: readonly (readonly string[])[] } | { readonly error: string };

/** Reads CSV or tab-separated text, with or without a BOM, as spreadsheets and publishers write it. */
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
      error: `The CSV data cannot be read${line}: a quotation mark is not closed, or stands inside a value. A value with quotation marks is put in quotation marks, and those inside are doubled.`,
    };
  }
}

/** The text of a file, whatever of the usual two ways its letters are written in. */
export async function readTextFile(
  file: File,
): Promise<{ readonly text: string } | { readonly error: string }> {
  if (file.size > MAX_FILE_MB * 1024 * 1024)
    return {
      error: `${file.name} is larger than ${MAX_FILE_MB} MB. Split it into smaller files and import them one after the other.`,
    };
  const bytes = await file.arrayBuffer();
  const text = decoded(bytes);
  return text.includes('\0')
    ? { error: `${file.name} is not a text file. Save it as CSV and choose that file.` }
    : { text };
}

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const firstLine = (text: string): string => text.trimStart().split(/\r?\n/, 1)[0] ?? '';

/** The parser's answer is not typed: without column names every record is a list of texts. */
const textRecords = (records: unknown): string[][] =>
  Array.isArray(records)
    ? records.map((record: unknown) => (Array.isArray(record) ? record.map(String) : []))
    : [];
