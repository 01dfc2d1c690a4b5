import { guessDelimiter, isBlankRecord } from '@portal/domain/csv-reader';
import { distinctColumns } from '@portal/domain/patient-import/column-names';
import {
  guessColumns,
  IMPORT_FIELDS,
  mappingTrouble,
  MAX_IMPORT_COLUMNS,
  rawPatientReader,
  type ColumnMapping,
  type RawPatient,
} from '@portal/domain/patient-import/columns';
import { ImportError } from './import-error.ts';
import { readCsv } from './read-csv.ts';
import { cellsOf, isJson, isNdjson, readFhir } from './read-fhir.ts';
import { readStart, type OpenBytes } from './read-text.ts';

/** Lines of a file that are no row: the names of the columns, blank ones, and FHIR resources other than patients. */
export interface SourceLines {
  readonly kind: 'header' | 'blank' | 'other';
  readonly line: number;
  readonly lastLine: number;
}

/** A row of a file. */
export interface SourceRow {
  readonly kind: 'row';
  readonly line: number;
  /** Later than `line` if a cell has line breaks. */
  readonly lastLine: number;
  /** As in the file, for the file of rows to fix. */
  readonly cells: readonly string[];
  readonly raw: RawPatient;
  /** Why the row as such cannot be read, or null. */
  readonly trouble: string | null;
}

/** A file of patients. */
export interface Source {
  readonly header: readonly string[];
  /** Null for FHIR. */
  readonly mapping: ColumnMapping | null;
  /** Why the rows cannot be read with this mapping, or null. */
  readonly mappingTrouble: string | null;
  /** Reads all lines of the file from its start. */
  items(): AsyncIterable<SourceRow | SourceLines>;
}

/** Reads the rows of a file from its start. */
export async function* rowsOf(source: Source): AsyncGenerator<SourceRow, void, undefined> {
  for await (const item of source.items()) if (item.kind === 'row') yield item;
}

/**
 * Opens a CSV or FHIR file. Without a mapping, it is guessed. `today`: YYYY-MM-DD; what FHIR says has ended before is left out. Throws
 * ImportError if the file cannot be read.
 */
export async function openSource(
  openBytes: OpenBytes,
  mapping?: ColumnMapping,
  today: string = new Date().toISOString().slice(0, 10),
): Promise<Source> {
  const start = await readStart(openBytes);
  return isJson(start)
    ? fhirSource(openBytes, start, today)
    : csvSource(openBytes, guessDelimiter(start), mapping);
}

function fhirSource(openBytes: OpenBytes, start: string, today: string): Source {
  return {
    header: IMPORT_FIELDS,
    mapping: null,
    mappingTrouble: null,
    async *items() {
      for await (const { line, raw, problem, isBlank } of readFhir(openBytes, isNdjson(start), today)) {
        const place = { line, lastLine: line };
        if (isBlank) yield { kind: 'blank', ...place };
        else if (raw === undefined && problem === null) yield { kind: 'other', ...place };
        else yield { kind: 'row', ...place, cells: cellsOf(raw), raw: raw ?? {}, trouble: problem };
      }
    },
  };
}

async function csvSource(openBytes: OpenBytes, delimiter: string, given?: ColumnMapping): Promise<Source> {
  const header = await readHeader(openBytes, delimiter);
  const mapping = given ?? guessColumns(header);
  const read = rawPatientReader(mapping, header);
  const trouble = mappingTrouble(mapping, header);
  return {
    header,
    mapping,
    mappingTrouble: trouble,
    async *items() {
      if (trouble !== null)
        throw new ImportError(`${trouble} The first line must have the names of the columns.`);
      let isHeader = true;
      for await (const record of readCsv(openBytes, delimiter)) {
        if (isBlankRecord(record)) yield { kind: 'blank', line: record.line, lastLine: record.lastLine };
        else if (isHeader) {
          isHeader = false;
          yield { kind: 'header', line: record.line, lastLine: record.lastLine };
        } else {
          // Cells of a broken row are in no column.
          const raw = record.trouble === null ? read(record.cells) : {};
          yield { kind: 'row', ...record, raw };
        }
      }
    },
  };
}

async function readHeader(openBytes: OpenBytes, delimiter: string): Promise<readonly string[]> {
  for await (const record of readCsv(openBytes, delimiter)) {
    if (isBlankRecord(record)) continue;
    if (record.cells.length > MAX_IMPORT_COLUMNS)
      throw new ImportError(
        `The file has ${record.cells.length.toLocaleString('en-US')} columns. At most ${MAX_IMPORT_COLUMNS} can be imported.`,
      );
    if (record.trouble === null) return distinctColumns(record.cells.map((cell) => cell.trim()));
    throw new ImportError(`Line ${record.line} should have the names of the columns. ${record.trouble}.`);
  }
  throw new ImportError('The file has no rows.');
}
