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
import { readStart } from './read-text.ts';

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
  /** Reads the file from its start. */
  rows(): AsyncIterable<SourceRow>;
}

/** Opens a CSV or FHIR file. Without a mapping, it is guessed. Throws ImportError if the file cannot be read. */
export async function openSource(path: string, mapping?: ColumnMapping): Promise<Source> {
  const start = await readStart(path);
  return isJson(start) ? fhirSource(path, start) : csvSource(path, guessDelimiter(start), mapping);
}

function fhirSource(path: string, start: string): Source {
  return {
    header: IMPORT_FIELDS,
    mapping: null,
    async *rows() {
      for await (const { line, raw, isBroken } of isNdjson(start) ? readNdjson(path) : readBundle(path)) {
        if (raw === undefined && !isBroken) continue;
        const trouble = isBroken ? 'The line is not valid JSON' : null;
        yield { line, cells: cellsOf(raw), raw: raw ?? {}, trouble };
      }
    },
  };
}

async function csvSource(path: string, delimiter: string, given?: ColumnMapping): Promise<Source> {
  const header = await readHeader(path, delimiter);
  const mapping = given ?? guessColumns(header);
  const trouble = mappingTrouble(mapping, header);
  if (trouble !== null)
    throw new ImportError(`${trouble} The first line must have the names of the columns.`);
  const read = rawPatientReader(mapping, header);
  return {
    header,
    mapping,
    async *rows() {
      let isHeader = true;
      for await (const record of readCsv(path, delimiter)) {
        if (!isHeader) yield { ...record, raw: read(record.cells), trouble: troubleOf(record, header) };
        isHeader = false;
      }
    },
  };
}

async function readHeader(path: string, delimiter: string): Promise<readonly string[]> {
  for await (const { cells } of readCsv(path, delimiter)) return cells.map((cell) => cell.trim());
  throw new ImportError('The file has no rows.');
}

/** More cells than columns: a comma without quotes has moved the cells after it. */
const troubleOf = ({ cells }: CsvRecord, header: readonly string[]): string | null =>
  cells.slice(header.length).some((cell) => cell.trim() !== '')
    ? 'The row has more cells than the header'
    : null;
