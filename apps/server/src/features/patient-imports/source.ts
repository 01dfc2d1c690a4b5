import type { LineKind } from '@portal/domain/csv-lines';
import { CsvReader, guessDelimiter, isBlankRecord, isTotalRecord } from '@portal/domain/csv-reader';
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
import { ColumnSampler, type ColumnContent } from '@portal/domain/patient-import/column-samples';
import { guessHeaderLine, headerLines } from '@portal/domain/patient-import/header';
import { ImportError } from './import-error.ts';
import { readCsv } from './read-csv.ts';
import { cellsOf, isJson, isNdjson, readFhir } from './read-fhir.ts';
import { readStart, type OpenBytes } from './read-text.ts';
import { ssnCellMask } from './ssn-mask.ts';

/** The columns that the portal puts before those of a file of rows to fix or with notes. */
export const LINE_COLUMN = 'Line';
export const REASON_COLUMN = 'Reason';
export const NOTES_COLUMN = 'Notes';

/** Lines of a file that are no row, such as the names of the columns, blank ones, and FHIR resources other than patients. */
export interface SourceLines {
  readonly kind: Exclude<LineKind, 'row'>;
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
  /** The line with the names of the columns, and the lines that may have them. Null for FHIR. */
  readonly headerLine: number | null;
  readonly headerLines: ReturnType<typeof headerLines> | null;
  /** Values of each column at the start of the file. Null for FHIR. */
  startContents(): readonly ColumnContent[] | null;
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

/** How a file is read. The mapping and the line with the names of the columns are guessed if they are not given. */
export interface SourceChoice {
  readonly mapping?: ColumnMapping | undefined;
  readonly headerLine?: number | undefined;
  /** YYYY-MM-DD; what FHIR says has ended before is left out. */
  readonly today?: string;
}

/** Opens a CSV or FHIR file. Throws ImportError if the file cannot be read. */
export async function openSource(openBytes: OpenBytes, choice: SourceChoice = {}): Promise<Source> {
  const start = await readStart(openBytes);
  const { today = new Date().toISOString().slice(0, 10) } = choice;
  return isJson(start) ? fhirSource(openBytes, start, today) : csvSource(openBytes, start, choice);
}

function fhirSource(openBytes: OpenBytes, start: string, today: string): Source {
  return {
    header: IMPORT_FIELDS,
    headerLine: null,
    headerLines: null,
    startContents: () => null,
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

/** How many columns at the start were added by the portal: a file of rows to fix or with notes has two that say why. */
const ownColumns = ([line, reason]: readonly string[]): number =>
  line === LINE_COLUMN && (reason === REASON_COLUMN || reason === NOTES_COLUMN) ? 2 : 0;

async function csvSource(openBytes: OpenBytes, start: string, choice: SourceChoice): Promise<Source> {
  const { headerLine = guessHeaderLine(start) } = choice;
  const delimiter = guessDelimiter(start, headerLine);
  const allColumns = await readHeader(openBytes, delimiter, headerLine);
  const own = ownColumns(allColumns);
  const header = allColumns.slice(own);
  const mapping = choice.mapping ?? guessColumns(header);
  const read = rawPatientReader(mapping, header);
  const trouble = mappingTrouble(mapping, header);
  return {
    header,
    headerLine,
    headerLines: headerLines(start, headerLine),
    startContents: () =>
      sampleStart(start, { delimiter, headerLine, own })
        .columns(ssnCellMask({ header, mapping }))
        .map(({ samples }) => ({ values: null, samples })),
    mapping,
    mappingTrouble: trouble,
    async *items() {
      if (trouble !== null)
        throw new ImportError(`${trouble} The names of the columns were read from line ${headerLine}.`);
      let isHeader = true;
      for await (const record of readCsv(openBytes, delimiter, headerLine)) {
        const place = { line: record.line, lastLine: record.lastLine };
        if (isBlankRecord(record)) yield { kind: 'blank', ...place };
        else if (record.line < headerLine) yield { kind: 'before', ...place };
        else if (isHeader) {
          isHeader = false;
          yield { kind: 'header', ...place };
        } else if (isTotalRecord(record)) yield { kind: 'totals', ...place };
        else {
          // Cells of a broken row are in no column.
          const isBroken = record.trouble !== null;
          const cells = isBroken ? record.cells : record.cells.slice(own);
          yield { kind: 'row', ...record, cells, raw: isBroken ? {} : read(cells) };
        }
      }
    },
  };
}

/** Rows of the start that are sampled. */
const SAMPLE_ROWS = 100;
/** A start with fewer characters is the whole file. Of others, the last record may be cut. */
const WHOLE = 16_000;

function sampleStart(
  start: string,
  {
    delimiter,
    headerLine,
    own,
  }: { readonly delimiter: string; readonly headerLine: number; readonly own: number },
): ColumnSampler {
  const reader = new CsvReader({ delimiter, headerLine });
  const records = [...reader.push(start), ...reader.end()];
  const [header, ...rows] = records.filter((record) => !isBlankRecord(record) && record.line >= headerLine);
  const sampler = new ColumnSampler((header?.cells.length ?? own) - own);
  for (const row of rows.slice(
    0,
    start.length < WHOLE ? SAMPLE_ROWS : Math.min(SAMPLE_ROWS, rows.length - 1),
  ))
    if (row.trouble === null && !isTotalRecord(row)) sampler.add(row.cells.slice(own));
  return sampler;
}

async function readHeader(
  openBytes: OpenBytes,
  delimiter: string,
  headerLine: number,
): Promise<readonly string[]> {
  for await (const record of readCsv(openBytes, delimiter, headerLine)) {
    if (isBlankRecord(record) || record.line < headerLine) continue;
    if (record.cells.length > MAX_IMPORT_COLUMNS)
      throw new ImportError(
        `The file has ${record.cells.length.toLocaleString('en-US')} columns. At most ${MAX_IMPORT_COLUMNS} can be imported.`,
      );
    if (record.trouble === null) return distinctColumns(record.cells.map((cell) => cell.trim()));
    throw new ImportError(`Line ${record.line} should have the names of the columns. ${record.trouble}.`);
  }
  throw new ImportError('The file has no rows.');
}
