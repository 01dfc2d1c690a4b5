import {
  guessColumns,
  IMPORT_FIELDS,
  mappingTrouble,
  rawPatientReader,
  type ColumnMapping,
  type RawPatient,
} from '@portal/domain/patient-import/columns';
import { ImportError } from './import-error.ts';
import { guessDelimiter, readCsv, type CsvRecord } from './read-csv.ts';
import { cellsOf, isJson, isNdjson, readBundle, readNdjson } from './read-fhir.ts';
import { readStart, type OpenBytes } from './read-text.ts';

/** A row of a file. */
export interface SourceRow {
  readonly line: number;
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
  /** Reads the file from its start. */
  rows(): AsyncIterable<SourceRow>;
}

/** Opens a CSV or FHIR file. Without a mapping, it is guessed. Throws ImportError if the file cannot be read. */
export async function openSource(openBytes: OpenBytes, mapping?: ColumnMapping): Promise<Source> {
  const start = await readStart(openBytes);
  return isJson(start) ? fhirSource(openBytes, start) : csvSource(openBytes, guessDelimiter(start), mapping);
}

function fhirSource(openBytes: OpenBytes, start: string): Source {
  return {
    header: IMPORT_FIELDS,
    mapping: null,
    mappingTrouble: null,
    async *rows() {
      const records = isNdjson(start) ? readNdjson(openBytes) : readBundle(openBytes);
      for await (const { line, raw, isBroken } of records) {
        if (raw === undefined && !isBroken) continue;
        const trouble = isBroken ? 'The line is not valid JSON' : null;
        yield { line, cells: cellsOf(raw), raw: raw ?? {}, trouble };
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
    async *rows() {
      if (trouble !== null)
        throw new ImportError(`${trouble} The first line must have the names of the columns.`);
      let isHeader = true;
      for await (const record of readCsv(openBytes, delimiter)) {
        if (!isHeader) yield { ...record, raw: read(record.cells), trouble: troubleOf(record, header) };
        isHeader = false;
      }
    },
  };
}

async function readHeader(openBytes: OpenBytes, delimiter: string): Promise<readonly string[]> {
  for await (const { cells } of readCsv(openBytes, delimiter)) return cells.map((cell) => cell.trim());
  throw new ImportError('The file has no rows.');
}

/** More cells than columns: a comma without quotes has moved the cells after it. */
const troubleOf = ({ cells }: CsvRecord, header: readonly string[]): string | null =>
  cells.slice(header.length).some((cell) => cell.trim() !== '')
    ? 'The row has more cells than the header'
    : null;
