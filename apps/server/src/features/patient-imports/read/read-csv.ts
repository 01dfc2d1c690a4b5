import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvReader, type CsvOptions, type CsvRecord } from '@portal/domain/csv-reader';
import { readPieces, type OpenBytes } from './read-text.ts';

/** Records per turn of the event loop. */
const TURN = 500;

/** Reads the records of a CSV file, the header, lines before it and blank ones included. Throws ImportError if it is no text. */
export async function* readCsv(
  openBytes: OpenBytes,
  options: CsvOptions,
): AsyncGenerator<CsvRecord, void, undefined> {
  const reader = new CsvReader(options);
  for await (const piece of readPieces(openBytes)) yield* inTurns(reader.push(piece));
  yield* inTurns(reader.end());
}

async function* inTurns(records: readonly CsvRecord[]): AsyncGenerator<CsvRecord, void, undefined> {
  for (const [index, record] of records.entries()) {
    if (index > 0 && index % TURN === 0) await nextTurn();
    yield record;
  }
}
