import { Readable } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import { ImportError } from './import-error.ts';
import { readPieces, type OpenBytes } from './read-text.ts';

/** A record of a CSV file with the line that it starts on. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** An unclosed quote would otherwise read the whole file as one cell. */
const MAX_RECORD = 500_000;

/** The separator of a CSV file, from its first line. */
export function guessDelimiter(start: string): string {
  const [first = ''] = start.split(/\r\n|\r|\n/);
  const plain = first.replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    count: plain.split(delimiter).length,
  }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

/** Reads the records of a CSV file, the header included. Throws ImportError with the line for broken ones. */
export async function* readCsv(
  openBytes: OpenBytes,
  delimiter: string,
): AsyncGenerator<CsvRecord, void, undefined> {
  const parser = Readable.from(withLineFeeds(readPieces(openBytes))).compose(
    parse({
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      max_record_size: MAX_RECORD,
    }),
  );
  let next = 1;
  try {
    for await (const parsed of parser) {
      const { info, record } = parsedRecord(parsed);
      const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      yield { line: info.lines - breaks, cells: record };
      next = info.lines + 1;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportError(explain(error, next));
  }
}

// What `info: true` makes of a record.
const parsedRecord = (parsed: { readonly info: Info; readonly record: string[] }) => parsed;

/** The parser counts CRLF within quotes as two lines. */
async function* withLineFeeds(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let held = '';
  for await (const piece of pieces) {
    const text = held + piece;
    held = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - held.length).replaceAll('\r\n', '\n');
  }
  if (held !== '') yield held;
}

function explain(error: CsvError, line: number): string {
  const where = `The record that starts on line ${line}`;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return `${where} is too long. A closing quote may be missing.`;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `${where} has no closing quote.`;
  return `${where} is not valid CSV.`;
}
