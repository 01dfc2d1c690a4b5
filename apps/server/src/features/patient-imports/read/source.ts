import type { LineKind } from '@portal/domain/csv-lines';
import {
  CsvReader,
  guessDelimiter,
  isBlankRecord,
  isTotalRecord,
  type CsvOptions,
} from '@portal/domain/csv-reader';
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
import type { FoundSheet } from '@portal/domain/patient-import/found-sheet';
import { guessHeaderLine, headerLines } from '@portal/domain/patient-import/header';
import type { TextLines } from '@portal/domain/patient-import/lines-by-text';
import { ImportError } from '../import-error.ts';
import { readCsv } from './read-csv.ts';
import { cellsOf, isJson, isNdjson, readFhir } from './read-fhir.ts';
import { readStart, type OpenBytes } from './read-text.ts';
import { ssnCellMask } from '../rows/ssn-mask.ts';
import { isWorkbookText, readSheets, sheetBytes } from '../workbook/workbook-text.ts';

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
  /** The sheets of a workbook that have values; none for other files. */
  readonly sheets: readonly FoundSheet[];
  /** The name of the one that is read. */
  readonly sheet: string | null;
  /** What is worth knowing about it. */
  readonly notes: readonly TextLines[];
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
  /** The sheet of a workbook: by default the first one with values that is not hidden. */
  readonly sheet?: string | undefined;
  /** YYYY-MM-DD; what FHIR says has ended before is left out. */
  readonly today?: string;
}

/** Opens a CSV or FHIR file, or the text of a workbook. Throws ImportError if the file cannot be read. */
export async function openSource(openBytes: OpenBytes, choice: SourceChoice = {}): Promise<Source> {
  const start = await readStart(openBytes);
  const { sheet, today = new Date().toISOString().slice(0, 10) } = choice;
  if (isWorkbookText(start)) return workbookSource(openBytes, choice);
  if (sheet !== undefined) throw new ImportError('The file is no workbook and has no sheets.');
  return isJson(start) ? fhirSource(openBytes, start, today) : csvSource(openBytes, start, choice);
}

const NO_SHEETS = { sheets: [], sheet: null, notes: [] };

/** Rows of workbooks may be short: cells without values are not stored. */
async function workbookSource(openBytes: OpenBytes, choice: SourceChoice): Promise<Source> {
  const { sheet: name } = choice;
  const sheets = await readSheets(openBytes);
  const shown = sheets.findIndex((each) => (name === undefined ? !each.isHidden : each.name === name));
  if (shown === -1 && name !== undefined)
    throw new ImportError(`The workbook has no sheet “${name}” with values.`);
  const place = Math.max(shown, 0);
  const sheet = sheets[place];
  if (sheet === undefined) throw new ImportError('The workbook has no rows.');
  const openSheet = sheetBytes(openBytes, place);
  const source = await csvSource(openSheet, await readStart(openSheet), choice, {
    delimiter: ',',
    mayBeShort: true,
  });
  return { ...source, sheets, sheet: sheet.name, notes: notesOf(sheet) };
}

const notesOf = (sheet: FoundSheet): TextLines[] =>
  [
    { text: 'Hidden in the workbook, but read', ...sheet.hidden },
    { text: 'With an error value such as #REF!', ...sheet.errors },
    {
      text: 'With a formula that was never calculated (open the workbook in Excel and save it again)',
      ...sheet.withoutValue,
    },
    { text: 'With merged cells, whose value is only in the first one', ...sheet.merged },
  ].filter(({ count }) => count > 0);

function fhirSource(openBytes: OpenBytes, start: string, today: string): Source {
  return {
    ...NO_SHEETS,
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

type HeaderOptions = CsvOptions & { readonly headerLine: number };

async function csvSource(
  openBytes: OpenBytes,
  start: string,
  choice: SourceChoice,
  known?: CsvOptions,
): Promise<Source> {
  const { headerLine = guessHeaderLine(start) } = choice;
  const options = { ...(known ?? { delimiter: guessDelimiter(start, headerLine) }), headerLine };
  const allColumns = await readHeader(openBytes, options);
  const own = ownColumns(allColumns);
  const header = allColumns.slice(own);
  const mapping = choice.mapping ?? guessColumns(header);
  const read = rawPatientReader(mapping, header);
  const trouble = mappingTrouble(mapping, header);
  return {
    ...NO_SHEETS,
    header,
    headerLine,
    headerLines: headerLines(start, headerLine),
    startContents: () =>
      sampleStart(start, options, own)
        .columns(ssnCellMask({ header, mapping }))
        .map(({ samples }) => ({ values: null, samples })),
    mapping,
    mappingTrouble: trouble,
    async *items() {
      if (trouble !== null)
        throw new ImportError(`${trouble} The names of the columns were read from line ${headerLine}.`);
      let isHeader = true;
      for await (const record of readCsv(openBytes, options)) {
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

function sampleStart(start: string, options: HeaderOptions, own: number): ColumnSampler {
  const reader = new CsvReader(options);
  const records = [...reader.push(start), ...reader.end()];
  const [header, ...rows] = records.filter(
    (record) => !isBlankRecord(record) && record.line >= options.headerLine,
  );
  const sampler = new ColumnSampler((header?.cells.length ?? own) - own);
  for (const row of rows.slice(
    0,
    start.length < WHOLE ? SAMPLE_ROWS : Math.min(SAMPLE_ROWS, rows.length - 1),
  ))
    if (row.trouble === null && !isTotalRecord(row)) sampler.add(row.cells.slice(own));
  return sampler;
}

/** Characters of a name of a column: a longer one could not be chosen. */
const MAX_NAME = 500;
const nameOf = (cell: string): string => cell.trim().slice(0, MAX_NAME).toWellFormed();

async function readHeader(openBytes: OpenBytes, options: HeaderOptions): Promise<readonly string[]> {
  for await (const record of readCsv(openBytes, options)) {
    if (isBlankRecord(record) || record.line < options.headerLine) continue;
    if (record.cells.length > MAX_IMPORT_COLUMNS)
      throw new ImportError(
        `The file has ${record.cells.length.toLocaleString('en-US')} columns. At most ${MAX_IMPORT_COLUMNS} can be imported.`,
      );
    if (record.trouble === null) return distinctColumns(record.cells.map((cell) => nameOf(cell)));
    throw new ImportError(`Line ${record.line} should have the names of the columns. ${record.trouble}.`);
  }
  throw new ImportError('The file has no rows.');
}
