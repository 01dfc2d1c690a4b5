/** A record of a CSV file. */
export interface CsvRecord {
  /** The line it starts on, from 1. */
  readonly line: number;
  /** The line it ends on: later than `line` if a quoted cell has line breaks. */
  readonly lastLine: number;
  /** With a trouble that concerns quotes: one cell with the line as it is in the file. */
  readonly cells: readonly string[];
  /** Why the record cannot be used, or null. */
  readonly trouble: string | null;
}

export const QUOTE_TROUBLE = 'A closing quote may be missing, or a quote inside a cell is not doubled';
export const LENGTH_TROUBLE = 'The line is too long; a closing quote may be missing';
export const SHORT_TROUBLE = 'The row has fewer cells than the header';
export const LONG_TROUBLE = 'The row has more cells than the header';
export const SPLIT_TROUBLE = 'A line next to this row may belong to it; a closing quote may be missing';

/** Characters of the longest record. */
const MAX_RECORD = 500_000;
/** Blank lines after a record that may be part of a cell whose quote is missing. */
const MAX_BLANK = 20;

/** The separator that a first line such as `sep=;` names for spreadsheets. */
const namedDelimiter = (line: string): string | undefined =>
  /^"?sep=([,;\t|])"?[,;\t|]*\s*$/i.exec(line)?.[1];

/** Lines that show which sign separates the cells. */
const SAMPLE = 50;

/** The signs that may separate cells. */
export const DELIMITERS: readonly string[] = [',', ';', '\t', '|'];

/**
 * The separator of a CSV text: as its first line says (`sep=;`), or a sign of its first line with text, from line `from` on. Of several
 * signs, it is the one that is as often on most of the next lines, because texts have commas and semicolons, too; then the more frequent,
 * then the first one.
 */
export function guessDelimiter(start: string, from = 1): string {
  const all = start.split(/\r\n|\r|\n/);
  const told = namedDelimiter(all[0] ?? '');
  if (told !== undefined) return told;
  const lines = all
    .slice(from - 1)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const [first = '', ...others] = lines;
  const [best] = DELIMITERS.map((delimiter) => {
    const count = first.split(delimiter).length;
    const alike = others.filter((line) => line.split(delimiter).length === count).length;
    return { delimiter, count, alike, at: first.indexOf(delimiter) };
  })
    .filter(({ count }) => count > 1)
    .toSorted((one, two) => two.alike - one.alike || two.count - one.count || one.at - two.at);
  return best?.delimiter ?? ',';
}

export const isBlankRecord = ({ cells }: Pick<CsvRecord, 'cells'>): boolean =>
  cells.every((cell) => cell.trim() === '');

const COUNTED = String.raw`(?:(?:patient|client|member|record|row|account)(?:s|\(s\))?|entries)`;
const TOTALS = [
  String.raw`\W*(?:(?:grand|report|page|${COUNTED})\W+)*(?:sub-?)?(?:totals?|count)\b[^a-z]*(?:(?:total|number|count|of|for|in|this|report|file|list|active|inactive|all|${COUNTED})\b[^a-z]*)*`,
  String.raw`\W*\d[\d,.]*\W+${COUNTED}(?:\W+(?:total|in total|found|listed|selected|returned|affected|exported|printed))?\W*`,
  String.raw`\W*end of (?:the )?(?:report|file|list|data|export)\W*`,
  String.raw`\W*page \d+(?: of \d+)?\W*`,
].map((pattern) => new RegExp(`^${pattern}$`, 'i'));

/** Cells and characters of a line with a total. */
const MAX_FILLED = 4;
const MAX_TOTAL = 100;

/**
 * Whether a record only sums up others, as reports end with: "Total: 20 patients", "(20 rows affected)", "End of report". All its words
 * say so, so it has no name.
 */
export function isTotalRecord({ cells, trouble }: Pick<CsvRecord, 'cells' | 'trouble'>): boolean {
  if (trouble !== null) return false;
  const filled: string[] = [];
  for (const cell of cells) {
    if (cell.trim() !== '') filled.push(cell);
    // Almost all rows end here: this runs for each of them.
    if (filled.length > MAX_FILLED) return false;
  }
  const text = filled.join(' ');
  return text.length <= MAX_TOTAL && TOTALS.some((pattern) => pattern.test(text));
}

interface ReadRecord {
  readonly record: CsvRecord;
  /** Whether it has too few cells, so that it may be a part of the record before or after it. */
  readonly isPart: boolean;
}

/** How a CSV file is read. */
export interface CsvOptions {
  readonly delimiter: string;
  /** Whether rows may lack cells at the end. */
  readonly mayBeShort?: boolean;
  /** Whether cells may be texts whose lines look like rows. Otherwise, a quote may be missing. */
  readonly hasTexts?: boolean;
  /** The first line that may be the header, from 1. Records before it may have any number of cells. */
  readonly headerLine?: number;
}

