import { CsvReader } from '../csv-reader.ts';
import type { CodeFileKind } from './kinds.ts';
import type { CodeRow, PairRow } from './rows.ts';

/** How an official file is read. */
export interface Layout {
  readonly kind: CodeFileKind;
  /** "CMS, Medicare NCCI Add-on Code Edits". */
  readonly title: string;
  /** The first and the last day of the edition, YYYY-MM-DD; null if the file does not say. */
  readonly edition: { readonly from: string | null; readonly to: string | null };
  /**
   * Reads the whole file from its start, in pieces of text. Yields one array per piece, which may be empty. `mayBeShort`: rows of a table may
   * lack blank cells at the end, as those of workbooks.
   */
  readonly read: (pieces: AsyncIterable<string>, mayBeShort?: boolean) => AsyncGenerator<readonly ReadRow[]>;
}

/** Why a file is not read. */
export interface Refusal {
  readonly problem: string;
}

/** What a line of the file says, or why it cannot be read. Lines count from 1. `isJoined`: another file begins, so none of it can be used. */
export type ReadRow =
  | { readonly line: number; readonly row: CodeRow }
  | { readonly line: number; readonly pair: PairRow }
  | { readonly line: number; readonly problem: string; readonly isJoined?: true };

export const UNKNOWN_EDITION: Layout['edition'] = { from: null, to: null };

/** Reads lines or records one after the other. `isWhole`: a line break follows; only the last one can be cut. */
export interface RowReader<T> {
  readonly add: (item: T, line: number, isWhole: boolean, rows: ReadRow[]) => void;
  /** Adds what is left at the end of the file. */
  readonly end?: (rows: ReadRow[]) => void;
}

const NO_ROWS = 'The file ends without rows; it may be cut';
export const CUT_ROW = 'The file ends in the middle of this row; download it again';
export const JOINED = 'Another file begins here';

/** A row of a line, or why there is none. */
export function rowAt(line: number, row: CodeRow | string): ReadRow {
  if (typeof row !== 'string') return { line, row };
  return row === JOINED ? { line, problem: row, isJoined: true } : { line, problem: row };
}

/** Characters of the longest line. The rest of a longer one is not kept, so that its row fails. */
const MAX_LINE = 10_000;

/** Counts rows, so that a file without any says so at its last line. */
function atEnd<T>({ end }: RowReader<T>, lastLine: number, count: number): ReadRow[] {
  const rows: ReadRow[] = [];
  end?.(rows);
  if (count + rows.length === 0) rows.push({ line: lastLine, problem: NO_ROWS });
  return rows;
}

/** Reads a text file whose rows are lines. */
export const readsLines = (create: () => RowReader<string>): Layout['read'] =>
  async function* read(pieces) {
    const reader = create();
    let [rest, line, count] = ['', 0, 0];
    for await (const piece of pieces) {
      const rows: ReadRow[] = [];
      const text = rest + (line === 0 && rest === '' ? piece.replace(/^\uFEFF/, '') : piece);
      let from = 0;
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
        line += 1;
        reader.add(text.slice(from, text[at - 1] === '\r' ? at - 1 : at), line, true, rows);
        from = at + 1;
      }
      rest = text.slice(from, from + MAX_LINE);
      count += rows.length;
      yield rows;
    }
    const rows: ReadRow[] = [];
    if (rest !== '') reader.add(rest.replace(/\r$/, ''), (line += 1), false, rows);
    yield [...rows, ...atEnd(reader, line, count + rows.length)];
  };

/** Reads a CSV file whose headings end on line `headingLine`. Records before that are not read. */
export const readsRecords = (
  headings: { readonly line: number; readonly lastLine: number },
  create: () => RowReader<readonly string[]>,
): Layout['read'] =>
  async function* read(pieces, mayBeShort = false) {
    const reader = create();
    const csv = new CsvReader({ delimiter: ',', headerLine: headings.line, mayBeShort });
    let [count, lastLine, hasBreak] = [0, 0, true];
    const rowsOf = (records: ReturnType<CsvReader['push']>, isEnd: boolean): ReadRow[] => {
      const rows: ReadRow[] = [];
      records.forEach(({ line, lastLine: last, cells, trouble }, index) => {
        lastLine = last;
        if (line <= headings.lastLine || cells.every((cell) => cell.trim() === '')) return;
        const isWhole = hasBreak || !isEnd || index < records.length - 1;
        if (trouble === null) reader.add(cells, line, isWhole, rows);
        else rows.push({ line, problem: isWhole ? trouble : CUT_ROW });
      });
      count += rows.length;
      return rows;
    };
    for await (const piece of pieces) {
      if (piece !== '') hasBreak = /[\r\n]$/.test(piece);
      yield rowsOf(csv.push(piece), false);
    }
    const rows = rowsOf(csv.end(), true);
    yield [...rows, ...atEnd(reader, lastLine, count)];
  };

/** Whether a file can have the text as a CPT or HCPCS code: unlike in a catalog, without lowercase letters and spaces. */
export const isListedCode = (text: string): boolean => /^[0-9A-Z][0-9]{3}[0-9A-Z]$/.test(text);

/** Distinct days of a file are few, its rows are millions. */
const days = new Map<string, string>();
const cached = (text: string, read: () => string | null): string | null => {
  const known = days.get(text);
  if (known !== undefined) return known;
  const day = read();
  // Other texts may be long, and keep their piece of the file in memory.
  if (day !== null && days.size < 10_000) days.set(text, day);
  return day;
};
const iso = (date: Date): string => date.toISOString().slice(0, 10);

/** YYYY-MM-DD of YYYYMMDD, or null. */
export const readDay = (text: string): string | null =>
  cached(text, () => {
    if (!/^(?:19|20)\d{6}$/.test(text)) return null;
    const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
    const date = new Date(`${day}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && iso(date) === day ? day : null;
  });

/** YYYY-MM-DD of YYYYDDD, the year and the day of the year, or null. */
export const readDayOfYear = (text: string): string | null =>
  cached(text, () => {
    if (!/^(?:19|20)\d{5}$/.test(text)) return null;
    const date = new Date(Date.UTC(Number(text.slice(0, 4)), 0, Number(text.slice(4))));
    return text.slice(4) !== '000' && iso(date).startsWith(text.slice(0, 4)) ? iso(date) : null;
  });

/** The months in which quarterly files begin. */
const QUARTERS = ['January', 'April', 'July', 'October'];

/** The edition of a quarter: of "July" and "2026", from 2026-07-01 to 2026-09-30. */
export function quarterOf(month: string | undefined, year: string | undefined): Layout['edition'] {
  const quarter = QUARTERS.findIndex((name) => name.toLowerCase() === month?.toLowerCase());
  if (quarter === -1 || year === undefined) return UNKNOWN_EDITION;
  const firstMonth = quarter * 3;
  return {
    from: iso(new Date(Date.UTC(Number(year), firstMonth, 1))),
    to: iso(new Date(Date.UTC(Number(year), firstMonth + 3, 0))),
  };
}