/**
 * Reads CSV (RFC 4180) in pieces. Every line of the text is part of exactly one record, also blank lines, which are records without
 * values. A record whose quotes look wrong fails, and reading goes on at its second line: no record holds the cells of two rows.
 * The header is the first record that is not blank. It tells how many cells the others have, except lines with a total.
 */
export class CsvReader {
  readonly #options: CsvOptions;
  #rest = '';
  #lines: string[] = [];
  #at = 0;
  /** Lines before `#lines`. */
  #before = 0;
  #header: readonly string[] | undefined;
  /** The last record with values, which waits for what follows it, and blank ones after it. */
  #held: ReadRecord[] = [];

  constructor(options: CsvOptions) {
    this.#options = options;
  }

  /** The records that are complete with this piece of the text. */
  push(piece: string): CsvRecord[] {
    const text = this.#rest + piece;
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    // A longer line fails, whatever it holds.
    this.#rest = (lines.pop() ?? '').slice(0, MAX_RECORD + 1) + text.slice(end);
    this.#push(lines);
    return this.#read(false);
  }

  /** The remaining records. */
  end(): CsvRecord[] {
    const rest = this.#rest.endsWith('\r') ? this.#rest.slice(0, -1) : this.#rest;
    if (this.#rest !== '') this.#push([rest]);
    this.#rest = '';
    return [...this.#read(true), ...this.#held.splice(0).map(({ record }) => record)];
  }

  /** A first line that only names the separator counts as blank. */
  #push(lines: readonly string[]): void {
    const [first, ...others] = lines;
    const isFirst = this.#before === 0 && this.#lines.length === 0;
    if (first !== undefined && isFirst && namedDelimiter(first) !== undefined)
      this.#lines.push('', ...others);
    else this.#lines.push(...lines);
  }

  #read(isEnd: boolean): CsvRecord[] {
    const found: CsvRecord[] = [];
    while (this.#at < this.#lines.length) {
      const next = this.#next(isEnd);
      if (next === undefined) break;
      this.#at += next.record.lastLine - next.record.line + 1;
      found.push(...this.#release(next));
    }
    this.#before += this.#at;
    this.#lines = this.#lines.slice(this.#at);
    this.#at = 0;
    return found;
  }

  /** The record at the current line, or undefined if it needs lines that are not there yet. */
  #next(isEnd: boolean): ReadRecord | undefined {
    const text = this.#lines[this.#at] ?? '';
    const { delimiter, hasTexts = false } = this.#options;
    const { cells, lineCount, begun, state } = readCells(this.#lines, this.#at, delimiter, hasTexts);
    if (state === 'open' && !isEnd) return undefined;
    const line = this.#before + this.#at + 1;
    const failed = (trouble: string): ReadRecord => ({
      record: { line, lastLine: line, cells: [text], trouble },
      isPart: begun < this.#width(),
    });
    if (text.length > MAX_RECORD) return failed(LENGTH_TROUBLE);
    if (state !== 'closed') return failed(QUOTE_TROUBLE);
    const record = { line, lastLine: line + lineCount - 1, cells, trouble: null };
    if (isBlankRecord(record) || line < (this.#options.headerLine ?? 1)) return { record, isPart: false };
    const header = (this.#header ??= cells);
    if (cells !== header && isTotalRecord(record)) return { record, isPart: false };
    if (lineCount > 1 && !hasTexts && swallowsRecords(cells, header, delimiter)) return failed(QUOTE_TROUBLE);
    const trouble = this.#widthTrouble(cells);
    return { record: { ...record, trouble }, isPart: trouble === SHORT_TROUBLE };
  }

  #widthTrouble(cells: readonly string[]): string | null {
    if (cells.slice(this.#width()).some((cell) => cell.trim() !== '')) return LONG_TROUBLE;
    return cells.length < this.#width() && this.#options.mayBeShort !== true ? SHORT_TROUBLE : null;
  }

  /** Columns of the header up to the last one with a name. */
  #width = (): number => (this.#header ?? []).findLastIndex((name) => name.trim() !== '') + 1;

  /** Holds a record back until the next one shows that it is complete. Returns those that were held before. */
  #release(next: ReadRecord): CsvRecord[] {
    const isBlank = isBlankRecord(next.record);
    if (isBlank && this.#held.length < MAX_BLANK) {
      this.#held.push(next);
      return [];
    }
    const [last, ...blank] = this.#held;
    this.#held = [last?.isPart === true ? this.#split(next) : next];
    if (last === undefined) return [];
    const isDoubtful = next.isPart || (spansLines(last.record) && next.record.trouble === QUOTE_TROUBLE);
    return [isDoubtful ? this.#split(last) : last, ...blank].map(({ record }) => record);
  }

  /** Fails the record next to a line that may belong to it. A failed one may go on in the line after it. */
  #split(next: ReadRecord): ReadRecord {
    const { record } = next;
    if (record.trouble === QUOTE_TROUBLE) return { ...next, isPart: next.isPart || staysOpen(record) };
    if (record.trouble !== null || record.cells === this.#header || isBlankRecord(record)) return next;
    if (isTotalRecord(record)) return next;
    const cells = [record.cells.join(this.#options.delimiter)];
    return { ...next, record: { ...record, cells, trouble: SPLIT_TROUBLE } };
  }
}

/** Reads a small CSV or tab-separated text at once, with or without a byte order mark. Rows may lack cells at the end. */
export function readCsvText(given: string, options: Pick<CsvOptions, 'hasTexts'> = {}): CsvRecord[] {
  const text = given.replace(/^\uFEFF/, '');
  const reader = new CsvReader({ delimiter: guessDelimiter(text), mayBeShort: true, ...options });
  return [...reader.push(text), ...reader.end()];
}

/** Whether a line that begins within quotes ends within quotes. */
const staysOpen = ({ cells }: CsvRecord): boolean => cells.join('').split('"').length % 2 === 1;

/** Before a line whose quotes look wrong, a record of several lines may have the cells of that one. */
const spansLines = ({ line, lastLine }: CsvRecord): boolean => lastLine > line;

interface Cells {
  readonly cells: readonly string[];
  readonly lineCount: number;
  /** Cells that begin on the first line. */
  readonly begun: number;
  /** 'open': the last line is within quotes. 'broken': a quote is where none may be. */
  readonly state: 'closed' | 'open' | 'broken';
}

/** Reads the cells of the record at a line. */
function readCells(lines: readonly string[], start: number, delimiter: string, hasTexts: boolean): Cells {
  const cells: string[] = [];
  let line = start;
  let at = 0;
  let begun = 0;
  const ended = (state: Cells['state']) => ({ cells, lineCount: line - start + 1, begun, state });
  for (;;) {
    const text = lines[line] ?? '';
    if (line === start) begun += 1;
    if (text[at] === '"') {
      const quoted = readQuoted(lines, line, at + 1, hasTexts);
      if (typeof quoted === 'string') return ended(quoted);
      cells.push(quoted.value);
      [line, at] = [quoted.line, quoted.at];
    } else {
      const end = text.indexOf(delimiter, at);
      const cell = text.slice(at, end === -1 ? undefined : end);
      if (hasStrayQuote(cell)) return ended('broken');
      cells.push(cell);
      at = end === -1 ? text.length : end;
    }
    const { length } = lines[line] ?? '';
    if (at >= length) return ended('closed');
    if (lines[line]?.[at] !== delimiter) return ended('broken');
    at += 1;
  }
}

/** Reads to the closing quote. MySQL's `\"` is ambiguous: the quote may also close the cell. Texts have no such quotes. */
function readQuoted(
  lines: readonly string[],
  start: number,
  from: number,
  hasTexts: boolean,
): { readonly value: string; readonly line: number; readonly at: number } | 'open' | 'broken' {
  let value = '';
  let [line, at] = [start, from];
  while (line < lines.length) {
    const text = lines[line] ?? '';
    const quote = text.indexOf('"', at);
    value += text.slice(at, quote === -1 ? undefined : quote);
    if (value.length > MAX_RECORD) return 'broken';
    if (quote === -1) {
      value += '\n';
      [line, at] = [line + 1, 0];
    } else if (!hasTexts && quote > at && text[quote - 1] === '\\') return 'broken';
    else if (text[quote + 1] === '"') {
      value += '"';
      at = quote + 2;
    } else return { value, line, at: quote + 1 };
  }
  return 'open';
}

/** Pairs such as Robert "Bob" are part of a cell without quotes; others are what is left of a quoted cell. */
function hasStrayQuote(cell: string): boolean {
  if (!cell.includes('"')) return false;
  return cell.trimStart().startsWith('"') || cell.includes('\\"') || cell.split('"').length % 2 === 0;
}

/**
 * Whether a record of several lines may be several records with a missing quote each: it has another number of cells than the header,
 * or the lines of a cell look like the rest of a record, whole records, and the beginning of one.
 */
function swallowsRecords(cells: readonly string[], header: readonly string[], delimiter: string): boolean {
  const last = header.length - 1;
  if (cells.length !== header.length) return true;
  if (cells === header) return cells.some((name) => name.includes('\n') && name.includes(delimiter));
  if (last === 0) return false;
  return cells.some((cell, index) => {
    const [first = 0, ...others] = cell.split('\n').map((part) => part.split(delimiter).length - 1);
    const [end = -1] = others.splice(-1);
    return others.some((count) => count >= last) || (first >= last - index && end >= index);
  });
}
